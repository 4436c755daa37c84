import { runs } from '../model/facts/resource.ts';
import { rateInWords } from '../model/money/estimate.ts';
import { moneyInWords } from '../model/money/money.ts';
import type { Severity } from '../model/severity.ts';
import { localMinute } from '../model/time/period.ts';
import { hours, type Instant, later } from '../model/time/time.ts';
import type { Ledger } from '../record/ledger.ts';
import { printable } from '../service/printable.ts';
import type { Head } from '../state/head.ts';
import type { Status } from '../views/status.ts';
import type { ViewInput } from '../views/view-input.ts';

/** A message in one line. */
export type DemoMessage = { readonly at: Instant; readonly severity: Severity; readonly text: string };

/** The state after a poll, and the ledger that it was read from. */
export type DemoPoll = ViewInput & {
  readonly ledger: Ledger;
  readonly heads: readonly Head[];
  readonly status: Status;
};

/** An output of the demo. */
export type Display = {
  /** Shows a message, in one line and in full. */
  notified(happening: DemoMessage, body: string): void;
  /** Shows the state after a poll. */
  polled(state: DemoPoll): void | Promise<void>;
  /** Shows the summary at the end. */
  ended(lines: readonly string[]): void;
};

/** The settings of a display. */
export type Setting = {
  readonly title: string;
  readonly hint: string;
  /** The address of the dashboard; `null` if there is none. */
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
    polled: (state) => {
      if (state.now < nextSummary) return;
      write(`${localMinute(state.now, zone)}  ${formatPollSummary(state)}\n`);
      nextSummary = later(nextSummary, hours(6));
    },
    ended: (lines) => write(`${lines.join('\n')}\n`),
  };
}

function formatPollSummary({ heads, status: { whole, budgets } }: DemoPoll): string {
  const machines = heads.flatMap(({ observation }) =>
    observation?.kind === 'project' ? observation.resources.filter(({ kind }) => runs(kind)) : [],
  );
  const running = machines.filter(({ activity }) => activity === 'running').length;
  const spent = budgets.flatMap(({ subject, spent, percent }) =>
    spent === null || percent === null
      ? []
      : [`${printable(subject)} ${moneyInWords(spent)}, ${Math.floor(percent)} % of its budget`],
  );
  return [
    `burn rate ${rateInWords(whole.burnRate, whole.estimatedRate)}`,
    `${running} of ${machines.length} VMs and machines running`,
    ...spent,
  ].join('; ');
}
