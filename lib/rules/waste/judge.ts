import { findActionEffect, getCloudProfile, hasPrice } from '../../clouds/profiles.ts';
import { getRestAction } from '../../model/action-kind.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { CloudName } from '../../model/cloud-name.ts';
import { type Cost, getEpisode, priceNow, type Resource, ResourceKind } from '../../model/facts/resource.ts';
import { charge, chargeToMoney, free, moneyInWords } from '../../model/money/money.ts';
import { computeSpan, spanInWords } from '../../model/time/time.ts';
import { endsAtOnce, type Judge, type Restraint, type TimingSelector } from '../judge.ts';
import { createMissingResourceFact, missingState } from '../missing-fact.ts';
import { type ResourceFacts, type ResourceInView, resourcesInView } from '../resources-in-view.ts';
import type { MissingFact, Verdict } from '../verdict.ts';
import type { WasteCondition, WasteFigures, WasteRule } from './terms.ts';

/** The conditions under which each kind of resource is waste, besides failure. */
const conditionsOf: Readonly<Record<ResourceKind, readonly WasteCondition[]>> = {
  vm: ['stopped-vm'],
  machine: ['powered-off'],
  'cluster-machine': ['powered-off'],
  cluster: [],
  volume: ['unmounted-volume', 'untouched-volume'],
  disk: ['detached-disk'],
  bucket: ['untouched-bucket'],
  image: ['unused-image'],
  network: [],
};

/**
 * Judges whether resources are billed without use. Each condition is judged separately, so that its grace begins
 * when it does; no two hold at once. An unknown condition is never waste.
 */
export function judgeWaste(rule: WasteRule, facts: ResourceFacts): Verdict[] {
  const { cloud } = facts.observation;
  if (cloud === null) return [];
  return resourcesInView(rule.match, ResourceKind.options, facts).flatMap(({ resource, subject, cost }) => {
    const conditions = rule.conditions.filter(
      (condition) =>
        condition === 'failed' ||
        (conditionsOf[resource.kind].includes(condition) && isShown(condition, cloud)),
    );
    const transitional = judgeTransitional(rule, { resource, subject, cost }, cloud);
    const verdicts = conditions.map((condition): Verdict => {
      const isCovered = condition === 'untouched-volume' && conditions.includes('unmounted-volume');
      const judgement =
        isCovered && resource.inUse === false
          ? clear('it is not mounted, which another condition covers')
          : judged(condition, resource, cloud);
      const { kind, because, lacks = null } = judgement;
      const identity = {
        rule: rule.name,
        subject,
        episode: formatWasteEpisode(condition, resource),
        because,
      };
      // Without the size, the episode is unknown.
      if (kind === 'unknown' && isOfSize(condition) && resource.usedGib === null)
        return { ...identity, kind, figures: null, lacks, isEpisodeUnknown: true };
      if (kind !== 'breached') return { ...identity, kind, figures: null, lacks };
      const severity = hasPrice(cloud, resource.kind) || cost.price !== null ? 'warning' : 'info';
      return {
        ...identity,
        kind,
        severity,
        level: null,
        figures: createWasteFigures(condition, resource, cost),
      };
    });
    return transitional === null ? verdicts : [...verdicts, transitional];
  });
}

/**
 * Judges how long a resource has been observed in transitional states, such as starting or stopping, in which it
 * is billed without use. `null` if the rule sets no limit, or the cloud has no price for the kind.
 */
function judgeTransitional(
  { name, transitional: longest }: WasteRule,
  { resource, subject, cost }: ResourceInView,
  cloud: CloudName,
): Verdict | null {
  const { kind, activity, state, transitionalSince: since, seenAt } = resource;
  if (longest === null || kind === 'network' || !hasPrice(cloud, kind)) return null;
  const identity = { rule: name, subject, episode: `${getEpisode(resource)}/transitional` };
  const lacks = missingState(resource);
  if (lacks !== null) return { ...identity, kind: 'unknown', because: `is ${state}`, figures: null, lacks };
  const clear = { ...identity, kind: 'clear', figures: null } as const;
  if (activity !== 'changing' || since === undefined) return { ...clear, because: `is ${state}` };
  const { price } = cost;
  if (price?.isZero()) return { ...clear, because: `is ${state} and costs nothing` };
  const lasted = computeSpan(since, seenAt);
  const soFar = price === null ? null : chargeToMoney(charge(price, lasted));
  const costs =
    soFar === null ? 'the platform reports no price' : `about ${moneyInWords(soFar)} in that time`;
  const because = `is ${state}, in transitional states for ${spanInWords(lasted)} (limit ${spanInWords(longest)}); ${costs}`;
  if (lasted < longest) return { ...clear, because };
  const figures: WasteFigures = {
    ...createWasteFigures('transitional', resource, cost),
    transitional: { since, lasted, cost: soFar },
  };
  return {
    ...identity,
    kind: 'breached',
    severity: 'warning',
    level: null,
    because,
    figures,
    hasLasted: true,
  };
}

/** True if a cloud reports the fact behind a condition. */
const isShown = (condition: WasteCondition, cloud: CloudName): boolean =>
  condition !== 'unmounted-volume' || getCloudProfile(cloud).showsUseOfVolumes;

const isOfSize = (condition: WasteCondition): boolean =>
  condition === 'untouched-volume' || condition === 'untouched-bucket';

/** Returns the episode of a condition. It includes the used size if a change of that means use. */
const formatWasteEpisode = (condition: WasteCondition, resource: Resource): string =>
  isOfSize(condition)
    ? `${getEpisode(resource)}/${condition}/${resource.usedGib ?? ''}`
    : `${getEpisode(resource)}/${condition}`;

const createWasteFigures = (
  condition: WasteFigures['condition'],
  { state, sizeGib, usedGib, committedUntil }: Resource,
  cost: Cost,
): WasteFigures => ({ kind: 'waste', condition, ...cost, state, sizeGib, usedGib, committedUntil });

type Judgement = {
  readonly kind: 'clear' | 'unknown' | 'breached';
  readonly because: string;
  readonly lacks?: MissingFact | null;
};
const clear = (because: string): Judgement => ({ kind: 'clear', because });
const unknown = (because: string, lacks: MissingFact | null): Judgement => ({
  kind: 'unknown',
  because,
  lacks,
});
const breached = (because: string): Judgement => ({ kind: 'breached', because });

function judged(condition: WasteCondition, resource: Resource, cloud: CloudName): Judgement {
  const { activity, state } = resource;
  if (activity === 'unknown' || activity === 'changing')
    return unknown(`is ${state}`, missingState(resource));
  if (condition === 'failed') return judgeFailed(resource, cloud);
  if (activity === 'failed') return clear(`is ${state}, which another condition covers`);
  switch (condition) {
    case 'stopped-vm':
    case 'powered-off':
      return activity === 'stopped' ? judgeStopped(resource, cloud) : clear(`is ${state}`);
    case 'detached-disk':
      return judgeUse(resource, 'is attached to a VM', 'is not attached to a VM');
    case 'unmounted-volume':
      return judgeUse(resource, 'is mounted', 'is not mounted');
    case 'unused-image':
      return judgeUse(resource, 'a disk was made from it', 'no existing disk was made from it');
    case 'untouched-volume':
    case 'untouched-bucket':
      return resource.usedGib === null
        ? unknown(
            'the platform does not report its used size',
            createMissingResourceFact(resource, 'its used size'),
          )
        : breached(`used size ${resource.usedGib} GiB; a change would count as use`);
    default:
      return assertNever(condition);
  }
}

const judgeUse = (resource: Resource, used: string, unused: string): Judgement => {
  const { inUse, state } = resource;
  if (inUse === null)
    return unknown(
      `the platform does not report whether anything uses it (${state})`,
      createMissingResourceFact(resource, 'whether anything uses it'),
    );
  return inUse ? clear(used) : breached(unused);
};

function judgeFailed(resource: Resource, cloud: CloudName): Judgement {
  const { kind, activity, state } = resource;
  if (activity !== 'failed') return clear(`is ${state}`);
  return hasPrice(cloud, kind) ? judgePrice(resource) : breached(`is ${state}, and still exists`);
}

/**
 * Judges whether a resource at rest is billed: by its price or, if that is unknown, by whether a stop on its cloud
 * ends any charge.
 */
function judgeStopped(resource: Resource, cloud: CloudName): Judgement {
  const { kind, state, price } = resource;
  const effect = findActionEffect(getCloudProfile(cloud), getRestAction(kind), resource);
  return price === null && effect?.ends === 'nothing'
    ? breached(`is ${state}, and still billed`)
    : judgePrice(resource);
}

function judgePrice(resource: Resource): Judgement {
  const { kind, state } = resource;
  const price = priceNow(resource);
  // Either the cluster or its machines have the price.
  const isOfCluster = kind === 'cluster' || kind === 'cluster-machine';
  if (isOfCluster || price?.gt(free)) return breached(`is ${state}, and still billed`);
  return price === null
    ? unknown(
        `is ${state}, and the platform reports no price`,
        createMissingResourceFact(resource, 'its price'),
      )
    : clear(`is ${state} and costs nothing`);
}

export const wasteJudge: Judge<WasteRule> = { judge: judgeWaste };

export const wasteTiming: TimingSelector<WasteRule> = endsAtOnce;

export const wasteRestraint: Restraint<WasteRule> = {
  whyNotStop: () => 'waste rules stop nothing',
  whyLeftAlone: () => null,
};
