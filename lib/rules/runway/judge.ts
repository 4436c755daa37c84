import { deletesAllAtZero, getCloudProfile } from '../../clouds/profiles.ts';
import type { AccountObservation } from '../../model/facts/observation.ts';
import { endInWords, type ResourcesAtRisk } from '../../model/facts/resources-at-risk.ts';
import { Subject } from '../../model/ids.ts';
import {
  atLeast,
  computePercentage,
  free,
  type Money,
  moneyInWords,
  noMoney,
  priceInWords,
  subtractMoney,
  timeToSpend,
} from '../../model/money/money.ts';
import { lossSeverity } from '../../model/rules/loss.ts';
import { matchesTarget } from '../../model/rules/match.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import { localMinute } from '../../model/time/period.ts';
import { computeSpan, hours, later, milliseconds, type Span, spanInWords } from '../../model/time/time.ts';
import type { Facts } from '../facts.ts';
import { endsAfterHovering, type Judge, type TimingSelector } from '../judge.ts';
import { lastAdjusted, sinceAdjusted } from '../last-adjusted.ts';
import { missingFact } from '../missing-fact.ts';
import { failureInWords, findFailedPayment, nextInvoiceInWords } from '../money-owed.ts';
import { countUnpricedResources, somePrices, unpricedInWords } from '../unpriced.ts';
import type { Verdict } from '../verdict.ts';
import type { RunwayFigures, RunwayRule } from './terms.ts';

export type RunwayFacts = Pick<Facts, 'target' | 'observation' | 'zone' | 'atRisk'>;

/** Returns how long a recharge may take before it counts as failed: two adjustments of the credit. */
const rechargeTakes = ({ cloud }: AccountObservation): Span =>
  milliseconds(2 * getCloudProfile(cloud).accountAdjustedEvery);

/** Judges the runway of an account, at whose end the platform deletes resources. */
export function judgeRunway(rule: RunwayRule, facts: RunwayFacts): Verdict[] {
  const { target, observation: account } = facts;
  if (account.kind !== 'account' || !matchesTarget(rule.match, target)) return [];
  const identity = { rule: rule.name, subject: Subject.parse(target.id), episode: '' };
  const whyNot = notJudged(account, facts);
  if (whyNot !== null) return [{ ...identity, ...whyNot, figures: null }];
  const verdict = judgeCredit(rule, facts, account, account.creditBalance ?? noMoney);
  const unpriced = countUnpricedResources(account);
  // With a resource whose price is unknown, credit ends sooner than its runway says.
  if (verdict.kind === 'clear' && unpriced > 0 && verdict.figures.recharge !== 'counted') {
    const because = `at most: ${verdict.because}; ${unpricedInWords(unpriced)}`;
    return [{ ...identity, kind: 'unknown', because, figures: verdict.figures, lacks: somePrices }];
  }
  return [{ ...identity, ...verdict }];
}

function notJudged(account: AccountObservation, { atRisk, zone }: Pick<RunwayFacts, 'atRisk' | 'zone'>) {
  const { paymentTerms, creditBalance: balance, burnRate, nextInvoice } = account;
  if (paymentTerms === 'invoiced') {
    const because = nextInvoice ? `: ${nextInvoiceInWords(nextInvoice, zone)}` : ', so no credit runs out';
    return { kind: 'clear', because: `pays by invoice${because}` } as const;
  }
  const isAtRisk = holdsAnything(account, atRisk);
  if (isAtRisk === false && !balance?.gt(noMoney))
    return { kind: 'clear', because: 'no credit, and no resources that could be deleted' } as const;
  if (balance === null)
    return unknown('the platform does not report the credit that is left', 'the credit that is left');
  if (balance.gt(noMoney)) {
    const because = 'the platform does not report the burn rate of the account';
    return burnRate === null ? unknown(because, 'its burn rate') : null;
  }
  if (isAtRisk === null) {
    const because = 'no credit, and not all of its projects are known to be empty';
    return unknown(because, 'whether all its projects are empty');
  }
  // An account that pays in another way may never have had credit.
  const because = 'no credit, and the platform does not report whether it is prepaid';
  return paymentTerms === 'prepaid' ? null : unknown(because, 'whether it is prepaid');
}

const unknown = (because: string, fact: string) =>
  ({ kind: 'unknown', because, lacks: missingFact('account', fact) }) as const;

/**
 * True if the end of credit would delete anything; `null` if unknown. An account that was never used, or whose
 * resources are gone, has none at risk. A burn rate counts even without an observed resource.
 */
function holdsAnything(
  { burnRate }: Pick<AccountObservation, 'burnRate'>,
  { counts, isPartial }: ResourcesAtRisk,
): boolean | null {
  if (burnRate?.gt(free) || Object.values(counts).some((count) => count > 0)) return true;
  return isPartial ? null : false;
}

type Judged = Omit<Extract<Verdict, { kind: 'breached' }>, 'rule' | 'subject' | 'episode'>;
type Spared = { readonly kind: 'clear'; readonly because: string; readonly figures: RunwayFigures };

function judgeCredit(
  { thresholds }: RunwayRule,
  { zone, atRisk }: RunwayFacts,
  account: AccountObservation,
  balance: Money,
): Judged | Spared {
  const { at } = account;
  const { burnRate } = account;
  const credit = subtractMoney(balance, sinceAdjusted(account));
  const left = credit.gt(noMoney) ? burnRate && timeToSpend(credit, burnRate) : hours(0);
  const recharge = judgeRecharge(account, balance, credit);
  const reached = left === null ? [] : thresholds.filter((threshold) => left < threshold);
  const emptyAt = left === null ? null : later(at, left);
  const figures: RunwayFigures = {
    kind: 'runway',
    credit,
    reported: { amount: balance, at: lastAdjusted(account) },
    burnRate,
    left,
    emptyAt,
    threshold: reached.at(-1) ?? null,
    recharge,
    atRisk,
  };
  const cloud = getCloudProfile(account.cloud);
  const isAll = deletesAllAtZero(cloud);
  const ends = `${endInWords(atRisk, isAll, cloud.words)}${isAll ? ', disks included' : ''}`;
  const failing = recharge === 'failing' ? `; ${failure(account, zone)}` : '';
  if (left === 0) {
    const end = balance.gt(noMoney)
      ? `${creditInWords(figures, zone).replace(/,$/, '')}: at zero the platform ${ends}`
      : `credit used up (${moneyInWords(balance)} reported at ${localMinute(figures.reported.at, zone)}): the platform ${ends}`;
    const level = thresholds.length + 1;
    return { kind: 'breached', severity: 'critical', level, because: `${end}${failing}`, figures };
  }
  const rate = `${creditInWords(figures, zone)}${burnRate && ` at ${priceInWords(burnRate)}`}`;
  if (recharge === 'counted')
    return { kind: 'clear', because: `${rate} will not run out: ${promise(account)}`, figures };
  if (left === null || emptyAt === null)
    return { kind: 'clear', because: `${moneyInWords(credit)} of credit, burn rate zero`, figures };
  const runway = `${rate}: runway ${spanInWords(left)}, until ${formatZonedMinute(emptyAt, zone)}`;
  if (reached.length === 0) return { kind: 'clear', because: `${runway}${failing}`, figures };
  const because = `${runway}; then the platform ${ends}${failing}`;
  return { kind: 'breached', severity: lossSeverity(left), level: reached.length, because, figures };
}

/** Returns "48.00 USD of credit"; if that is an estimate, with the credit that was last reported. */
const creditInWords = ({ credit, reported: { amount, at } }: RunwayFigures, zone: string): string =>
  credit.eq(amount)
    ? `${moneyInWords(credit)} of credit`
    : `${moneyInWords(amount)} of credit reported at ${localMinute(at, zone)}, about ${moneyInWords(credit)} now,`;

/** Returns the state of auto-recharge. It may take a short time after credit falls under `low`. */
function judgeRecharge(
  account: AccountObservation,
  balance: Money,
  credit: Money,
): RunwayFigures['recharge'] {
  const { recharge, lowSince, at } = account;
  if (recharge?.auto !== true) return 'none';
  if (atLeast(balance, recharge.low)) return 'counted';
  if (findFailedPayment(account) !== null) return 'failing';
  const isDue = lowSince === null || computeSpan(lowSince, at) < rechargeTakes(account);
  return isDue && atLeast(credit, computePercentage(recharge.low, 50)) ? 'counted' : 'failing';
}

const promise = ({ recharge }: AccountObservation): string =>
  recharge === null
    ? ''
    : `auto-recharge raises the credit to ${moneyInWords(recharge.high)} when it falls below ${moneyInWords(recharge.low)}`;

function failure(account: AccountObservation, zone: string): string {
  const { recharge, lowSince, at } = account;
  const failed = findFailedPayment(account);
  if (failed !== null) return failureInWords(failed, zone);
  const low = recharge === null ? '' : ` ${moneyInWords(recharge.low)}`;
  const span = lowSince === null ? null : computeSpan(lowSince, at);
  const far =
    span === null || span < rechargeTakes(account)
      ? `far below${low}`
      : `below${low} for ${spanInWords(span)}`;
  return `auto-recharge is on but failing: credit is ${far}`;
}

export const runwayJudge: Judge<RunwayRule> = { judge: judgeRunway };

export const runwayTiming: TimingSelector<RunwayRule> = endsAfterHovering;
