import { Subject, type Target } from '../../model/ids.ts';
import {
  addMoney,
  atLeast,
  computePercentage,
  computeShare,
  type Money,
  moneyInWords,
  reachedInWords,
  subtractMoney,
} from '../../model/money/money.ts';
import { matchesTarget, namesResources } from '../../model/rules/match.ts';
import type { Severity } from '../../model/severity.ts';
import { budgetInterval, type Interval, localDate } from '../../model/time/period.ts';
import { computeSpan, latest, milliseconds } from '../../model/time/time.ts';
import type { Facts } from '../facts.ts';
import type { Judge } from '../judge.ts';
import { missingFact } from '../missing-fact.ts';
import { countUnmatchedResources, someProperties, unmatchedInWords, withNamed } from '../named-resources.ts';
import { countUnpricedResources, somePrices, unpricedInWords } from '../unpriced.ts';
import type { Verdict } from '../verdict.ts';
import { type Forecast, forecastIfKnown } from './forecast.ts';
import { missingMembers } from './missing-members.ts';
import { computeUnmeteredPart, formatMeteredSource, resourceSpend } from './resource-spend.ts';
import {
  type BudgetInterval,
  computePeriodToDate,
  computeReportedSpend,
  findWithheldAmount,
  type PeriodSpend,
} from './spent.ts';
import type { BudgetFigures, BudgetRule } from './terms.ts';

/** Compares a target's spend in the rule's period, and its forecast, with the limit. */
export function judgeBudget(rule: BudgetRule, facts: Facts): Verdict[] {
  if (!isBudgetForTarget(rule, facts.target)) return [];
  const { at } = facts.observation;
  const interval = budgetInterval(rule.period, at, facts.zone);
  const isOfResources = namesResources(rule.match);
  const stretch: BudgetInterval = {
    period: rule.period,
    interval,
    ...(isOfResources && { begun: 'this budget' }),
  };
  const named = withNamed(rule.match, facts.target, facts.observation);
  const spend = isOfResources ? resourceSpend(rule, facts.spend, named) : facts.spend;
  const spent =
    rule.basis === 'reported'
      ? computeReportedSpend(spend, stretch, at)
      : computePeriodToDate(spend, stretch, at);
  const identity: AlertIdentity = {
    rule: rule.name,
    subject: Subject.parse(facts.target.id),
    episode: formatBudgetEpisode(rule, interval, facts.zone),
  };
  const isEmpty = facts.observation.kind === 'group' && facts.observation.members.length === 0;
  if (spent === null || isEmpty) {
    const neither = rule.basis === 'to-date' ? ', and no price is known' : '';
    const because = isEmpty
      ? 'no matching project has been observed'
      : `the platform has reported no spend for this period yet${neither}`;
    const lacks = isEmpty ? null : missingFact('spend', 'its spend');
    const unknown: Verdict = { ...identity, kind: 'unknown', because, figures: null, lacks };
    // Both get a verdict: an alert without one would count as ended, and be notified again.
    return rule.forecast === null ? [unknown] : [unknown, { ...unknown, ...ofForecast(identity) }];
  }
  const remaining = milliseconds(Math.max(0, computeSpan(latest(spent.asOf, interval.from), interval.until)));
  const { observation } = facts;
  const members = missingMembers(rule, observation);
  // Outdated figures of a member still count to date; those of an unknown member never do.
  const isOutdated = rule.basis === 'reported' && members !== null;
  const unpriced = countUnpricedResources(named);
  const unmatched = countUnmatchedResources(rule.match, facts.target, observation);
  const context: Context = {
    rule,
    identity,
    interval,
    spent,
    forecast: forecastIfKnown(spent.amount, spend, remaining),
    metered: isOfResources ? computeUnmeteredPart(facts.spend, stretch, at) : null,
    doubt: (observation.kind === 'group' ? observation.mayCountTwice : undefined) ?? null,
    missingBecause:
      unmatched > 0
        ? unmatchedInWords(unmatched)
        : rule.basis === 'reported' || unpriced === 0
          ? members
          : unpricedInWords(unpriced),
    isPartial: (observation.kind === 'group' && observation.unpolledMembers.length > 0) || isOutdated,
  };
  const verdict = judgeSpent(context);
  const verdicts =
    rule.forecast === null ? [verdict] : [verdict, judgeForecast(context, rule.forecast, verdict)];
  if (spent.isLeast) return verdicts.map(neverClear(someAmounts));
  if (unmatched > 0) return verdicts.map(neverClear(someProperties));
  if (spent.isAccrued && unpriced > 0) return verdicts.map(neverClear(somePrices));
  return mayHaveReached(rule, spent) ? verdicts.map(neverClear(someCharges)) : verdicts;
}

/**
 * True if what may be missing would bring the spend to a threshold that it has not reached: then being under it
 * proves nothing.
 */
const mayHaveReached = ({ thresholds }: BudgetRule, { amount, missing }: PeriodSpend): boolean =>
  thresholds.some(
    (step) => !atLeast(amount, step) && (missing === null || atLeast(addMoney(amount, missing), step)),
  );

/** Turns a clear verdict into unknown, because a lower bound of the spend does not prove that it is under the limit. */
const neverClear =
  (lacks: typeof someAmounts) =>
  (verdict: Verdict): Verdict =>
    verdict.kind === 'clear' ? { ...verdict, kind: 'unknown', lacks } : verdict;

const someAmounts = missingFact('spend', 'the amounts of some items of its spend');

const someCharges = missingFact(
  'spend',
  'charges without a price of their own, or of time in which nobody watched',
);

type AlertIdentity = Pick<Verdict, 'rule' | 'subject' | 'episode'>;
type Context = {
  readonly rule: BudgetRule;
  readonly identity: AlertIdentity;
  readonly interval: Interval;
  readonly spent: PeriodSpend;
  /** `null` while its rate is unknown. */
  readonly forecast: Forecast | null;
  /** Set for a budget on single resources. */
  readonly metered: NonNullable<BudgetFigures['metered']> | null;
  /** Why a group's spend may be counted twice, in which case nothing is stopped; `null` if it cannot be. */
  readonly doubt: string | null;
  /** The missing figures of a group, or prices, as text; `null` when none are missing. */
  readonly missingBecause: string | null;
  /** True if the spend may cover less than the group, so that being under a limit proves nothing. */
  readonly isPartial: boolean;
};

/** True if a rule applies to a target. A shared budget applies to the rule's group, any other to each matching target. */
export const isBudgetForTarget = ({ shared, name, match }: BudgetRule, target: Target): boolean =>
  target.kind === 'group' ? shared && target.rule === name : !shared && matchesTarget(match, target);

/**
 * Returns the episode of a period and limit. A period is named by its first date, which a change of the time zone
 * does not alter. A rolling period stays one episode.
 */
function formatBudgetEpisode({ period, limit }: BudgetRule, { from }: Interval, zone: string): string {
  const stretch =
    period.kind === 'rolling' ? `${period.days} days` : `${period.kind} ${localDate(from, zone)}`;
  return `${stretch}/${limit.toFixed()}`;
}

const ofForecast = (identity: AlertIdentity): AlertIdentity => ({
  ...identity,
  episode: `${identity.episode}/forecast`,
});

function judgeSpent({
  rule,
  identity,
  interval,
  spent,
  forecast,
  metered,
  doubt,
  missingBecause,
  isPartial,
}: Context): Verdict {
  const { amount, asOf, source } = spent;
  const { limit } = rule;
  const heldBack = findWithheldAmount(rule, spent);
  const held =
    heldBack === null
      ? ''
      : `no VM is stopped at ${moneyInWords(heldBack)}, which only estimated spend reaches`;
  const flaw = [held, missingBecause, doubt].map((part) => (part ? `; ${part}` : '')).join('');
  const because = `${reachedInWords(amount, limit)} ${metered ? formatMeteredSource(source, metered) : source}${flaw}`;
  const reached = rule.thresholds.filter((step) => atLeast(amount, step)).at(-1) ?? null;
  // A stop that is held back is reported like a threshold.
  const threshold = heldBack !== null && (reached === null || heldBack.gt(reached)) ? heldBack : reached;
  const figures: BudgetFigures = {
    kind: 'budget',
    basis: rule.basis,
    spent: amount,
    ...estimatedPart(spent),
    limit,
    threshold,
    period: interval,
    asOf,
    forecast,
    ...(heldBack && { heldBack }),
    ...(metered && { metered }),
  };
  const notBreached = { ...identity, kind: judgeLowSpend(isPartial), figures, lacks: someMembers } as const;
  if (threshold === null) return { ...notBreached, because };
  if (rule.aheadOnly && !isAhead(spent, limit, interval)) {
    return { ...notBreached, because: `${because}, not ahead of the elapsed time` };
  }
  const level = computeThresholdPercent(threshold, limit);
  // An unexplained amount may be the platform's mistake, so it never makes an alert critical.
  const explained = subtractMoney(amount, spent.unexplained);
  const severity = atLeast(explained, computePercentage(limit, farOver)) ? 'critical' : judgeSeverity(level);
  return { ...identity, kind: 'breached', severity, level, because, figures };
}

/** Returns the verdict below a threshold: unknown if some members' figures may be missing. */
const judgeLowSpend = (isPartial: boolean): 'clear' | 'unknown' => (isPartial ? 'unknown' : 'clear');
const someRate = missingFact('account', 'its burn rate');
const someMembers = missingFact('spend', 'the spend of some of its projects');

function judgeForecast(
  { rule, identity, interval, spent, forecast, metered, missingBecause, isPartial }: Context,
  step: Money,
  present: Verdict,
): Verdict {
  const { limit } = rule;
  const forecastIdentity = ofForecast(identity);
  if (forecast === null) {
    const because = 'no forecast: its burn rate is not known, nor the spend of each of the past seven days';
    return { ...forecastIdentity, kind: 'unknown', because, figures: null, lacks: someRate };
  }
  const { low, likely, high } = forecast;
  const range = `${moneyInWords(low)} to ${moneyInWords(high)}`;
  const now = `${moneyInWords(spent.amount)} now (${spent.source})${missingBecause === null ? '' : `; ${missingBecause}`}`;
  const because = `forecast ${reachedInWords(likely, limit)}, 80 % interval ${range}; ${now}`;
  const figures: BudgetFigures = {
    kind: 'budget',
    basis: 'forecast',
    spent: likely,
    ...estimatedPart(spent),
    limit,
    threshold: step,
    period: interval,
    asOf: spent.asOf,
    forecast,
    ...(metered && { metered }),
  };
  if (!atLeast(likely, step))
    return { ...forecastIdentity, kind: judgeLowSpend(isPartial), because, figures, lacks: someMembers };
  const level = computeThresholdPercent(step, limit);
  if (present.kind === 'breached' && (present.level ?? 0) >= level)
    return { ...forecastIdentity, kind: 'clear', because: `already spent; ${present.because}`, figures };
  // A forecast is never critical: it can still be averted.
  return { ...forecastIdentity, kind: 'breached', severity: judgeSeverity(level), level, because, figures };
}

const estimatedPart = ({ estimated }: PeriodSpend) => (estimated.isZero() ? {} : { estimated });

/** True if the spent share of the limit exceeds the share of the period that had elapsed at `asOf`. */
const isAhead = ({ amount, asOf }: PeriodSpend, limit: Money, { from, until }: Interval): boolean =>
  computeShare(amount, limit) > computeSpan(from, asOf) / computeSpan(from, until);

const computeThresholdPercent = (threshold: Money, limit: Money): number =>
  Math.round(computeShare(threshold, limit) * 1e6) / 1e4;

/** The percentage of the limit from which an alert is critical. */
const farOver = 120;

const judgeSeverity = (level: number): Severity => (level >= 80 ? 'warning' : 'info');

export const budgetJudge: Judge<BudgetRule> = {
  judge: judgeBudget,
};
