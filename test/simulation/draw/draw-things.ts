import { type ProjectId, ResourceId } from '../../../lib/model/ids.ts';
import { days, hours, milliseconds, minutes, type Span } from '../../../lib/model/time/time.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { ThingPlan } from '../scenario.ts';
import { diskGibNanos } from '../world/wire-form.ts';

export type ThingInput = {
  readonly project: ProjectId;
  readonly span: Span;
  /** True for an older platform, which has fewer kinds of resources. */
  readonly isOldPlatform: boolean;
};

/**
 * Draws the other resources of a project: each is created, changes, is committed, fails and is deleted at its own
 * times.
 */
export const drawThings = (context: ThingInput, random: Random): readonly ThingPlan[] =>
  Array.from({ length: random.whole(0, 3) }, (_, index) => drawThing(context, index, random));

/** Draws buckets, and disks that are detached at times and show their data center: both are priced by their size. */
export const drawStorage = (context: ThingInput, random: Random): readonly ThingPlan[] =>
  Array.from({ length: random.whole(0, 3) }, (_, index) => {
    const thing = drawThing(context, index, random);
    const kind = random.pick(['bucket', 'disk', 'disk'] as const);
    const unit = kind === 'disk' ? diskGibNanos : 250n;
    return {
      ...thing,
      kind,
      id: ResourceId.parse(`store-${index}`),
      price: unit * BigInt(random.whole(1, kind === 'disk' ? 9_000 : 10_000_000)),
      image: null,
      isPlaced: true,
      changes: drawChanges(kind, thing.createdAfter, context.span, random),
      commitments: [],
    };
  });

function drawThing({ project, span, isOldPlatform }: ThingInput, index: number, random: Random): ThingPlan {
  const kind = isOldPlatform
    ? random.pick(['machine', 'volume'] as const)
    : random.pick(['machine', 'volume', 'disk', 'image', 'cluster'] as const);
  const createdAfter = random.chance(0.5)
    ? milliseconds(-random.span(minutes(5), days(1)))
    : random.span(minutes(1), span);
  const isBrief = random.chance(0.4);
  return {
    kind,
    project,
    id: ResourceId.parse(`thing-${index}`),
    price: BigInt(random.whole(1, 2_000_000_000)),
    createdAfter,
    deletedAfter: isBrief ? milliseconds(createdAfter + random.span(minutes(20), span)) : null,
    createdBy: isOldPlatform ? null : random.pick(['ann', 'bob', null]),
    image: kind === 'disk' && random.chance(0.6) ? `thing-${random.whole(0, 2)}` : null,
    changes: drawChanges(kind, createdAfter, span, random),
    commitments: kind === 'disk' || kind === 'image' ? [] : drawCommitments(createdAfter, random),
    fillings: drawFillings(createdAfter, span, random),
  };
}

const statesOf = {
  machine: ['OFF', 'ON'],
  cluster: ['OFF', 'ON', 'FAILED'],
  disk: ['ATTACHED', 'READY', 'FAILED'],
  volume: ['FAILED', 'ACTIVE'],
  image: ['FAILED', 'READY'],
  bucket: ['ACTIVE'],
} as const;

function drawChanges(
  kind: ThingPlan['kind'],
  from: Span,
  span: Span,
  random: Random,
): readonly { after: Span; state: string }[] {
  const changes: { after: Span; state: string }[] = [];
  let after: number = Math.max(from, 0) + minutes(10);
  for (let left = random.whole(0, 6); left > 0; left -= 1) {
    after += random.span(minutes(2), milliseconds(Math.min(span / 2, days(2))));
    changes.push({ after: milliseconds(after), state: random.pick(statesOf[kind]) });
  }
  return changes;
}

/** Draws a commitment, and sometimes another that replaces it before its end. */
function drawCommitments(from: Span, random: Random): ThingPlan['commitments'] {
  if (random.chance(0.5)) return [];
  const until = milliseconds(from + random.span(hours(2), days(12)));
  const renewed = milliseconds(from + random.span(hours(1), days(2)));
  return random.chance(0.5)
    ? [{ after: from, until }]
    : [
        { after: from, until },
        { after: renewed, until: milliseconds(until + days(3)) },
      ];
}

function drawFillings(from: Span, span: Span, random: Random): ThingPlan['fillings'] {
  return Array.from({ length: random.whole(1, 3) }, (_, index) => ({
    after: index === 0 ? from : milliseconds(Math.max(from, 0) + (index * span) / 4),
    gib: random.whole(0, 400),
  }));
}
