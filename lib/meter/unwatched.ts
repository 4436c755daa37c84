import type { Observation } from '../model/facts/observation.ts';
import {
  type Charge,
  charge,
  noCharge,
  partOfCharge,
  subtractCharges,
  sumCharges,
} from '../model/money/money.ts';
import {
  chargedToDate,
  type PlatformReport,
  type ReportedSpend,
  type UnwatchedCharge,
} from '../model/money/spend.ts';
import { computeSpan, earlier, type Instant, latest, type Span } from '../model/time/time.ts';
import { computeBurnRate, getResourceCost } from '../rules/facts.ts';
import { type ReportContext, weighReport } from './weigh-report.ts';

type FirstPoll = { readonly observation: Observation; readonly measuredSince: Instant; readonly carry: Span };

/**
 * Estimates the charges between the end of the first report and the first poll: each resource at its price, from its
 * creation on. A price counts for at most `carry`, as elsewhere.
 */
export function estimateUnwatched(
  report: PlatformReport,
  { observation, measuredSince: until, carry }: FirstPoll,
): PlatformReport {
  const from = latest(report.spend.until, earlier(until, carry));
  if (from >= until) return report;
  const charge = chargeBetween(observation, from, until);
  return charge.isZero() ? report : { ...report, unwatched: { from, until, charge } };
}

function chargeBetween(observation: Observation, from: Instant, until: Instant): Charge {
  if (observation.kind !== 'project') {
    const burnRate = computeBurnRate(observation);
    return burnRate === null ? noCharge : charge(burnRate, computeSpan(from, until));
  }
  return sumCharges(
    observation.resources.map((resource) => {
      const since = latest(from, resource.createdAt ?? from);
      return since < until ? charge(getResourceCost(resource), computeSpan(since, until)) : noCharge;
    }),
  );
}

/**
 * Weighs a report as `weighReport` does. The bill replaces the estimate for the time before the first poll, which
 * proves nothing.
 */
export function weighBesideEstimate(report: ReportedSpend, known: ReportContext): PlatformReport {
  const { grown, at } = known;
  if (grown?.unwatched === undefined) return weighReport(report, known);
  const { charge: estimated } = grown.unwatched;
  const next = weighReport(report, { ...known, grown: withoutUnwatched(grown), estimated });
  return keepUnwatched(grown, next, at);
}

export function withoutUnwatched(report: PlatformReport): PlatformReport {
  const { unwatched: _, ...rest } = report;
  return rest;
}

/**
 * Returns a newer report with the part of the estimate for the time that it does not cover, and with a correction if
 * spend to date is now less.
 */
function keepUnwatched(previous: PlatformReport, next: PlatformReport, at: Instant): PlatformReport {
  const { unwatched } = previous;
  if (unwatched === undefined) return next;
  const remaining = selectUnreported(unwatched, next.spend.until);
  const kept = remaining === null ? next : { ...next, unwatched: remaining };
  const by = subtractCharges(chargedToDate(previous), chargedToDate(kept));
  if (by.lte(noCharge)) return kept;
  const because = next.corrected?.at === at ? next.corrected.because : 'billed';
  return { ...kept, corrected: { at, by, because } };
}

/** Returns the part of an estimate after an instant; `null` when there is none. */
function selectUnreported(
  { from, until, charge }: UnwatchedCharge,
  reached: Instant,
): UnwatchedCharge | null {
  const begins = latest(from, reached);
  if (begins >= until) return null;
  return {
    from: begins,
    until,
    charge: partOfCharge(charge, computeSpan(begins, until), computeSpan(from, until)),
  };
}
