import type { UsagePoint } from '../../../../lib/model/facts/usage.ts';
import { days, hours } from '../../../../lib/model/time/time.ts';
import type { LearnedRule } from '../../../../lib/rules/idle/terms.ts';
import { slot } from './true-use.ts';

/** The samples of a VM by the ends of their slots; an unknown one is absent. */
export type PointBySlot = ReadonlyMap<number, UsagePoint>;

type Limits = Pick<LearnedRule, 'learned' | 'networkBelow' | 'diskBelow' | 'gpuBelow' | 'logins'>;
type Terms = { readonly rule: Limits; readonly since: number; readonly now: number; readonly gpus?: number };
type Use = 'used' | 'quiet' | 'unknown';

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
  const span = within + hours(0.5);
  const counts = Array.from({ length: 28 }, (_, index) => {
    const from = now - (index + 1) * days(1);
    let known = 0;
    for (let end = Math.floor(from / slot + 1) * slot; end <= Math.min(now, from + span); end += slot) {
      const use = at(end);
      if (use === 'used') return { used: 1, quiet: 0 };
      if (use === 'quiet') known += slot;
    }
    return { used: 0, quiet: known / span };
  });
  const weekly = counts.filter((_, index) => index % 7 === 6);
  const sum = (of: typeof counts, key: 'used' | 'quiet') => of.reduce((total, day) => total + day[key], 0);
  const odds = [(1 + sum(counts, 'used')) / (1 + sum(counts, 'quiet'))];
  if (sum(weekly, 'used') > 1) odds.push((1 + 7 * sum(weekly, 'used')) / (1 + 7 * sum(weekly, 'quiet')));
  const falling = (Math.max(...odds) * 3 * within) / (8 * quiet);
  return falling / (1 + falling);
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
    if (end <= since) return 'unknown';
    const use = known.get(end) ?? compute(end);
    known.set(end, use);
    return use;
  };
}
