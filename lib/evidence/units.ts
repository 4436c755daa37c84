import type { ObservedUnits } from '../model/facts/units-seen.ts';
import { days, earlier, type Instant, type Span } from '../model/time/time.ts';

/** A figure of one machine in a reading of a metric over the whole fleet, in percent by the unit that the metric declares. */
export type FleetFigure = { readonly machine: string; readonly at: Instant; readonly percent: number };

/** The time for which a figure over 1 % decides the unit of its metric. */
const decidedFor: Span = days(7);

/**
 * Decides whether figures up to 1 of a metric in percent are percents. A collector that divides a percentage by 100 keeps
 * the name of the metric, and shows 0.99 for a busy GPU, so a metric without a figure over 1 is undecided. A figure over 1
 * on any machine of the fleet, now or in the last days, decides it, unless all figures have fallen to about a hundredth
 * since. A machine does not decide for itself alone, since an idle one is never over 1 either.
 */
export function unitEvidence(
  figures: readonly FleetFigure[],
  previous: ObservedUnits[string] | undefined,
  now: Instant,
): ObservedUnits[string] {
  const shown = figures.filter(({ percent }) => percent > 0).toSorted((left, right) => left.at - right.at);
  const last = shown.findLast(({ percent }) => percent > 1)?.at;
  if (last !== undefined) return { at: last, isDecided: !isDivided(shown, last) };
  return {
    at: previous?.at ?? now,
    isDecided: previous?.isDecided === true && previous.at > earlier(now, decidedFor),
  };
}

/** The factors by which use may fall when figures begin to be divided by a hundred. */
const divided = { least: 20, most: 500 };

/** Reports whether every machine that shows use after a moment showed about a hundred times as much before it. */
function isDivided(shown: readonly FleetFigure[], moment: Instant): boolean {
  const later = shown.filter(({ at }) => at > moment);
  return (
    later.length > 0 &&
    later.every(({ machine, percent }) => {
      const lastFigure = shown.findLast((figure) => figure.machine === machine && figure.at <= moment);
      const factor = (lastFigure?.percent ?? 0) / percent;
      return factor >= divided.least && factor <= divided.most;
    })
  );
}

/** The units of the metrics of one source. */
export type Units = {
  /** Reports whether the unit of a metric is decided, with its figures over the whole fleet. */
  isDecided(metric: string, figures: readonly FleetFigure[]): boolean;
};

/**
 * Creates a tracker: `of` decides the units of a source from its figures and earlier observations, and `seen` returns the
 * observations so far.
 */
export function createUnitTracker(earlierUnits: readonly ObservedUnits[], now: Instant) {
  const seen = new Map<string, ObservedUnits[string]>();
  for (const [key, unit] of earlierUnits.flatMap((units) => Object.entries(units)))
    if (unit.at >= (seen.get(key)?.at ?? 0)) seen.set(key, unit);
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
