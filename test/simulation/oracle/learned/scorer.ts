import { days, hours, type Instant, instant, type Span } from '../../../../lib/model/time/time.ts';
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
  /** The other VMs of the project. */
  readonly beside?: readonly VmBeside[];
  /** The time of the poll that judges. */
  readonly at?: Instant;
};

/** A VM beside the one that is judged, with the time of its first sample. */
export type VmBeside = { readonly cpus: CpuBySlot; readonly since: Instant };

type Use = 'used' | 'quiet' | 'missing' | 'outage';
type Uses = { readonly since: number; readonly at: (end: number) => Use };

/**
 * Computes the risk of a stop once more, slot by slot, as docs/idle.md describes it; `null` when the VM is in use, too
 * young, or was quiet for less than two hours. It shares no code with the product.
 */
export function riskBy({ weights }: Scorecard, cpus: CpuBySlot, terms: Terms): number | null {
  const { since, now, within, inUse, outage = hours(12), beside = [], at: polledAt = now } = terms;
  const uses = usesOf(cpus, { since, now, inUse, outage });
  const { at } = uses;
  const worst = (from: number, until: number): Use => worstOf(uses, from, until);
  let quiet = 0;
  while (at(now - quiet) === 'quiet') quiet += slot;
  if (quiet < hours(2) || now - since < days(1)) return null;
  let [told, used, stayed, left, days27, used27] = [0, 0, 0, 0, 0, 0];
  for (let back = 1; back <= 27; back += 1) {
    const then = now - back * days(1);
    const weight = 0.8 ** (back - 1);
    const after = shareOfUse(uses, then, within, now);
    if (after === null) continue;
    days27 += 1;
    used27 += after;
    const before = worst(then - hours(2), then);
    if (before !== 'used') left += after;
    if (before === 'quiet') stayed += 1 - after;
    if (back > 14) continue;
    told += weight;
    used += weight * after;
  }
  const last = (span: Span) =>
    Array.from({ length: span / slot }, (_, index) => cpus.get(now - index * slot) ?? 100);
  const hour = last(hours(1));
  // Samples of the last two hours may still come.
  const settled = Math.floor((polledAt - hours(2)) / slot) * slot;
  const others = beside.map((vm) =>
    usesOf(vm.cpus, { since: vm.since, now: instant(settled), inUse, outage }),
  );
  const all = [
    Math.log((used + 0.3) / (told - used + 0.3)),
    Math.log((used27 + 0.3) / (days27 - used27 + 0.3)),
    Math.log((left + 0.3) / (stayed + 0.3)),
    highestTogether(unusual(uses, now, hours(8)) ?? 1, uses, others, settled),
    Math.min(30, Math.max(...last(hours(4)))) / 15,
    Math.log(hour.reduce((sum, cpu) => sum + cpu, 0) / hour.length + 1),
  ];
  const [constant = Number.NaN, ...each] = weights[String(within / hours(1))] ?? [];
  const sum = each.reduce((total, weight, index) => total + weight * (all[index] ?? 0), constant);
  return 1 / (1 + Math.exp(-sum));
}

function worstOf({ since, at }: Uses, from: number, until: number): Use {
  let found: Use = from < since ? 'outage' : 'quiet';
  for (let end = Math.floor(from / slot + 1) * slot; end <= until; end += slot) {
    const use = at(end);
    if (use === 'used') return 'used';
    if (use === 'missing' || (use === 'outage' && found === 'quiet')) found = use;
  }
  return found;
}

/**
 * Returns 1 if it was used by half an hour before the end of a time, or may have been, 0 if not by half an hour after it, and
 * a share in between.
 */
function shareOfUse({ since, at }: Uses, from: number, within: number, now: number): number | null {
  const half = hours(0.5);
  let isKnown = from >= since;
  for (
    let end = Math.floor(from / slot + 1) * slot;
    end <= Math.min(now, from + within + half);
    end += slot
  ) {
    const use = at(end);
    if (use === 'outage') isKnown = false;
    if (use === 'used' || use === 'missing')
      return !isKnown ? 1 : Math.min(1, Math.max(0, 0.5 + (from + within - end) / (2 * half)));
  }
  return isKnown ? 0 : null;
}

/** Returns how much more it was used in some hours than in those of 14 days before; `null` if nobody knows. */
function unusual(uses: Uses, until: number, span: Span): number | null {
  const use = worstOf(uses, until - span, until);
  if (use === 'outage') return null;
  let [used, told] = [0, 0];
  for (let back = 1; back <= 14; back += 1) {
    const then = until - back * days(1);
    const before = worstOf(uses, then - span, then);
    told += 0.8 ** (back - 1);
    if (before === 'used') used += 0.8 ** (back - 1);
  }
  return (use === 'quiet' ? 0 : 1) - (used + 0.3) / (told + 0.6);
}

/** Returns the highest mean of what is unusual of VMs, each weighed by the square of the share of hours in common, that gaps allow. */
function highestTogether(own: number, uses: Uses, others: readonly Uses[], until: number): number {
  const hoursOf = (of: Uses) =>
    Array.from({ length: 14 * 24 }, (_, index) => {
      const begin = (Math.floor(until / hours(1)) - 7 - index) * hours(1);
      const told = Array.from({ length: hours(1) / slot }, (_, nth) => of.at(begin + (nth + 1) * slot));
      return told.includes('used') ? 'used' : told.includes('missing') ? 'maybe' : 'not';
    });
  const mine = hoursOf(uses);
  const figures = others.flatMap((other) => {
    const figure = unusual(other, until, hours(6));
    if (figure === null) return [];
    const pairs = hoursOf(other).map((hour, index) => [hour, mine[index]] as const);
    const count = (is: (pair: readonly (string | undefined)[]) => boolean) => pairs.filter(is).length;
    const both = count((pair) => pair.every((hour) => hour === 'used'));
    const mayBoth = count((pair) => pair.every((hour) => hour !== 'not'));
    const mayEither = count((pair) => pair.some((hour) => hour !== 'not'));
    const either = count((pair) => pair.includes('used') || pair.every((hour) => hour === 'maybe'));
    return [{ figure, least: (both / (mayEither + 2)) ** 2, most: (mayBoth / (either + 2)) ** 2 }];
  });
  // The highest weights are those of the highest figures: tried for each place where they may change.
  const sorted = figures.toSorted((left, right) => right.figure - left.figure);
  const means = [...sorted.keys(), sorted.length].map((high) => {
    let [sum, weight] = [own, 1.3];
    for (const [index, { figure, least, most }] of sorted.entries()) {
      const share = index < high ? most : least;
      sum += share * figure;
      weight += share;
    }
    return sum / weight;
  });
  return Math.max(...means);
}

/** Returns the use of the half hour before the end of each slot; a long time without samples is an outage. */
function usesOf(
  cpus: CpuBySlot,
  { since, now, inUse, outage }: Pick<Terms, 'since' | 'now' | 'inUse'> & { readonly outage: Span },
): Uses {
  const uses = new Map<number, Use>();
  let missing: number[] = [];
  let begins: number = since;
  const first = Math.floor(since / slot + 1) * slot;
  const close = (): void => {
    // Nobody knows the mean of the first half hour.
    const isBeginning = missing[0] === first && missing.length < 6;
    if (isBeginning) begins = missing.at(-1) ?? since;
    if (isBeginning || missing.length * slot >= outage) for (const end of missing) uses.set(end, 'outage');
    missing = [];
  };
  for (let end = first; end <= now; end += slot) {
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
  return { since: begins, at: (end) => uses.get(end) ?? 'outage' };
}
