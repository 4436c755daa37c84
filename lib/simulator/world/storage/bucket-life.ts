import { idWrong, sizeWrong } from '../checks.ts';
import { enter, gone } from '../life.ts';
import { refuseSuspended } from '../money/standing.ts';
import { tariff, withUnits } from '../money/tariff.ts';
import { dataCenterWrong } from '../places.ts';
import { refuseWrong } from '../refusal.ts';
import type { EventOf } from '../world-event.ts';
import { heldBy, refuseTwin, theHolding, theProject, type WorldState } from '../world-state.ts';

/** Buckets come, grow and go over the protocol of S3: the API only shows them. */
export function createBucket(state: WorldState, event: EventOf<'create-bucket'>): void {
  const { project, id, dataCenter, sizeGib, objects, gibPriceHr } = event;
  theProject(state, project);
  refuseWrong([
    ...idWrong('id', id),
    ...dataCenterWrong(state, dataCenter),
    ...sizeWrong('sizeGib', sizeGib, 0),
  ]);
  refuseSuspended(state, project);
  refuseTwin(state, project, 'bucket', id);
  theProject(state, project).holdings.push({
    kind: 'bucket',
    id,
    ...heldBy(state, event),
    tariffs: [tariff(state.at, gibPriceHr, sizeGib)],
    listPrice: null,
    life: enter([], state.at, [], 'ACTIVE'),
    objects,
  });
}

export function fillBucket(state: WorldState, event: EventOf<'fill-bucket'>): void {
  const { project, bucket: id, sizeGib, objects } = event;
  refuseWrong(sizeWrong('sizeGib', sizeGib, 0));
  const bucket = theHolding(state, project, 'bucket', id);
  bucket.tariffs = withUnits(bucket.tariffs, state.at, sizeGib);
  bucket.objects = objects;
}

export function deleteBucket(state: WorldState, { project, bucket: id }: EventOf<'delete-bucket'>): void {
  const bucket = theHolding(state, project, 'bucket', id);
  bucket.life = enter(bucket.life, state.at, [], gone);
}
