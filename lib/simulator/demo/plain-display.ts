import { moneyInWords, priceInWords, shareOf } from '../../model/money/money.ts';
import { localMinute } from '../../model/time/period.ts';
import { hours, type Instant, later } from '../../model/time/time.ts';
import { printable } from '../../service/marks.ts';
import type { Display, Setting } from './display.ts';
import type { View } from './screen/view.ts';

/** Returns a display that writes lines, for a file, a pipe or a log: every message in full, and a summary every six hours. */
export function plainDisplay(
  write: (text: string) => void,
  { title, hint, dashboard, zone, start }: Setting,
): Display {
  write(`spendwatch  ${title}\n${hint}\n${dashboard === null ? '' : `Dashboard: ${dashboard}\n`}`);
  let nextSummary: Instant = start;
  return {
    notified: ({ at, severity, text }, body) => {
      const indented = body.trimEnd().replace(/^(?=.)/gm, '    ');
      write(`\n${localMinute(at, zone)}  ${severity.toUpperCase()}  ${text}\n${indented}\n\n`);
    },
    polled: (view) => {
      if (view.now < nextSummary) return;
      write(`${localMinute(view.now, zone)}  ${summaryOf(view)}\n`);
      nextSummary = later(nextSummary, hours(6));
    },
    ended: (lines) => write(`${lines.join('\n')}\n`),
  };
}

function summaryOf({ burnRate, budgets, machines }: View): string {
  const running = machines.filter(({ resource }) => resource.activity === 'running').length;
  const spent = budgets.map(
    ({ subject, figures }) =>
      `${printable(subject)} ${moneyInWords(figures.spent)}, ${Math.floor(shareOf(figures.spent, figures.limit) * 100)} % of its budget`,
  );
  return [
    `burn rate ${priceInWords(burnRate)}`,
    `${running} of ${machines.length} machines running`,
    ...spent,
  ].join('; ');
}
