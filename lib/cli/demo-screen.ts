import { createLogUpdate } from 'log-update';
import type { DemoMessage, DemoPoll, Display, Setting } from '../demo/display.ts';
import { rateInWords } from '../model/money/estimate.ts';
import { moneyInWords } from '../model/money/money.ts';
import { sparkline } from '../model/sparkline.ts';
import { localMinute } from '../model/time/period.ts';
import { hours, type Instant, later } from '../model/time/time.ts';
import { computeSampleReach } from '../rules/history-needs.ts';
import type { Terminal } from '../service/terminal.ts';
import type { Head } from '../state/head.ts';
import { budgetColumns } from '../views/columns/budget-columns.ts';
import { type Column, type ReportMoment, selectColumns } from '../views/columns/column.ts';
import { vmColumns } from '../views/columns/vm-columns.ts';
import type { Notice } from '../views/condition/notice.ts';
import { type IdleView, judgeIdleVms } from '../views/idle.ts';
import { buildInventory, computes, type ResourceView } from '../views/inventory.ts';
import { decideRemark } from '../views/remark-on-resource.ts';
import { spareInWords } from '../views/spare.ts';
import { waitingBySubject } from '../views/waiting.ts';
import { paintSeverity } from './names.ts';
import { overProjects } from './reading/over-projects.ts';
import type { Paper } from './reading/report.ts';
import { cut, padded, wrap } from './tables/cut.ts';
import { tableLines } from './tables/table.ts';
import type { Colors } from './terminal.ts';

/** A machine as `spendwatch vms` shows it, with what idle rules conclude of it. */
export type DemoMachine = ResourceView & {
  /** `null` where no idle rule judges it. */
  readonly verdict: IdleView['verdict'] | null;
  /** True if someone started it again after a stop. */
  readonly isRestarted: boolean;
};

/** The content of the screen. */
export type DemoState = Pick<DemoPoll, 'now' | 'status'> & {
  readonly machines: readonly DemoMachine[];
  /** Burn rates of the last hours in dollars an hour, oldest first. */
  readonly burnRates: readonly number[];
  readonly happenings: readonly DemoMessage[];
};

type Size = { readonly columns: number; readonly rows: number };

const burnRatesShown = 24;

/** Returns a display of the demo that redraws one screen in place. */
export function demoScreen(stream: Terminal, colors: Colors, setting: Setting): Display {
  const draw = createLogUpdate(stream);
  const happenings: DemoMessage[] = [];
  const burnRates: number[] = [];
  let nextRate: Instant = setting.start;
  return {
    notified: (happening) => {
      happenings.push(happening);
    },
    polled: async (polled) => {
      const { now, status } = polled;
      if (now >= nextRate) {
        burnRates.push(status.whole.burnRate.toNumber());
        nextRate = later(nextRate, hours(1));
      }
      const state = { now, status, happenings, burnRates: burnRates.slice(-burnRatesShown) };
      const machines = await machinesIn(polled);
      const size = { columns: stream.columns ?? 80, rows: stream.rows ?? 40 };
      draw(demoFrame({ ...state, machines }, setting, size, colors));
    },
    ended: (lines) => {
      draw.done();
      stream.write(`${lines.join('\n')}\n`);
    },
  };
}

function machinesIn(polled: DemoPoll): Promise<DemoMachine[]> {
  const waitingFor = waitingBySubject(polled.status.waiting);
  const heads = polled.heads.toSorted((left, right) => (left.target < right.target ? -1 : 1));
  return overProjects({ ...polled, heads }, computeSampleReach(polled.policy.rules), (head, samplings) => {
    const verdicts = new Map(
      judgeIdleVms(head, samplings, polled).map((view) => [view.subject, view.verdict]),
    );
    return buildInventory(head, samplings, polled, waitingFor)
      .filter(computes)
      .map((machine) => ({
        ...machine,
        verdict: verdicts.get(machine.subject) ?? null,
        isRestarted: isRestarted(head, machine),
      }));
  });
}

const isRestarted = ({ stops }: Head, { subject }: ResourceView): boolean =>
  stops.some((stop) => stop.subject === subject && stop.startedAgainAt !== null);

/** Least width; narrower terminals wrap lines. */
const narrowest = 72;

/** Draws the whole screen as text that fits the terminal. */
export function demoFrame(
  { now, status, machines, burnRates, happenings }: DemoState,
  { title, hint, dashboard, zone }: Pick<Setting, 'title' | 'hint' | 'dashboard' | 'zone'>,
  { columns, rows }: Size,
  colors: Colors,
): string {
  const width = Math.max(narrowest, Math.min(columns, 120)) - 1;
  const paper = { width, colors, now, zone };
  const clock = `${localMinute(now, zone)} ${zone}`;
  const name = padded(`spendwatch  ${title}`, width - clock.length - 1);
  const rate = `${colors.bold('BURN RATE')} ${rateInWords(status.whole.burnRate, status.whole.estimatedRate)}`;
  const above = [
    `${colors.bold(colors.cyan(name))} ${colors.bold(clock)}`,
    '',
    ...noticeLines('loss', status, paper),
    `${rate}   ${colors.cyan(sparkline(burnRates))}`,
    ...creditLines(status, colors),
    ...spareLines(status, paper),
    ...noticeLines('unjudged', status, paper),
    '',
    ...tableLines(status.budgets, budgetTable, paper),
    '',
  ];
  // The address is never cut.
  const address = dashboard === null ? [] : [`${colors.bold('DASHBOARD')} ${dashboard}`];
  const below = ['', ...address, colors.dim(cut(hint, width))];
  const room = rows - above.length - below.length - 4;
  const leastAlerts = Math.min(4, Math.max(1, Math.floor(room / 2)));
  const lines = machineLines(machines, Math.max(1, room - leastAlerts), paper);
  const alerts = happenings
    .slice(-Math.max(1, room - lines.length + 1))
    .map((happening) => happeningLine(happening, paper));
  const none = [colors.dim('No alerts yet.')];
  return [
    ...above,
    ...lines,
    '',
    colors.bold('RECENT ALERTS'),
    ...(alerts.length > 0 ? alerts : none),
    ...below,
  ].join('\n');
}

/** Returns the notices of one kind. */
const noticeLines = (
  asked: Notice['kind'],
  { condition }: DemoPoll['status'],
  { width, colors }: Paper,
): string[] =>
  condition.notices.flatMap(({ kind, severity, says }) =>
    kind === asked ? wrap(says, width).map(paintSeverity(severity, colors)) : [],
  );

const spareLines = ({ spare }: DemoPoll['status'], { width, colors }: Paper): string[] => {
  const words = spareInWords(spare);
  return words === null ? [] : [colors.dim(cut(words, width))];
};

const creditLines = ({ targets }: DemoPoll['status'], colors: Colors): string[] =>
  targets.flatMap(({ target, runway }) => {
    if (target.kind !== 'account') return [];
    const unestimated = runway?.isSpent ? 'none' : 'unknown';
    const credit = runway?.figures ? moneyInWords(runway.figures.credit) : unestimated;
    return [`${colors.bold('CREDIT')}    ${credit}   ${colors.dim(`account ${target.account}`)}`];
  });

/** Returns the table of machines. When not all fit, those with the least urgent notes are left out. */
function machineLines(machines: readonly DemoMachine[], room: number, paper: Paper): string[] {
  const lines = (rows: readonly DemoMachine[]) => tableLines(rows, machineTable, paper);
  if (machines.length <= room) return lines(machines);
  const urgent = new Set(
    machines.toSorted((left, right) => urgencyRank(left) - urgencyRank(right)).slice(0, room - 1),
  );
  const rest = paper.colors.dim(`and ${machines.length - urgent.size} more (enlarge the window)`);
  return [...lines(machines.filter((machine) => urgent.has(machine))), rest];
}

/** Ranks a machine: 0 where something is to happen to it, or has happened, up to 3 where it is in use. */
const urgencyRank = ({ waiting, idleSince, resource, verdict }: DemoMachine): number => {
  if (waiting !== null || idleSince !== null || resource.activity === 'stopped') return 0;
  return { breached: 0, suspect: 1, unknown: 2, clear: 3 }[verdict ?? 'unknown'];
};

const budgetTable = selectColumns(budgetColumns, [
  'rule',
  'subject',
  'bar',
  'percent',
  'spent',
  'limit',
  'period',
]);

/** The columns of `spendwatch vms`, where the note of a machine without any says what idle rules conclude. */
const machineTable: readonly Column<DemoMachine>[] = [
  ...selectColumns(vmColumns, ['project', 'id', 'state', 'size', 'usdAnHour', 'cpuPercent']),
  { ...vmColumns.remark, text: noteOn, tone: (machine) => tones[urgencyRank(machine)] ?? 'quiet' },
];
const tones = ['due', 'unsure', 'quiet', 'good'] as const;

function noteOn(machine: DemoMachine, { now }: ReportMoment): string {
  // What is in use needs no word on protection.
  const protectedBecause = machine.idleSince === null ? null : machine.protectedBecause;
  const note = decideRemark({ ...machine, protectedBecause }, now).text || verdictInWords(machine);
  return machine.isRestarted && machine.idleSince !== null ? `${note}, restarted` : note;
}

function verdictInWords({ verdict, resource }: DemoMachine): string {
  if (verdict === null) return resource.kind === 'vm' ? '' : 'no usage data';
  return {
    clear: 'in use',
    suspect: 'GPU use unknown',
    unknown: 'not enough data',
    breached: 'idle',
  }[verdict];
}

const happeningLine = ({ at, severity, text }: DemoMessage, { width, colors, zone }: Paper): string => {
  const paint = severity === 'info' ? colors.green : paintSeverity(severity, colors);
  return `${colors.dim(localMinute(at, zone).slice(5))}  ${paint(cut(text, width - 13))}`;
};
