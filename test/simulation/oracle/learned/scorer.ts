import type { UsagePoint } from '../../../../lib/model/facts/usage.ts';
import { days, hours } from '../../../../lib/model/time/time.ts';
import type { LearnedRule } from '../../../../lib/rules/idle/terms.ts';
import { slot } from './true-use.ts';

/** The samples of a VM by the ends of their slots; an unknown one is absent. */
export type PointBySlot = ReadonlyMap<number, UsagePoint>;

type Limits = Pick<LearnedRule, 'learned' | 'networkBelow' | 'diskBelow' | 'gpuBelow' | 'logins'>;
type Terms = { readonly rule: Limits; readonly since: number; readonly now: number; readonly gpus?: number };
type Use = 'used' | 'quiet' | 'unknown' | 'before';

/**
 * Computes the risk of a stop once more, slot by slot, as docs/idle.md describes it; `null` when the VM is in use, too
 * young, or was quiet for less than four hours. It shares no code with the product.
 */
export function riskBy(points: PointBySlot, terms: Terms): number | null {
  const { rule, since, now } = terms;
  const { within } = rule.learned;
  const at = useBy(points, terms);
  let quiet = 0;
  while (at(now - quiet) === 'quiet') quiet += slot;
  if (quiet < hours(4) || now - since < days(1)) return null;
  let unused = quiet;
  while (at(now - unused) !== 'used' && at(now - unused) !== 'before') unused += slot;
  const span = within + hours(1);
  const gapAt = gapsBy(at);
  const between = (from: number, until: number) => {
    const found = { isUsed: false, quiet: 0, gapsIn: new Set<Gap>() };
    for (let end = Math.floor(from / slot + 1) * slot; end <= until; end += slot) {
      const use = at(end);
      if (use === 'used') found.isUsed = true;
      if (use === 'quiet') found.quiet += slot;
      if (use !== 'unknown') continue;
      const gap = gapAt(end);
      if (gap.until - gap.from <= hours(8)) found.gapsIn.add(gap);
      else if (gap.until < until) found.isUsed = true;
    }
    return found;
  };
  const past = Array.from({ length: 28 }, (_, index) => {
    const from = now - (index + 1) * days(1);
    const { isUsed, quiet: known, gapsIn } = between(from, Math.min(now, from + span));
    const isUnseen = [...gapsIn].some((gap) => {
      // All other days, by how far they lie from this one, at the hour of the gap.
      const others = Array.from({ length: 28 }, (_, other) => (index - other) * days(1)).filter(
        (by) => by !== 0,
      );
      const seen = others.map((by) => {
        const about = between(gap.from + by - hours(1), Math.min(now, gap.until + by + hours(1)));
        const isUsed = between(gap.from + by, Math.min(now, gap.until + by)).isUsed;
        return { isAlike: isUsed || about.gapsIn.size > 0, isKnown: about.isUsed || about.quiet > 0 };
      });
      const alike = seen.filter((day) => day.isAlike).length;
      const known = seen.filter((day) => day.isAlike || day.isKnown).length;
      return alike > 0 && alike >= (known * 2) / 3;
    });
    const late = Math.min(hours(5), unused - hours(4));
    const isBefore = late > 0 && between(from - late, from).isUsed;
    return { isUsed: isUsed || isUnseen, isBefore, quiet: known / span };
  });
  const odds = (some: typeof past, times: number) => {
    const sum = (of: typeof past) => of.reduce((total, day) => total + day.quiet, 0);
    const about = some.filter((day) => day.isUsed || day.isBefore);
    const isDue = about.length >= sum(some.filter((day) => !about.includes(day)));
    const used = isDue ? about : some.filter((day) => day.isUsed);
    if (times > 1 && used.length < 2) return 0;
    return (1 + times * used.length) / (1 + times * sum(some.filter((day) => !used.includes(day))));
  };
  const weekly = past.filter((_, index) => index % 7 === 6);
  const recent = [...points].flatMap(([end, { cpu }]) =>
    end > now - hours(4) && end <= now ? (cpu ?? []) : [],
  );
  const load = recent.reduce((sum, cpu) => sum + cpu, 0) / Math.max(1, recent.length) / rule.learned.inUse;
  const falling =
    (Math.max(odds(past, 1), odds(weekly, 7)) * Math.max(1, 3 * load) * 3 * within) / (8 * quiet);
  return falling / (1 + falling);
}

type Gap = { readonly from: number; readonly until: number };

/** Returns the gap in which a slot lies. What lies before the first sample is none. */
function gapsBy(at: (end: number) => Use): (end: number) => Gap {
  const known = new Map<number, Gap>();
  return (end) => {
    const found = known.get(end);
    if (found !== undefined) return found;
    let [from, until] = [end - slot, end];
    while (at(from) === 'unknown') from -= slot;
    while (at(until + slot) === 'unknown') until += slot;
    const gap = { from, until };
    for (let one = from + slot; one <= until; one += slot) known.set(one, gap);
    return gap;
  };
}

/** Returns the use of the half hour before the end of each slot. */
function useBy(points: PointBySlot, { rule, since, gpus = 0 }: Terms): (end: number) => Use {
  const limits = { cpu: rule.learned.inUse, network: rule.networkBelow, disk: rule.diskBelow };
  const all = [...points.values()];
  const hadGpus = gpus > 0 && all.some(({ gpu }) => gpu?.known === gpus);
  const hadLogins = rule.logins === 'counted' && all.some(({ logins }) => logins !== undefined);
  const known = new Map<number, Use>();
  const compute = (end: number): Use => {
    const own = points.get(end);
    if (own !== undefined && (own.gpu?.busiest ?? 0) >= rule.gpuBelow) return 'used';
    const isCounted = rule.logins === 'counted';
    if (isCounted && ((own?.logins ?? 0) > 0 || own?.alive === true)) return 'used';
    const half = [0, 1, 2, 3, 4, 5].map((back) => points.get(end - back * slot));
    let isKnown = true;
    for (const figure of ['cpu', 'network', 'disk'] as const) {
      const figures = half.map((point) => point?.[figure] ?? null);
      if (figures.reduce<number>((sum, one) => sum + (one ?? 0), 0) >= 6 * limits[figure]) return 'used';
      if (figures.includes(null)) isKnown = false;
    }
    if (hadGpus && own?.gpu?.known !== gpus) return 'unknown';
    if (hadLogins && own?.logins === undefined) return 'unknown';
    return isKnown ? 'quiet' : 'unknown';
  };
  return (end) => {
    if (end <= since) return 'before';
    const use = known.get(end) ?? compute(end);
    known.set(end, use);
    return use;
  };
}
