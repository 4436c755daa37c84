import * as z from 'zod';
import { readFigure, type Unit } from '../../../evidence/figure.ts';
import type { FleetFigure, Units } from '../../../evidence/units.ts';
import type { FigureDoubt } from '../../../model/facts/figure-doubt.ts';
import { usageSlot } from '../../../model/facts/usage.ts';
import { type Instant, instant } from '../../../model/time/time.ts';
import { SignalError, type SignalPoint, type SignalsByName, type SignalWindow } from '../signals.ts';
import { type FleetQuery, figureLabel, metricLabel, RecipeFigure } from './recipes.ts';

/** Far above any fleet of some thousand machines. */
const mostSeries = 50_000;

const Reply = z.object({
  status: z.literal('success'),
  /** The warning of Thanos and others that some of their stores did not answer. */
  warnings: z.array(z.string()).nullish(),
  /** True if some storage did not answer, as VictoriaMetrics reports it. */
  isPartial: z.boolean().nullish(),
  data: z.object({ resultType: z.literal('matrix'), result: z.array(z.unknown()) }),
});
const Series = z.object({
  metric: z.record(z.string(), z.string().max(1_000)),
  values: z.array(z.tuple([z.number(), z.string()])).max(11_000),
});

/** The points of a reply, and the reasons why they may be incomplete. */
type Matrix = { readonly points: SignalsByName; readonly warnings: readonly string[] };

/**
 * Reads the reply to a range query, series by series. Unreadable or invalid figures are left out, and each makes only its
 * own slot unknown. An incomplete reply can show use, but never that there is none.
 * @throws SignalError
 */
export function readMatrix(
  reply: unknown,
  { machineLabel, projectLabel }: Pick<FleetQuery, 'machineLabel' | 'projectLabel'>,
  { from, until }: SignalWindow,
  units: Units = nothingDecided,
): Matrix {
  const parsed = Reply.safeParse(reply);
  if (!parsed.success) throw new SignalError('its reply is not the result of a range query');
  const { result } = parsed.data.data;
  if (result.length > mostSeries) throw new SignalError(`its reply has more than ${mostSeries} series`);
  const machines = new Map<string, Map<Instant, Slot>>();
  const metrics = new Map<string, FleetFigure[]>();
  for (const entry of result) {
    const series = Series.safeParse(entry);
    if (!series.success) continue;
    const { metric, values } = series.data;
    const figure = RecipeFigure.safeParse(metric[figureLabel]);
    const name = readMachineName(
      metric[machineLabel],
      projectLabel === null ? undefined : metric[projectLabel],
    );
    if (!figure.success || name === null) continue;
    const slots = machines.get(name) ?? new Map<Instant, Slot>();
    machines.set(name, slots);
    for (const [seconds, text] of values) {
      const end = Math.round(seconds * 1_000);
      if (!(end > from && end <= until && (until - end) % usageSlot === 0)) continue;
      const at = instant(end);
      const sent = sentFigure(figure.data, text);
      slots.set(at, withFigure(slots.get(at) ?? {}, figure.data, sent));
      const undecided = metric[metricLabel];
      if (undecided === undefined || sent === null) continue;
      const key = `${figure.data}/${undecided}`;
      const figures = metrics.get(key) ?? [];
      metrics.set(key, figures);
      figures.push({ machine: name, at, percent: sent });
    }
  }
  for (const [metric, figures] of metrics) doubtUnits(machines, metric, figures, units);
  const { warnings, isPartial } = parsed.data;
  const warningTexts = [
    ...(warnings ?? []),
    ...(isPartial === true ? ['some of its storage did not answer'] : []),
  ];
  const points = [...machines].map(([name, slots]) => [name, buildSignalPoints(slots)] as const);
  if (warningTexts.length === 0) return { points: new Map(points), warnings: warningTexts };
  return {
    points: new Map(points.map(([name, signals]) => [name, signals.map(keepShownUse)])),
    warnings: warningTexts,
  };
}

type Slot = Readonly<Partial<Record<RecipeFigure, number>>> & { readonly doubt?: FigureDoubt };

function withFigure(slot: Slot, figure: RecipeFigure, sent: number | null): Slot {
  if (sent === null) return { ...slot, doubt: 'no-value' };
  const value = inSlot(figure, sent);
  return { ...slot, [figure]: Math.max(value, slot[figure] ?? value) };
}

/** The units without earlier observations: figures up to 1 count only if another one is over 1. */
const nothingDecided: Units = {
  isDecided: (_, figures) => figures.some(({ percent }) => percent > 1),
};

/** The GPU metrics that hold whole percents. A fraction of one percent shows that something has divided them. */
const wholePercents: ReadonlySet<string> = new Set(['gpu/dcgm', 'gpu/nvidia-smi', 'gpu/opentelemetry']);
/** The least whole percentage, less the error of floating point. */
const leastWhole = 1 - 1e-9;

/** Marks the slots in which the unit of a figure, percentage or ratio, is undecided, or something divided it. Zero is zero in any unit. */
function doubtUnits(
  machines: ReadonlyMap<string, Map<Instant, Slot>>,
  metric: string,
  figures: readonly FleetFigure[],
  units: Units,
): void {
  const isDecided = units.isDecided(metric, figures);
  const decideDoubt = ({ percent }: FleetFigure): FigureDoubt | null => {
    if (percent === 0) return null;
    if (!isDecided) return percent <= 1 ? 'unit' : null;
    return wholePercents.has(metric) && percent < leastWhole ? 'divided' : null;
  };
  for (const figure of figures) {
    const slots = machines.get(figure.machine);
    const doubt = decideDoubt(figure);
    if (doubt !== null) slots?.set(figure.at, { ...slots.get(figure.at), doubt });
  }
}

/** Returns a machine's name: `project/id`, `connection/project/id`, or the label without the scheme, port and path of a scraped address. */
function readMachineName(label: string | undefined, project: string | undefined): string | null {
  if (!project && /^[^\s/:]+(?:\/[^\s/:]+){1,2}$/.test(label?.trim() ?? ''))
    return label?.trim().toLowerCase() ?? null;
  const [, host = ''] = /^(?:[a-z]+:\/\/)?([^/]*)/i.exec(label?.trim() ?? '') ?? [];
  const [, bracketed, plain] = /^(?:\[(.*)\](?::\d+)?|([^:]*)(?::\d+)?)$/.exec(host) ?? [];
  const name = (bracketed ?? plain ?? host).toLowerCase();
  if (name === '') return null;
  return project ? `${project.toLowerCase()}/${name}` : name;
}

const unitOf = {
  gpu: 'percent',
  gpus: 'count',
  'gpu-memory': 'bytes',
  'gpus-moved': 'count',
  cpu: 'percent',
  logins: 'count',
  frozen: 'count',
} as const satisfies Record<RecipeFigure, Unit>;

/** Returns a figure as it was sent; `null` for none. A rate that Prometheus extrapolated may lie just below zero. */
function sentFigure(figure: RecipeFigure, text: string): number | null {
  const isRestOfRate = figure === 'cpu' && Number(text) < 0 && Number(text) > -1;
  return readFigure({ unit: unitOf[figure], value: isRestOfRate ? 0 : text });
}

/** Returns a figure in the units of a slot, rounded up where less could make a machine idle. */
function inSlot(figure: RecipeFigure, value: number): number {
  switch (figure) {
    case 'gpu':
    case 'cpu':
      return roundUpPercent(value);
    case 'gpu-memory':
      return Number((value / 2 ** 30).toPrecision(2));
    case 'logins':
      return Math.ceil(value);
    case 'frozen':
      // Its value is the number of changes of the clock, which is 0.
      return 1;
    case 'gpus':
    case 'gpus-moved':
      return Math.floor(value);
  }
}

/** Rounds up to two digits of tenths of a percent, which keeps the ledger small. */
function roundUpPercent(percent: number): number {
  const scale = percent < 10 ? 10 : 1;
  return Math.min(100, Math.ceil(Math.max(0, percent * scale - 1e-6)) / scale);
}

/** Returns the use that a point of an incomplete reply shows. All its other figures might be higher. */
const keepShownUse = ({ at, gpu, logins, doubt }: SignalPoint): SignalPoint => ({
  at,
  cpu: null,
  ...(gpu && { gpu: { ...gpu, known: 0 } }),
  ...(logins !== undefined && logins > 0 && { logins }),
  ...(doubt && { doubt }),
});

const buildSignalPoints = (slots: ReadonlyMap<Instant, Slot>): SignalPoint[] =>
  [...slots].sort(([left], [right]) => left - right).map(([at, slot]) => buildSignalPoint(at, slot));

/** Returns the figures of a slot. A figure in doubt still gives the highest use, as a lower bound. */
function buildSignalPoint(at: Instant, slot: Slot): SignalPoint {
  const { gpu: busiest, gpus = 0, 'gpu-memory': memory = null, cpu = null, logins } = slot;
  const doubt = decideDoubt(slot);
  const isUncertain = doubt === 'unit' || doubt === 'divided' || doubt === 'frozen';
  const isMoved = doubt === 'memory';
  return {
    at,
    cpu: isUncertain ? null : cpu,
    ...(busiest !== undefined && {
      gpu: {
        known: isUncertain || isMoved ? 0 : gpus,
        busiest,
        memory,
        ...(isMoved && { memoryMoved: true as const }),
      },
    }),
    ...(logins !== undefined && doubt !== 'frozen' && { logins }),
    ...(doubt && { doubt }),
  };
}

function decideDoubt({ frozen, doubt, 'gpus-moved': moved = 0 }: Slot): FigureDoubt | undefined {
  if (frozen !== undefined) return 'frozen';
  return moved > 0 ? 'memory' : doubt;
}
