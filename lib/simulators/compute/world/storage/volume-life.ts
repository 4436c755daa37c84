import { sizeAt } from '../holding.ts';
import { enter, gone, stateAt } from '../life.ts';
import { pricedAt, recommit, recommitted } from '../money/commitment.ts';
import { refuseSuspended, refuseUnfunded } from '../money/standing.ts';
import { tariff, withUnits } from '../money/tariff.ts';
import { dataCenterWrong, idWrong, invalid, nameWrong, Refusal, refuseWrong, sizeWrong } from '../refusal.ts';
import type { EventOf } from '../world-event.ts';
import {
  heldBy,
  holdingIn,
  pass,
  present,
  refuseTwin,
  takes,
  theHolding,
  theProject,
  type WorldState,
} from '../world-state.ts';

export function createVolume(state: WorldState, event: EventOf<'create-volume'>): void {
  const { project, id, dataCenter, sizeGib, usedGib, gibPriceHr } = event;
  theProject(state, project);
  refuseWrong([
    ...nameWrong('id', id),
    ...dataCenterWrong(state, dataCenter),
    ...sizeWrong('sizeGib', sizeGib, 1),
  ]);
  if (usedGib > sizeGib) throw invalid('sizeGib', `volume ${id} cannot hold more than its size`);
  refuseUnfunded(state, project);
  refuseTwin(state, project, 'volume', id);
  const creating = takes(state, `creating ${project}/${id}`, 10, 30);
  const held = heldBy(state, event);
  theProject(state, project).holdings.push({
    kind: 'volume',
    id,
    ...held,
    ...pricedAt(state.at, gibPriceHr, sizeGib, held.commitment),
    life: enter([], state.at, [['CREATING', creating]], 'ACTIVE'),
    usedGib,
  });
}

/** Changes a volume. It cannot shrink, since its contents would be lost. The new size is billed from now. */
export function changeVolume(state: WorldState, event: EventOf<'change-volume'>): void {
  const { project, volume: id, term } = event;
  const volume = holdingIn(state, project, 'volume', id, 'changed', ['CREATING', 'ACTIVE', 'UPDATING']);
  const size = sizeAt(volume, state.at);
  const wanted = event.sizeGib ?? size;
  const commitment = term === undefined ? volume.commitment : recommitted(volume, state.at, term);
  if (wanted !== size) {
    refuseWrong(sizeWrong('sizeGib', wanted, size));
    holdingIn(state, project, 'volume', id, 'enlarged', ['ACTIVE']);
    refuseSuspended(state, project);
    volume.tariffs = withUnits(volume.tariffs, state.at, wanted);
    pass(state, volume, 'growing', ['UPDATING', 10, 30], 'ACTIVE');
  }
  recommit(volume, state.at, commitment);
}

export function deleteVolume(state: WorldState, { project, volume: id }: EventOf<'delete-volume'>): void {
  const volume = holdingIn(state, project, 'volume', id, 'deleted', [
    'CREATING',
    'ACTIVE',
    'UPDATING',
    'FAILED',
  ]);
  const user = present(state, project, 'cluster')
    .flatMap(({ machines }) => machines)
    .find(({ volumes, life }) => volumes.includes(id) && stateAt(life, state.at) !== gone);
  if (user) throw new Refusal('wrong-state', `volume ${id} is mounted by cluster machine ${user.id}`);
  pass(state, volume, 'deleting', ['DELETING', 5, 20], gone);
}

/** Creates a bucket as the S3 protocol would; the API only shows buckets. */
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
