import type { AccountObservation } from '../../model/facts/observation.ts';
import { isUnreadable } from '../../model/facts/unreadable.ts';
import { Subject } from '../../model/ids.ts';
import { rateInWords } from '../../model/money/estimate.ts';
import {
  addMoney,
  atLeast,
  charge,
  chargeToMoney,
  computePercentage,
  type HourlyPrice,
  type Money,
  moneyInWords,
  noMoney,
  percentReached,
} from '../../model/money/money.ts';
import { matchesTarget, namesResources } from '../../model/rules/match.ts';
import { hours } from '../../model/time/time.ts';
import { computeBurnRate, computeEstimatedRate, type Facts } from '../facts.ts';
import { endsAfterHovering, type Judge, type TimingSelector } from '../judge.ts';
import { sinceAdjusted } from '../last-adjusted.ts';
import { missingFact } from '../missing-fact.ts';
import { countUnmatchedResources, someProperties, unmatchedInWords, withNamed } from '../named-resources.ts';
import { countUnpricedResources, somePrices, unpricedInWords } from '../unpriced.ts';
import type { Verdict } from '../verdict.ts';
import type { RateFigures, RateLimit, RateRule } from './terms.ts';

export type RateFacts = Pick<Facts, 'target' | 'observation'>;

/** Compares a target's burn rate with a limit, or an account's spend with the platform's own limits. */
export function judgeRate(rule: RateRule, { target, observation }: RateFacts): Verdict[] {
  if (!matchesTarget(rule.match, target) || observation.kind === 'group') return [];
  const identity = {
    rule: rule.name,
    subject: Subject.parse(target.id),
    episode: formatRateEpisode(rule.limit),
  };
  if (rule.limit.kind === 'hourly') {
    const named = withNamed(rule.match, target, observation);
    const limit = anHour(rule.limit.price);
    const rate = computeBurnRate(named);
    const scope = namesResources(rule.match) ? ' of its resources' : '';
    return [
      rate === null
        ? { ...identity, kind: 'unknown', because: noRate, figures: null, lacks: itsRate }
        : judgeHour(
            identity,
            { rate, estimated: computeEstimatedRate(named), limit, threshold: limit, by: 'rule' },
            {
              of: scope,
              unpriced: countUnpricedResources(named),
              unmatched: countUnmatchedResources(rule.match, target, observation),
            },
          ),
    ];
  }
  if (observation.kind !== 'account') return [];
  return [judgeShare(identity, rule.limit, observation)];
}

const itsRate = missingFact('account', 'its burn rate');
const noRate = 'the platform does not report the burn rate of the account';

type AlertIdentity = Pick<Verdict, 'rule' | 'subject' | 'episode'>;
type Limits = Pick<RateFigures, 'limit' | 'threshold' | 'by'>;

/** Returns an episode named by its limit, so that another limit begins a new one. */
function formatRateEpisode(limit: RateLimit): string {
  return limit.kind === 'hourly' ? `hourly/${limit.price.toFixed()}` : `${limit.kind}/${limit.percent}`;
}

function judgeShare(
  identity: AlertIdentity,
  { kind, percent }: Exclude<RateLimit, { kind: 'hourly' }>,
  account: AccountObservation,
): Verdict {
  const isHourly = kind === 'share-of-hourly-limit';
  const limit = isHourly ? account.burnLimit && anHour(account.burnLimit) : account.monthlySpendLimit;
  if (isUnreadable(account, isHourly ? 'hourlySpendLimit' : 'monthlySpendLimit')) {
    const because = `the platform's ${isHourly ? 'hourly' : 'monthly'} limit cannot be read`;
    const lacks = missingFact('account', `its ${isHourly ? 'hourly' : 'monthly'} limit`);
    return { ...identity, kind: 'unknown', because, figures: null, lacks };
  }
  // A platform may report zero where there is no limit.
  if (limit === null || !limit.gt(noMoney)) {
    const because = `the platform sets no ${isHourly ? 'hourly' : 'monthly'} limit for the account`;
    return { ...identity, kind: 'clear', because, figures: null };
  }
  const limits: Limits = { limit, threshold: computePercentage(limit, percent), by: 'platform' };
  if (isHourly) {
    if (account.burnRate === null)
      return { ...identity, kind: 'unknown', because: noRate, figures: null, lacks: itsRate };
    const estimated = computeEstimatedRate(account);
    return judgeHour(
      identity,
      { rate: account.burnRate, estimated, ...limits },
      { ...nothingLeftOut, unpriced: countUnpricedResources(account) },
    );
  }
  if (account.monthlySpend === null) {
    const because = 'the platform does not report what the account has spent this month';
    const lacks = missingFact('account', 'what it has spent this month');
    return { ...identity, kind: 'unknown', because, figures: null, lacks };
  }
  const spent = addMoney(account.monthlySpend, sinceAdjusted(account));
  const because = `${moneyInWords(spent)} spent this month, ${shareInWords(spent, limit)} of the platform's limit of ${moneyInWords(limit)}`;
  return judgeSum(identity, { of: 'monthly', rate: account.burnRate, spent, ...limits }, because);
}

/** The notes of a rate that leaves nothing out. */
const nothingLeftOut = { of: '', unpriced: 0, unmatched: 0 };

function judgeHour(
  identity: AlertIdentity,
  { rate, estimated, ...limits }: Limits & { rate: HourlyPrice; estimated: HourlyPrice },
  { of, unpriced, unmatched }: typeof nothingLeftOut,
): Verdict {
  const { limit, by } = limits;
  const spent = anHour(rate);
  const limitName = by === 'rule' ? 'the limit' : "the platform's limit";
  const isLeast = unpriced + unmatched > 0;
  const least = isLeast ? 'at least ' : '';
  const sum = `${least}${rateInWords(rate, estimated)}${of}, ${shareInWords(spent, limit)} of ${limitName} of ${moneyInWords(limit)} an hour`;
  const because = [
    sum,
    ...(unpriced === 0 ? [] : [unpricedInWords(unpriced)]),
    ...(unmatched === 0 ? [] : [unmatchedInWords(unmatched)]),
  ].join('; ');
  const verdict = judgeSum(
    identity,
    {
      of: 'hourly',
      rate,
      spent,
      ...(!estimated.isZero() && { estimated: anHour(estimated) }),
      ...limits,
    },
    because,
  );
  // A resource without a price may take it over the limit.
  return verdict.kind === 'clear' && isLeast
    ? { ...verdict, kind: 'unknown', lacks: unpriced > 0 ? somePrices : someProperties }
    : verdict;
}

/** Judges a sum. A breach is critical at twice the rule's own limit, or at the platform's limit, which it may enforce. */
function judgeSum(identity: AlertIdentity, sums: Omit<RateFigures, 'kind'>, because: string): Verdict {
  const figures: RateFigures = { kind: 'rate', ...sums };
  if (!atLeast(sums.spent, sums.threshold)) return { ...identity, kind: 'clear', because, figures };
  const alarm = sums.by === 'rule' ? computePercentage(sums.limit, 200) : sums.limit;
  const severity = atLeast(sums.spent, alarm) ? 'critical' : 'warning';
  return { ...identity, kind: 'breached', severity, level: null, because, figures };
}

const anHour = (price: HourlyPrice): Money => chargeToMoney(charge(price, hours(1)));
const shareInWords = (part: Money, whole: Money): string => `${percentReached(part, whole)} %`;

export const rateJudge: Judge<RateRule> = { judge: judgeRate };

export const rateTiming: TimingSelector<RateRule> = endsAfterHovering;
