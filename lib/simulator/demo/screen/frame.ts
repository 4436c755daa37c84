import type { createColors } from 'picocolors';
import { moneyInWords, priceInWords, shareOf } from '../../../model/money/money.ts';
import type { Severity } from '../../../model/severity.ts';
import { localMinute } from '../../../model/time/period.ts';
import type { Instant } from '../../../model/time/time.ts';
import { bar, cell, printable, sparkline } from '../../../service/marks.ts';
import type { BudgetView, MachineView, Note, View } from './view.ts';

export type Colors = ReturnType<typeof createColors>;

/** A message in one line. */
export type Happening = { readonly at: Instant; readonly severity: Severity; readonly text: string };

/** The surroundings and the size of a frame. */
export type FleetContext = {
  readonly title: string;
  readonly hint: string;
  /** Address of the dashboard; `null` when there is none. */
  readonly dashboard: string | null;
  /** Burn rates of the last hours in dollars an hour, oldest first. */
  readonly burnRates: readonly number[];
  readonly happenings: readonly Happening[];
  readonly zone: string;
  readonly columns: number;
  readonly rows: number;
};

/** Least width; narrower terminals wrap lines. */
const narrowest = 72;

/** Draws the whole screen as text that fits the terminal. */
export function frame(view: View, around: FleetContext, colors: Colors): string {
  const width = Math.max(narrowest, Math.min(around.columns, 120)) - 1;
  const above = [
    heading(view, around, width, colors),
    '',
    ...creditLines(view, around, colors),
    '',
    colors.bold('BUDGETS') + colors.dim('   this month to date; marks at 50, 80 and 100 %'),
    ...view.budgets.map((budget) => budgetLine(budget, width, colors)),
    '',
    colors.bold('MACHINES'),
  ];
  const between = ['', colors.bold('RECENT ALERTS')];
  // The address is never cut.
  const dashboard = around.dashboard === null ? [] : [`${colors.bold('DASHBOARD')} ${around.dashboard}`];
  const below = ['', ...dashboard, colors.dim(cell(around.hint, width))];
  const room = around.rows - above.length - between.length - below.length - 1;
  const leastAlerts = Math.min(4, Math.max(1, Math.floor(room / 2)));
  const machines = machineLines(view.machines, Math.max(1, room - leastAlerts), width, colors);
  const alerts = alertLines(around, Math.max(1, room - machines.length), width, colors);
  return [...above, ...machines, ...between, ...alerts, ...below].join('\n');
}

/** Returns the lines of machines. When not all fit, those with the least urgent notes are left out. */
function machineLines(
  machines: readonly MachineView[],
  room: number,
  width: number,
  colors: Colors,
): string[] {
  if (machines.length <= room) return machines.map((machine) => machineLine(machine, width, colors));
  const urgency = { due: 0, unsure: 1, plain: 2, good: 3 };
  const shown = [...machines]
    .sort((left, right) => urgency[left.note.tone] - urgency[right.note.tone])
    .slice(0, room - 1);
  const rest = `  and ${machines.length - shown.length} more (enlarge the window)`;
  const inOrder = machines.filter((machine) => shown.includes(machine));
  return [...inOrder.map((machine) => machineLine(machine, width, colors)), colors.dim(rest)];
}

function alertLines(
  { happenings, zone }: FleetContext,
  room: number,
  width: number,
  colors: Colors,
): string[] {
  if (happenings.length === 0) {
    return [colors.dim('  No alerts yet.')];
  }
  return happenings.slice(-room).map((happening) => happeningLine(happening, zone, width, colors));
}

function heading(view: View, { title, zone }: FleetContext, width: number, colors: Colors): string {
  const clock = `${localMinute(view.now, zone)} ${zone}`;
  const left = `spendwatch  ${title}`;
  return `${colors.bold(colors.cyan(cell(left, width - clock.length - 1)))} ${colors.bold(clock)}`;
}

function creditLines(view: View, { burnRates }: FleetContext, colors: Colors): string[] {
  const burn = `${colors.bold('BURN RATE')} ${priceInWords(view.burnRate)}   ${colors.cyan(sparkline(burnRates))}`;
  return [
    burn,
    ...view.accounts.map(
      ({ id, credit }) =>
        `${colors.bold('CREDIT')}    ${credit === null ? 'unknown' : moneyInWords(credit)}   ${colors.dim(`account ${printable(id)}`)}`,
    ),
  ];
}

function budgetLine({ subject, figures, level }: BudgetView, width: number, colors: Colors): string {
  const share = shareOf(figures.spent, figures.limit);
  const paint =
    level === null ? colors.green : level >= 100 ? colors.red : level >= 80 ? colors.yellow : colors.cyan;
  const amounts = `${moneyInWords(figures.spent)} of ${moneyInWords(figures.limit)}`;
  const percent = `${Math.floor(share * 100)} %`.padStart(6);
  const room = Math.max(10, width - 22 - amounts.length - 10);
  return `  ${cell(subject.replace(/^[a-z]+\//, ''), 18)} ${paint(bar(share, room, [0.5, 0.8, 1]))} ${paint(percent)}  ${amounts}`;
}

function machineLine({ project, resource, cpu, note }: MachineView, width: number, colors: Colors): string {
  const size =
    resource.gpus > 0 ? `${resource.gpus} x ${resource.gpuModel ?? 'GPU'}` : `${resource.vcpus} cores`;
  const price = resource.price === null ? 'no price' : priceInWords(resource.price);
  const isWide = width >= 95;
  const columns = [
    cell(`${project}/${resource.id}`, isWide ? 26 : 22),
    cell(resource.state, isWide ? 9 : 7),
    ...(isWide ? [cell(size, 13)] : []),
    price.padStart(11),
    cell(cpu === null ? '' : `cpu ${Math.round(cpu)} %`, 8),
  ];
  const left = columns.join(' ');
  return `  ${left} ${toneOf(note, colors)(cell(note.text, Math.max(0, width - left.length - 3)))}`;
}

function toneOf({ tone }: Note, colors: Colors): (text: string) => string {
  return { plain: colors.dim, good: colors.green, unsure: colors.magenta, due: colors.yellow }[tone];
}

function happeningLine(
  { at, severity, text }: Happening,
  zone: string,
  width: number,
  colors: Colors,
): string {
  const paint = { info: colors.green, warning: colors.yellow, critical: colors.red }[severity];
  return `  ${colors.dim(localMinute(at, zone).slice(5))}  ${paint(cell(text, width - 16))}`;
}
