import { Subject, type TargetId } from '../model/ids.ts';
import { type Coverage, computeLeastCoverage, isWhole } from '../model/money/coverage.ts';
import { atLeast, computeDifference, type Money, money, noMoney, sumMoney } from '../model/money/money.ts';
import { subjectParts } from '../model/subject.ts';
import type { Interval } from '../model/time/period.ts';
import { computeSpan } from '../model/time/time.ts';
import type { Digest } from '../state/digest.ts';
import type { Head } from '../state/head.ts';
import type { LogLine } from './actions.ts';
import { harmInWords } from './harm.ts';
import type { Savings } from './savings.ts';
import { spareInWords } from './spare.ts';
import { buildStatus, getKnownSpend } from './status.ts';
import { findIdleStops, type RecordedStop } from './stop-record.ts';
import type { ViewInput } from './view-input.ts';

/** The spend of an interval by project, and its coverage. */
export type SpendByProject = {
  readonly amounts: ReadonlyMap<TargetId, Money>;
  /** The part of these amounts that is an estimate. */
  readonly estimated: Money;
  readonly coverage: ReadonlyMap<TargetId, Coverage>;
};

export type DigestFacts = ViewInput & {
  readonly heads: readonly Head[];
  readonly day: Interval;
  readonly spent: { readonly day: SpendByProject; readonly before: SpendByProject };
  /** The audit log of that day; with idle rules in the policy, from four weeks ago until now. */
  readonly lines: readonly LogLine[];
  /** The savings of that day. */
  readonly savings: Savings;
  /** Returns the name of a subject for people. */
  readonly named: (subject: Subject) => string;
};

const mostMovers = 5;
const mostListed = 20;
const mostAlerts = 5;
const mostWrong = 5;
/** The smallest change of a project's daily spend that the digest lists. */
const leastMove: Money = money('1');

export function buildDigest(facts: DigestFacts): Digest {
  const { heads, day, spent, lines, savings } = facts;
  const { whole, spare, condition, alerts, budgets, waiting, blindSpots } = buildStatus(heads, facts);
  const allFiring = alerts.filter(({ alert }) => alert.phase === 'firing');
  const firing = allFiring.filter(({ alert }) => alert.spared === undefined);
  const { month, withoutFigures } = whole;
  const digest: Digest = {
    day,
    notices: condition.notices.flatMap(({ kind, says }) =>
      kind === 'unjudged' || kind === 'estimate' ? [] : [says],
    ),
    spare: spareInWords(spare),
    loss: condition.notices.find(({ kind }) => kind === 'loss')?.heading ?? null,
    unjudged: condition.notices.find(({ kind }) => kind === 'unjudged')?.says ?? null,
    spent: {
      day: total(spent.day),
      before: total(spent.before),
      month: getKnownSpend(month),
      ...(!spent.day.estimated.isZero() && { estimated: spent.day.estimated }),
    },
    coverage: {
      day: computeLeastCoverage(spent.day.coverage.values()),
      before: computeLeastCoverage(spent.before.coverage.values()),
      month: month.coverage,
    },
    burnRate: whole.burnRate,
    ...(!whole.estimatedRate.isZero() && { estimatedRate: whole.estimatedRate }),
    ...(!month.estimated.isZero() && { estimated: month.estimated }),
    budgets: budgets
      .slice(0, mostListed)
      .map(({ rule, subject, spent: soFar, estimated, limit, percent, forecast }) => {
        const guessed = estimated.isZero() ? {} : { estimated };
        return { rule, subject, spent: soFar, ...guessed, limit, percent, forecast };
      }),
    movers: findMovers(spent.day, spent.before),
    actions: lines
      .filter(({ at }) => day.from <= at && at < day.until)
      .flatMap(({ event, at, action, subject, rule, by }) =>
        event === 'confirmed' && action !== undefined ? [{ at, action, subject, rule, by: by ?? null }] : [],
      )
      .slice(0, mostListed),
    stops: countStops(
      findIdleStops(lines, {
        rules: facts.policy.rules,
        stops: heads.flatMap(({ stops }) => stops),
        now: facts.now,
      }),
    ),
    savings: {
      avoided: savings.totals.avoided,
      notSaved: savings.totals.notSaved,
      ...(savings.totals.isEstimate && { isEstimate: true }),
    },
    waiting: waiting
      .filter(({ state }) => state === 'waits-for-approval' || state === 'announced')
      .slice(0, mostListed)
      .map(({ action, subject, rule, approveUntil }) => ({ action, subject, rule, approveUntil })),
    blind: blindSpots
      .filter(({ fault }) => fault === 'sight')
      .slice(0, mostListed)
      .map(({ target, because }) => `${target}: ${because}`),
    withoutFigures,
    spared: allFiring
      .flatMap(({ alert: { subject, since, idleSince, spared }, harm }) => {
        if (spared === undefined) return [];
        const idleFor = computeSpan(idleSince ?? since, facts.now);
        return [{ subject, idleFor, price: harm.rate, because: harm.protectedBecause ?? spared }];
      })
      .slice(0, mostListed),
    firing: firing.length,
    alerts: firing.slice(0, mostAlerts).map(({ alert: { severity, subject, rule }, harm }) => {
      return { severity, subject, rule, stake: harmInWords(harm) };
    }),
  };
  return { ...digest, titles: titlesIn(digest, facts) };
}

/** Returns the name of each resource in a digest. */
function titlesIn(
  { actions, stops, waiting, spared, alerts }: Digest,
  { named }: DigestFacts,
): Readonly<Record<string, string>> {
  const subjects = [actions, stops?.newest ?? [], waiting, spared, alerts]
    .flat()
    .map(({ subject }) => subject);
  const resources = subjects.filter((subject) => subjectParts(subject).resource !== null);
  return Object.fromEntries(resources.map((subject) => [subject, named(subject)]));
}

function countStops(stops: readonly RecordedStop[]): Digest['stops'] {
  if (stops.length === 0) return null;
  const wrong = stops.flatMap(({ subject, rule, at, startedAgainAt }) =>
    startedAgainAt === null ? [] : [{ subject, rule, at, startedAgainAt }],
  );
  return {
    made: stops.length,
    open: stops.filter(({ outcome }) => outcome === 'open').length,
    wrong: wrong.length,
    newest: wrong.slice(0, mostWrong),
  };
}

const total = ({ amounts }: SpendByProject): Money => sumMoney([...amounts.values()]);

/** True if all of a project's spend is known. Partial spend is not compared with full spend. */
const isKnown = ({ coverage }: SpendByProject, target: TargetId): boolean => {
  const covered = coverage.get(target);
  return covered !== undefined && isWhole(covered);
};

function findMovers(day: SpendByProject, before: SpendByProject): Digest['movers'] {
  return [...new Set([...day.amounts.keys(), ...before.amounts.keys()])]
    .filter((target) => isKnown(day, target) && isKnown(before, target))
    .map((target) => ({
      subject: Subject.parse(target),
      day: day.amounts.get(target) ?? noMoney,
      before: before.amounts.get(target) ?? noMoney,
    }))
    .filter((mover) => atLeast(computeMove(mover), leastMove))
    .toSorted((left, right) => computeMove(right).cmp(computeMove(left)))
    .slice(0, mostMovers);
}

const computeMove = ({ day, before }: { readonly day: Money; readonly before: Money }): Money =>
  computeDifference(day, before);

/** True if the digest contains more than routine figures. */
export const isNews = (digest: Digest): boolean => {
  const { day, notices, budgets, movers, actions, stops, waiting, blind, firing } = digest;
  return (
    firing > 0 ||
    stops?.newest.some(({ startedAgainAt }) => day.from <= startedAgainAt) === true ||
    [notices, movers, actions, waiting, blind].some(({ length }) => length > 0) ||
    budgets.some(({ percent }) => percent !== null && percent >= 80)
  );
};
