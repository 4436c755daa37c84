import * as z from 'zod';
import { usageSlot } from '../../../model/facts/usage.ts';
import { type Instant, instant } from '../../../model/time/time.ts';
import { SignalError, type SignalPoint, type SignalsByName, type SignalWindow } from '../signals.ts';
import { Figure, type FleetQuery, figureLabel } from './recipes.ts';

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

/** The points of a reply, and the reasons why they may be a part only. */
type Matrix = { readonly points: SignalsByName; readonly warnings: readonly string[] };

/**
 * Reads the reply to a range query, series by series. Unreadable or invalid figures are left out: each makes only its
 * own slot unknown. A part of an answer can show use, and never that there is none.
 * @throws SignalError
 */
export function readMatrix(
  reply: unknown,
  { machineLabel, projectLabel }: Pick<FleetQuery, 'machineLabel' | 'projectLabel'>,
  { from, until }: SignalWindow,
): Matrix {
  const read = Reply.safeParse(reply);
  if (!read.success) throw new SignalError('its reply is not the result of a range query');
  const { result } = read.data.data;
  if (result.length > mostSeries) throw new SignalError(`its reply has more than ${mostSeries} series`);
  const machines = new Map<string, Map<Instant, Slot>>();
  for (const entry of result) {
    const series = Series.safeParse(entry);
    if (!series.success) continue;
    const { metric, values } = series.data;
    const figure = Figure.safeParse(metric[figureLabel]);
    const name = nameIn(metric[machineLabel], projectLabel === null ? undefined : metric[projectLabel]);
    if (!figure.success || name === null) continue;
    const slots = machines.get(name) ?? new Map<Instant, Slot>();
    machines.set(name, slots);
    for (const [seconds, text] of values) {
      const value = figureIn(figure.data, text);
      const end = Math.round(seconds * 1_000);
      if (value === null || !(end > from && end <= until && (until - end) % usageSlot === 0)) continue;
      const at = instant(end);
      const slot = slots.get(at) ?? {};
      const part = figure.data === 'own-gpu' ? 'gpu' : figure.data;
      slots.set(at, { ...slot, [part]: Math.max(value, slot[part] ?? value) });
    }
  }
  const { warnings, isPartial } = read.data;
  const all = [...(warnings ?? []), ...(isPartial === true ? ['some of its storage did not answer'] : [])];
  const points = [...machines].map(([name, slots]) => [name, pointsOf(slots)] as const);
  if (all.length === 0) return { points: new Map(points), warnings: all };
  return { points: new Map(points.map(([name, own]) => [name, own.map(inPart)])), warnings: all };
}

type Slot = Readonly<Partial<Record<Exclude<Figure, 'own-gpu'>, number>>>;

/** Returns a machine's name: `project/id`, `connection/project/id`, or the label without the scheme, port and path of a scraped address. */
function nameIn(label: string | undefined, project: string | undefined): string | null {
  if (!project && /^[^\s/:]+(?:\/[^\s/:]+){1,2}$/.test(label?.trim() ?? ''))
    return label?.trim().toLowerCase() ?? null;
  const [, host = ''] = /^(?:[a-z]+:\/\/)?([^/]*)/i.exec(label?.trim() ?? '') ?? [];
  const [, bracketed, plain] = /^(?:\[(.*)\](?::\d+)?|([^:]*)(?::\d+)?)$/.exec(host) ?? [];
  const name = (bracketed ?? plain ?? host).toLowerCase();
  if (name === '') return null;
  return project ? `${project.toLowerCase()}/${name}` : name;
}

/**
 * Returns a figure in the units of a slot, rounded up where less could make a machine idle; `null` for an invalid one.
 */
function figureIn(figure: Figure, text: string): number | null {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return null;
  switch (figure) {
    // Exporters show what they cannot measure as a very large figure.
    case 'gpu':
      return value < 0 || value > 100.5 ? null : upTo(value);
    case 'own-gpu':
      return figureIn('gpu', String(value > 0 && value <= 1 ? value * 100 : value));
    case 'cpu':
      return value > 101 ? null : upTo(Math.max(0, value));
    case 'gpus':
      return value < 0 || value > 1_000 ? null : Math.floor(value);
    case 'gpu-memory':
      return value < 0 || value > 1e15 ? null : Number((value / 2 ** 30).toPrecision(2));
    case 'logins':
      return value < 0 || value > 1e6 ? null : Math.ceil(value);
  }
}

/** Rounds up to two digits of tenths of a percent, which keeps the ledger small. */
function upTo(percent: number): number {
  const scale = percent < 10 ? 10 : 1;
  return Math.min(100, Math.ceil(Math.max(0, percent * scale - 1e-6)) / scale);
}

/** Returns a point without what more of the answer could have raised: only use is certain. */
const inPart = ({ at, gpu, logins }: SignalPoint): SignalPoint => ({
  at,
  cpu: null,
  ...(gpu && { gpu: { ...gpu, known: 0 } }),
  ...(logins !== undefined && logins > 0 && { logins }),
});

const pointsOf = (slots: ReadonlyMap<Instant, Slot>): SignalPoint[] =>
  [...slots]
    .sort(([left], [right]) => left - right)
    .map(([at, { gpu: busiest, gpus: known = 0, 'gpu-memory': memory = null, cpu = null, logins }]) => ({
      at,
      cpu,
      ...(busiest !== undefined && { gpu: { known, busiest, memory } }),
      ...(logins !== undefined && { logins }),
    }));
