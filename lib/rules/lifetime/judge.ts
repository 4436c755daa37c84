import { getEpisode, type Resource, toResourceSubject } from '../../model/facts/resource.ts';
import type { Subject } from '../../model/ids.ts';
import { charge, chargeToMoney, moneyInWords } from '../../model/money/money.ts';
import {
  computeSpan,
  earliest,
  type Instant,
  isoSecond,
  later,
  latest,
  spanInWords,
} from '../../model/time/time.ts';
import { claimInWords, type Override } from '../../state/override.ts';
import type { Facts } from '../facts.ts';
import {
  describeCoolOffPeriod,
  endsAtOnce,
  type Judge,
  type Restraint,
  type TimingSelector,
} from '../judge.ts';
import { findClaim, findKeepEnd } from '../kept-until.ts';
import { createMissingResourceFact } from '../missing-fact.ts';
import { type ResourceFacts, resourcesInView } from '../resources-in-view.ts';
import type { Verdict } from '../verdict.ts';
import { type LifetimeFigures, type LifetimeRule, mortalKinds } from './terms.ts';

type LifetimeFacts = ResourceFacts & Pick<Facts, 'overrides'> & Partial<Pick<Facts, 'stops'>>;

/** Judges whether VMs, machines and clusters are over their age limit. Stopped ones count too. */
export function judgeLifetime(rule: LifetimeRule, facts: LifetimeFacts): Verdict[] {
  const { target, overrides, stops = [] } = facts;
  const { at } = facts.observation;
  const { longest, extend } = rule;
  if (target.kind !== 'project') return [];
  return resourcesInView(rule.match, mortalKinds, facts).map(({ resource, subject, cost: rate }): Verdict => {
    const { price } = rate;
    const { createdAt, state, metadata } = resource;
    const identity = { rule: rule.name, subject, episode: getEpisode(resource) };
    if (createdAt === null) {
      const because = 'the platform does not report its age';
      return {
        ...identity,
        kind: 'unknown',
        because,
        figures: null,
        lacks: createMissingResourceFact(resource, 'its age'),
      };
    }
    const ends = endOfLife(rule, { subject, resource, createdAt, overrides, now: at });
    const claim = claimInWords(findClaim(subject, resource, overrides, at));
    const limit = later(createdAt, longest);
    const extended =
      ends > limit ? `, extended until ${isoSecond(ends)}` : extend === null ? '' : '; no keep extends it';
    const because = `${spanInWords(computeSpan(createdAt, at))} old (limit ${spanInWords(longest)}${extended})${claim && `; ${claim}`}`;
    const formatFurtherCost = (until: Instant) =>
      price === null ? '' : moneyInWords(chargeToMoney(charge(price, computeSpan(at, until))));
    const isExtendable = extend !== null && at < later(limit, extend);
    const age = computeSpan(createdAt, at);
    // The cost until it stopped is not the price of now times its age.
    const isStopped = resource.activity === 'stopped';
    const cost = price === null || isStopped ? null : chargeToMoney(charge(price, age));
    const life = { createdAt, longest, cost, isExtendable };
    const figures: LifetimeFigures = { kind: 'lifetime', ...rate, state, ...life };
    if (at <= ends) {
      const costs =
        cost === null ? '' : `; about ${moneyInWords(cost)} so far, ${formatFurtherCost(ends)} until then`;
      return { ...identity, kind: 'clear', because: `${because}${costs}`, figures };
    }
    if (extend !== null && metadata === null) {
      const unknown = 'the platform does not show whether people keep it';
      const lacks = createMissingResourceFact(resource, 'its metadata');
      return { ...identity, kind: 'unknown', because: unknown, figures: null, lacks };
    }
    const isOwnStop = stops.some((stop) => stop.ours && stop.rule === rule.name && stop.subject === subject);
    if (isStopped && isOwnStop && !hasLaterSteps(rule)) {
      const done = `${because}; the rule has stopped it, and does no more`;
      return { ...identity, kind: 'clear', because: done, figures };
    }
    return { ...identity, kind: 'breached', severity: 'warning', level: null, because, figures };
  });
}

const hasLaterSteps = ({ then }: LifetimeRule): boolean =>
  then.some(({ kind }) => kind === 'image' || kind === 'terminate');

type Life = {
  readonly subject: Subject;
  readonly resource: Resource;
  readonly createdAt: Instant;
  readonly overrides: readonly Override[];
  readonly now: Instant;
};

/** Returns when a resource exceeds its age limit: after its lifetime, or at the end of a keep that extends it. */
function endOfLife(
  { longest, extend }: LifetimeRule,
  { subject, resource, createdAt, overrides, now }: Life,
): Instant {
  const limit = later(createdAt, longest);
  const until = extend === null ? null : findKeepEnd(subject, resource, overrides, now);
  return extend === null || until === null ? limit : latest(limit, earliest(until, later(limit, extend)));
}

export const lifetimeJudge: Judge<LifetimeRule> = { judge: judgeLifetime };

export const lifetimeTiming: TimingSelector<LifetimeRule> = endsAtOnce;

export const lifetimeRestraint: Restraint<LifetimeRule> = {
  whyNotStop(rule, { target, resource, overrides, now }) {
    const { createdAt } = resource;
    const subject = toResourceSubject(target, resource);
    const isTooOld =
      createdAt !== null && now > endOfLife(rule, { subject, resource, createdAt, overrides, now });
    return isTooOld ? null : 'its age limit may have been extended';
  },
  whyLeftAlone: describeCoolOffPeriod,
};
