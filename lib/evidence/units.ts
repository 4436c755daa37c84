import type { ObservedUnits } from '../model/facts/units-seen.ts';
import { days, earlier, type Instant, type Span } from '../model/time/time.ts';

/** A figure of one machine in a reading of a metric over the whole fleet, in percent by the unit that the metric declares. */
export type FleetFigure = { readonly machine: string; readonly at: Instant; readonly percent: number };

/** The time for which a figure over 1 % decides the unit of its metric. */
const decidedFor: Span = days(7);

/**
 * Decides whether figures up to 1 % of a metric are what they seem. A collector that divides a percentage keeps its name,
 * and shows 0.99 for a busy GPU: figures that are never over 1 are undecided. One over 1 on any machine of the
 * fleet, now or in the days before, decides it, unless all figures have fallen to about a hundredth since. No machine
 * decides it for itself, since an idle one is never over 1 either.
 */
export function unitEvidence(
  figures: readonly FleetFigure[],
  before: ObservedUnits[string] | undefined,
  now: Instant,
): ObservedUnits[string] {
  const shown = figures.filter(({ percent }) => percent > 0).toSorted((left, right) => left.at - right.at);
  const last = shown.findLast(({ percent }) => percent > 1)?.at;
  if (last !== undefined) return { at: last, isDecided: !isDivided(shown, last) };
  return {
    at: before?.at ?? now,
    isDecided: before?.isDecided === true && before.at > earlier(now, decidedFor),
  };
}

/** The factors by which use may fall at the moment at which figures begin to be divided by a hundred. */
const divided = { least: 20, most: 500 };

/** Reports whether every machine that shows use after a moment showed about a hundred times as much before it. */
function isDivided(shown: readonly FleetFigure[], moment: Instant): boolean {
  const later = shown.filter(({ at }) => at > moment);
  return (
    later.length > 0 &&
    later.every(({ machine, percent }) => {
      const before = shown.findLast((figure) => figure.machine === machine && figure.at <= moment);
      const factor = (before?.percent ?? 0) / percent;
      return factor >= divided.least && factor <= divided.most;
    })
  );
}

/** The units of the metrics of one source. */
export type Units = {
  /** Reports whether the unit of a metric is decided, with its figures over the whole fleet. */
  isDecided(metric: string, figures: readonly FleetFigure[]): boolean;
};

/** Returns the units of metrics by what was seen before, and what is seen of them once figures were read. */
export function createUnitTracker(before: readonly ObservedUnits[], now: Instant) {
  const seen = new Map<string, ObservedUnits[string]>();
  for (const [key, one] of before.flatMap((units) => Object.entries(units)))
    if (one.at >= (seen.get(key)?.at ?? 0)) seen.set(key, one);
  return {
    of: (source: string): Units => ({
      isDecided(metric, figures) {
        const key = `${source}#${metric}`;
        const evidence = unitEvidence(figures, seen.get(key), now);
        seen.set(key, evidence);
        return evidence.isDecided;
      },
    }),
    seen: (): ObservedUnits => Object.fromEntries(seen),
  };
}
