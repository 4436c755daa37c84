import { days, hours, type Instant, type Span } from '../../../../lib/model/time/time.ts';
import { slot } from './true-use.ts';

/** The fitted weights, as published in lib/evaluate/learned/scorecard.json. */
export type Scorecard = {
  readonly weights: Readonly<Record<string, readonly number[]>>;
};

/** The CPU of each slot by its end, in percent of the VM; an unknown one is absent. */
export type CpuBySlot = ReadonlyMap<number, number>;

type Terms = {
  readonly since: Instant;
  readonly now: Instant;
  readonly within: Span;
  /** The mean CPU over half an hour that counts as use, in percent. */
  readonly inUse: number;
  /** The time without samples from which on a gap counts for nothing. */
  readonly outage?: Span;
};

type Use = 'used' | 'quiet' | 'missing' | 'outage';

/**
 * Computes the risk of a stop once more, slot by slot, as docs/idle.md describes it; `null` when the VM is in use, too
 * young, or was quiet for less than two hours. It shares no code with the product.
 */
export function riskBy(
  { weights }: Scorecard,
  cpus: CpuBySlot,
  { since, now, within, inUse, outage = hours(12) }: Terms,
): number | null {
  const uses = usesOf(cpus, { since, now, inUse, outage });
  const at = (end: number): Use => uses.get(end) ?? 'outage';
  const worst = (from: number, until: number): Use => {
    let found: Use = from < since ? 'outage' : 'quiet';
    for (let end = Math.floor(from / slot + 1) * slot; end <= until; end += slot) {
      const use = at(end);
      if (use === 'used') return 'used';
      if (use === 'missing' || (use === 'outage' && found === 'quiet')) found = use;
    }
    return found;
  };
  let quiet = 0;
  while (at(now - quiet) === 'quiet') quiet += slot;
  if (quiet < hours(2) || now - since < days(1)) return null;
  let [told, used, stayed, left, days27, used27] = [0, 0, 0, 0, 0, 0];
  for (let back = 1; back <= 27; back += 1) {
    const then = now - back * days(1);
    const weight = 0.8 ** (back - 1);
    const after = worst(then, then + within);
    if (after === 'outage') continue;
    days27 += 1;
    if (after !== 'quiet') used27 += 1;
    if (back > 14) continue;
    told += weight;
    if (after !== 'quiet') used += weight;
    const before = worst(then - hours(1), then);
    if (before === 'missing' || (before !== 'used' && after !== 'quiet')) left += weight;
    else if (before === 'quiet') stayed += weight;
  }
  const last = (span: Span) =>
    Array.from({ length: span / slot }, (_, index) => cpus.get(now - index * slot) ?? 100);
  const hour = last(hours(1));
  const terms = [
    Math.log((used + 0.3) / (told - used + 0.3)),
    Math.log((left + 0.3) / (stayed + 0.3)),
    Math.log(quiet / hours(1)),
    Math.min(30, Math.max(...last(hours(4)))) / 15,
    Math.log(hour.reduce((sum, cpu) => sum + cpu, 0) / hour.length + 1),
    Math.log((used27 + 0.3) / (days27 - used27 + 0.3)),
  ];
  const [constant = Number.NaN, ...each] = weights[String(within / hours(1))] ?? [];
  const sum = each.reduce((total, weight, index) => total + weight * (terms[index] ?? 0), constant);
  return 1 / (1 + Math.exp(-sum));
}

/** Returns the use of the half hour before the end of each slot; a long time without samples is an outage. */
function usesOf(
  cpus: CpuBySlot,
  { since, now, inUse, outage }: Required<Omit<Terms, 'within'>>,
): ReadonlyMap<number, Use> {
  const uses = new Map<number, Use>();
  let missing: number[] = [];
  const close = (): void => {
    if (missing.length * slot >= outage) for (const end of missing) uses.set(end, 'outage');
    missing = [];
  };
  for (let end = Math.floor(since / slot + 1) * slot; end <= now; end += slot) {
    let [sum, known] = [0, 0];
    for (let back = 0; back < 6; back += 1) {
      const cpu = cpus.get(end - back * slot);
      if (cpu === undefined) continue;
      sum += cpu;
      known += 1;
    }
    const use = sum >= 6 * inUse ? 'used' : known === 6 ? 'quiet' : 'missing';
    uses.set(end, use);
    if (use === 'missing') missing.push(end);
    else close();
  }
  close();
  return uses;
}
