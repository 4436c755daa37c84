import {
  computeSpan,
  earlier,
  earliest,
  hours,
  type Instant,
  later,
  latest,
  milliseconds,
  type Span,
} from '../time/time.ts';
import { type UsagePoint, usageSlot } from './usage.ts';

/**
 * The use of a VM in a slot: `used`, `missing` if it cannot be known, or quiet. Quiet means that no figure of the
 * platform shows use, nor do the named signals, which were known in the slot.
 */
export const uses = ['used', 'missing', 'quiet', 'quiet-gpus', 'quiet-logins', 'quiet-both'] as const;
export type Use = (typeof uses)[number];

/**
 * The thresholds from which a figure counts as use: for the mean of half an hour or, for GPUs and logins, for a single
 * slot.
 */
export type UseMeaning = {
  /** Percent of the VM. */
  readonly cpu: number;
  /** Bytes a second. */
  readonly network: number;
  readonly disk: number;
  /** Percent of any GPU. */
  readonly gpu: number;
  /** True if a login, or a job that reports itself, counts as use. */
  readonly logins: boolean;
};

/** The thresholds of use where a policy sets none. */
export const usualMeaning: UseMeaning = {
  cpu: 15,
  network: 10 * 1_024,
  disk: 100 * 1_024,
  gpu: 5,
  logins: true,
};

/** The number of slots in half an hour. One busy sample is not use: most come from a timer and end within minutes. */
const slotsOfUse = 6;
const halfHour: Span = milliseconds(slotsOfUse * usageSlot);

/** Consecutive slots of the same use; a spell begins where the previous one ends. */
export type UseSpell = { readonly use: Use; readonly until: Instant };

/** The use of a VM without a gap, oldest first. The first spell begins at `since`. */
export type UseHistory = { readonly since: Instant; readonly spells: readonly UseSpell[] };

/** A figure is absent, rather than unknown, if no source reports it for this VM. */
export type UsePoint = Pick<UsagePoint, 'at' | 'cpu'> &
  Partial<Pick<UsagePoint, 'network' | 'disk' | 'gpu' | 'logins' | 'alive'>>;

/** The time before the end of a history from which its continuation needs points. */
export const useOverlap: Span = milliseconds(halfHour - usageSlot);

/**
 * The input for continuing a history: the thresholds of use, the number of GPUs, and the end, which is the last point
 * if absent.
 */
export type UseTerms = {
  readonly meaning: UseMeaning;
  readonly gpus: number;
  readonly until?: Instant | undefined;
};

/**
 * Continues a history, or begins one, with points in order of time, one per slot. The result is the same wherever the
 * earlier history ended. `null` when there is neither a history nor a point.
 */
export function withUse(
  history: UseHistory | null,
  points: readonly UsePoint[],
  { meaning, gpus, until = points.at(-1)?.at }: UseTerms,
): UseHistory | null {
  const since = history?.since ?? (points[0] && earlier(points[0].at, usageSlot));
  if (since === undefined || until === undefined) return history;
  const spells = [...(history?.spells ?? [])];
  let [oldest, next] = [0, 0];
  for (let at = later(spells.at(-1)?.until ?? since, usageSlot); at <= until; at = later(at, usageSlot)) {
    while (isPointReached(points[next], at)) next += 1;
    while (isPointReached(points[oldest], earlier(at, halfHour))) oldest += 1;
    const last = points[next - 1];
    const ownPoint = last?.at === at ? last : undefined;
    const use = isUsed(points, oldest, next, ownPoint, meaning)
      ? 'used'
      : classifyQuiet(next - oldest, ownPoint, gpus);
    const isKnown = use === 'used' || allKnown(points, oldest, next);
    const slotUse = isKnown ? use : 'missing';
    if (spells.at(-1)?.use === slotUse) spells.pop();
    spells.push({ use: slotUse, until: at });
  }
  return { since, spells };
}

const isPointReached = (point: UsePoint | undefined, at: Instant): boolean =>
  point !== undefined && point.at <= at;

const figures = ['cpu', 'network', 'disk'] as const;

function isUsed(
  points: readonly UsePoint[],
  from: number,
  until: number,
  ownPoint: UsePoint | undefined,
  meaning: UseMeaning,
): boolean {
  if (ownPoint?.gpu !== undefined && (ownPoint.gpu.busiest >= meaning.gpu || ownPoint.gpu.memoryMoved))
    return true;
  if (meaning.logins && ((ownPoint?.logins ?? 0) > 0 || ownPoint?.alive === true)) return true;
  for (const figure of figures) {
    let sum = 0;
    for (let index = from; index < until; index += 1) sum += points[index]?.[figure] ?? 0;
    if (sum >= meaning[figure] * slotsOfUse) return true;
  }
  return false;
}

function allKnown(points: readonly UsePoint[], from: number, until: number): boolean {
  for (let index = from; index < until; index += 1)
    for (const figure of figures) if (points[index]?.[figure] === null) return false;
  return true;
}

/**
 * Returns the use of a slot without signs of use, from the number of points in its half hour and its ownPoint point.
 */
function classifyQuiet(count: number, ownPoint: UsePoint | undefined, gpus: number): Use {
  if (count < slotsOfUse) return 'missing';
  const knowsGpus = gpus > 0 && ownPoint?.gpu?.known === gpus;
  const knowsLogins = ownPoint?.logins !== undefined;
  if (knowsGpus) return knowsLogins ? 'quiet-both' : 'quiet-gpus';
  return knowsLogins ? 'quiet-logins' : 'quiet';
}

/** Returns the part of a history after an instant. */
export function trimUseHistory({ since, spells }: UseHistory, from: Instant): UseHistory {
  return from <= since
    ? { since, spells }
    : { since: from, spells: spells.filter(({ until }) => until > from) };
}

/** The signals from outside the platform that a VM ever had: a slot without one of them is unknown, not quiet. */
export type SignalHistory = { readonly gpus?: unknown; readonly logins?: unknown };

/** A stretch of a history in which all slots are used, known to be quiet, or unknown. */
export type UseStretch = {
  readonly use: 'used' | 'quiet' | 'unknown';
  readonly from: Instant;
  readonly until: Instant;
};

/**
 * The longest time without samples of a running VM. After a longer one somebody has started it again, which counts as
 * use.
 */
export const longestGap: Span = hours(8);

/** Returns the stretches of a history, oldest first; the signals that the VM ever had decide what counts as quiet. */
export function buildUseStretches({ since, spells }: UseHistory, had: SignalHistory): readonly UseStretch[] {
  const stretches: UseStretch[] = [];
  let from = since;
  for (const { use: spellUse, until } of spells) {
    const quietOrUnknown = isQuiet(spellUse, had) ? 'quiet' : 'unknown';
    const use = spellUse === 'used' ? spellUse : quietOrUnknown;
    const last = stretches.at(-1);
    if (last?.use === use) stretches[stretches.length - 1] = { ...last, until };
    else {
      const isStart = last?.use === 'unknown' && computeSpan(last.from, from) > longestGap;
      if (isStart) stretches.push({ use: 'used', from, until: from });
      stretches.push({ use, from, until });
    }
    from = until;
  }
  return stretches;
}

function isQuiet(use: Use, { gpus, logins }: SignalHistory): boolean {
  if (use === 'used' || use === 'missing') return false;
  const knowsGpus = use === 'quiet-gpus' || use === 'quiet-both';
  const knowsLogins = use === 'quiet-logins' || use === 'quiet-both';
  return (gpus === undefined || knowsGpus) && (logins === undefined || knowsLogins);
}

/** The known quiet time in an interval, whether the VM was used in it, and the unknown stretches that overlap it. */
export type UseSummary = {
  readonly quiet: Span;
  readonly isUsed: boolean;
  readonly gaps: readonly UseStretch[];
};

/** Summarizes the use in an interval that excludes `from` and includes `until`. */
export function summarizeUse(stretches: readonly UseStretch[], from: Instant, until: Instant): UseSummary {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.until ?? from) <= from) low = middle + 1;
    else high = middle;
  }
  let [quiet, isUsed] = [0, false];
  const gaps: UseStretch[] = [];
  for (let index = low; index < stretches.length; index += 1) {
    const stretch = stretches[index];
    if (stretch === undefined || stretch.from >= until) break;
    if (stretch.use === 'used') isUsed = true;
    if (stretch.use === 'unknown') gaps.push(stretch);
    if (stretch.use === 'quiet')
      quiet += computeSpan(latest(stretch.from, from), earliest(stretch.until, until));
  }
  return { quiet: milliseconds(quiet), isUsed, gaps };
}
