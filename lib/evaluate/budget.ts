import type { Observation } from '../model/facts/observation.ts';
import { Subject, type Target } from '../model/ids.ts';
import { atLeast, type Money, moneyInWords, percentReached, shareOf } from '../model/money/money.ts';
import type { BudgetRule } from '../model/rules/budget-rule.ts';
import type { BudgetFigures } from '../model/rules/figures.ts';
import { matchesTarget } from '../model/rules/match.ts';
import type { Verdict } from '../model/rules/verdict.ts';
import type { Severity } from '../model/severity.ts';
import { budgetInterval, type Interval, localDate } from '../model/time/period.ts';
import { between, latest, milliseconds } from '../model/time/time.ts';
import type { Facts } from './facts.ts';
import { type Forecast, forecastOf } from './forecast.ts';
import { reportedIn, type Spent, toDateIn } from './spent.ts';

/** Holds what a target spends in the rule's period against the limit, and where the period will end. */
export function judgeBudget(rule: BudgetRule, facts: Facts): Verdict[] {
  if (!isBudgetOf(rule, facts.target)) return [];
  const { at } = facts.observation;
  const interval = budgetInterval(rule.period, at, facts.zone);
  const stretch = { period: rule.period, interval };
  const spent =
    rule.basis === 'reported' ? reportedIn(facts.spend, stretch, at) : toDateIn(facts.spend, stretch, at);
  const about: About = {
    rule: rule.name,
    subject: Subject.parse(facts.target.id),
    episode: episodeOf(rule, interval, facts.zone),
  };
  const isEmpty = facts.observation.kind === 'group' && facts.observation.members.length === 0;
  if (spent === null || isEmpty) {
    const neither = rule.basis === 'projected' ? ', nor any price' : '';
    const because = isEmpty
      ? 'no project that matches has been seen'
      : `the platform has not reported any spend for this period yet${neither}`;
    const unknown: Verdict = { ...about, kind: 'unknown', because, figures: null };
    // Both are spoken of: an alert that is passed over would count as ended, and be told anew.
    return rule.forecast === null ? [unknown] : [unknown, { ...unknown, ...ofForecast(about) }];
  }
  const remaining = milliseconds(Math.max(0, between(latest(spent.asOf, interval.from), interval.until)));
  const context: Context = {
    rule,
    about,
    interval,
    spent,
    forecast: forecastOf(spent.amount, facts.spend, remaining),
    lacking: membersLacking(rule, facts.observation),
    isPartial: isPartial(rule, facts.observation),
  };
  const verdict = judgeSpent(context);
  const verdicts =
    rule.forecast === null ? [verdict] : [verdict, judgeForecast(context, rule.forecast, verdict)];
  return spent.isLeast ? verdicts.map(neverClear) : verdicts;
}

/** What is at least spent may be under a limit that all of it is over. */
const neverClear = (verdict: Verdict): Verdict =>
  verdict.kind === 'clear' ? { ...verdict, kind: 'unknown' } : verdict;

type About = Pick<Verdict, 'rule' | 'subject' | 'episode'>;
type Context = {
  readonly rule: BudgetRule;
  readonly about: About;
  readonly interval: Interval;
  readonly spent: Spent;
  readonly forecast: Forecast;
  /** Of a group, whose figures are lacking; `null` when none are. */
  readonly lacking: string | null;
  /** Whether what was spent may cover less than the group, so that being under a limit says nothing. */
  readonly isPartial: boolean;
};

/** A shared limit is for the group that the rule makes, any other for each target by itself. */
export const isBudgetOf = ({ shared, name, match }: BudgetRule, target: Target): boolean =>
  target.kind === 'group' ? shared && target.rule === name : !shared && matchesTarget(match, target);

/**
 * Of another period, or of another limit, nothing has been said yet. One that rolls goes on from day to day.
 * A period goes by the date on which it began, so that it stays what it is when the time zone changes.
 */
function episodeOf({ period, limit }: BudgetRule, { from }: Interval, zone: string): string {
  const stretch =
    period.kind === 'rolling' ? `${period.days} days` : `${period.kind} ${localDate(from, zone)}`;
  return `${stretch}/${limit.toFixed()}`;
}

const ofForecast = (about: About): About => ({ ...about, episode: `${about.episode}/forecast` });

/** A member without a report is in a projected figure all the same: by what accrued of it. */
function membersLacking({ basis }: BudgetRule, observation: Observation): string | null {
  if (observation.kind !== 'group') return null;
  const lacking = observation.missing.filter(({ part }) => basis === 'reported' || part !== 'spend');
  const [first] = lacking;
  if (first === undefined) return null;
  return `figures of ${lacking.length} of ${observation.members.length + observation.lacking.length} projects are lacking or old, such as ${first.because}`;
}

function judgeSpent({ rule, about, interval, spent, forecast, lacking, isPartial }: Context): Verdict {
  const { amount, asOf, told } = spent;
  const { limit } = rule;
  const flaw = lacking === null ? '' : `; ${lacking}`;
  const because = `${moneyInWords(amount)} of ${moneyInWords(limit)} (${percentReached(amount, limit)} %) ${told}${flaw}`;
  const threshold = rule.thresholds.filter((step) => atLeast(amount, step)).at(-1) ?? null;
  const figures: BudgetFigures = {
    kind: 'budget',
    basis: rule.basis,
    spent: amount,
    limit,
    threshold,
    period: interval,
    asOf,
    forecast,
  };
  const notBreached = { ...about, kind: kindBelow(isPartial), figures } as const;
  if (threshold === null) return { ...notBreached, because };
  if (rule.aheadOnly && !isAhead(spent, limit, interval)) {
    return { ...notBreached, because: `${because}, which is no more than the time that has passed` };
  }
  const level = levelOf(threshold, limit);
  return { ...about, kind: 'breached', severity: severityOf(level), level, because, figures };
}

/** What is known of some members only may be too low to say that all is well. */
const kindBelow = (isPartial: boolean): 'clear' | 'unknown' => (isPartial ? 'unknown' : 'clear');

/** Old figures of a member still count in what is projected; those of one of which nothing is known count nowhere. */
const isPartial = (rule: BudgetRule, observation: Observation): boolean =>
  observation.kind === 'group' &&
  (observation.lacking.length > 0 ||
    (rule.basis === 'reported' && membersLacking(rule, observation) !== null));

function judgeForecast(
  { rule, about, interval, spent, forecast, lacking, isPartial }: Context,
  step: Money,
  present: Verdict,
): Verdict {
  const { limit } = rule;
  const { low, likely, high } = forecast;
  const range = `${moneyInWords(low)} to ${moneyInWords(high)}`;
  const so = `${moneyInWords(spent.amount)} so far (${spent.told})${lacking === null ? '' : `; ${lacking}`}`;
  const because = `forecast to come to ${moneyInWords(likely)} of ${moneyInWords(limit)} (${percentReached(likely, limit)} %), likely ${range}; ${so}`;
  const figures: BudgetFigures = {
    kind: 'budget',
    basis: 'forecast',
    spent: likely,
    limit,
    threshold: step,
    period: interval,
    asOf: spent.asOf,
    forecast,
  };
  const of = ofForecast(about);
  if (!atLeast(likely, step)) return { ...of, kind: kindBelow(isPartial), because, figures };
  const level = levelOf(step, limit);
  if (present.kind === 'breached' && (present.level ?? 0) >= level)
    return { ...of, kind: 'clear', because: `it is spent already; ${present.because}`, figures };
  // What may yet be averted is never critical.
  const severity = severityOf(level) === 'info' ? 'info' : 'warning';
  return { ...of, kind: 'breached', severity, level, because, figures };
}

/** Against the time that the figure covers: a report is hours old, and so is the time that it is held against. */
const isAhead = ({ amount, asOf }: Spent, limit: Money, { from, until }: Interval): boolean =>
  shareOf(amount, limit) > between(from, asOf) / between(from, until);

/** In percent of the limit. */
const levelOf = (threshold: Money, limit: Money): number => Math.round(shareOf(threshold, limit) * 1e6) / 1e4;

const severityOf = (level: number): Severity =>
  level >= 100 ? 'critical' : level >= 80 ? 'warning' : 'info';
