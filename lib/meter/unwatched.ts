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
  const { unwatched } = grown;
  const next = weighReport(report, {
    ...known,
    grown: withoutUnwatched(grown),
    estimated: unwatched.charge,
  });
  const remaining = selectUnreported(unwatched, next.spend.until);
  const kept = remaining === null ? next : { ...next, unwatched: remaining };
  return withWholeFall(kept, subtractCharges(chargedToDate(grown), chargedToDate(kept)), at);
}

export function withoutUnwatched(report: PlatformReport): PlatformReport {
  const { unwatched: _, ...rest } = report;
  return rest;
}

/** Records by how much spend to date fell, with what the bill took of the estimate. */
function withWholeFall(report: PlatformReport, by: Charge, at: Instant): PlatformReport {
  if (by.lte(noCharge)) return report;
  const because = report.corrected?.at === at ? report.corrected.because : 'billed';
  return { ...report, corrected: { at, by, because } };
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
