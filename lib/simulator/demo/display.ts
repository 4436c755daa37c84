import { createLogUpdate } from 'log-update';
import { moneyInWords, priceInWords, shareOf } from '../../model/money/money.ts';
import { localMinute } from '../../model/time/period.ts';
import { hours, type Instant, later } from '../../model/time/time.ts';
import { printable } from '../../service/marks.ts';
import type { Terminal } from '../../service/terminal.ts';
import { type Colors, frame, type Happening } from './screen/frame.ts';
import type { View } from './screen/view.ts';

/** An output of the demo. */
export type Display = {
  /** Shows a message, in one line and in full. */
  notified(happening: Happening, body: string): void;
  /** Shows the state after a poll. */
  polled(view: View): void;
  /** Shows the summary at the end. */
  ended(lines: readonly string[]): void;
};

/** The settings of a display. */
export type Setting = {
  readonly title: string;
  readonly hint: string;
  /** Address of the dashboard; `null` when there is none. */
  readonly dashboard: string | null;
  readonly zone: string;
  readonly start: Instant;
};

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

const burnRatesShown = 24;

/** Returns a display that redraws one screen in place. */
export function screenDisplay(stream: Terminal, colors: Colors, setting: Setting): Display {
  const draw = createLogUpdate(stream);
  const happenings: Happening[] = [];
  const burnRates: number[] = [];
  let nextRate: Instant = setting.start;
  return {
    notified: (happening) => {
      happenings.push(happening);
    },
    polled: (view: View) => {
      if (view.now >= nextRate) {
        burnRates.push(view.burnRate.toNumber());
        nextRate = later(nextRate, hours(1));
      }
      draw(
        frame(
          view,
          {
            ...setting,
            burnRates: burnRates.slice(-burnRatesShown),
            happenings,
            columns: stream.columns ?? 80,
            rows: stream.rows ?? 40,
          },
          colors,
        ),
      );
    },
    ended: (lines) => {
      draw.done();
      stream.write(`${lines.join('\n')}\n`);
    },
  };
}
