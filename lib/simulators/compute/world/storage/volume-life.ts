import { sizeAt } from '../holding.ts';
import { addHolding, deleteHolding } from '../holding-life.ts';
import { enter, gone, stateAt } from '../life.ts';
import { pricedAt, recommit, recommitted } from '../money/commitment.ts';
import { refuseSuspended } from '../money/standing.ts';
import { tariff, withUnits } from '../money/tariff.ts';
import { dataCenterWrong, idWrong, nameWrong, refuseWrong, sizeWrong, wrongIf } from '../refusal.ts';
import type { EventOf } from '../world-event.ts';
import { holdingIn, pass, present, takes, theHolding, type WorldState } from '../world-state.ts';

export function createVolume(state: WorldState, event: EventOf<'create-volume'>): void {
  const { project, id, dataCenter, sizeGib, usedGib, gibPriceHr } = event;
  const wrong = [
    ...nameWrong('id', id),
    ...dataCenterWrong(state, dataCenter),
    ...sizeWrong('sizeGib', sizeGib, 1),
    ...wrongIf(usedGib > sizeGib, 'sizeGib', `volume ${id} cannot hold more than its size`),
  ];
  const creating = takes(state, `creating ${project}/${id}`, 10, 30);
  addHolding(state, event, { kind: 'volume', wrong, needs: 'credit' }, (held) => ({
    kind: 'volume',
    id,
    ...held,
    ...pricedAt(state.at, gibPriceHr, sizeGib, held.commitment),
    life: enter([], state.at, [['CREATING', creating]], 'ACTIVE'),
    usedGib,
  }));
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
  const user = present(state, project, 'cluster')
    .flatMap(({ machines }) => machines)
    .find(({ volumes, life }) => volumes.includes(id) && stateAt(life, state.at) !== gone);
  deleteHolding(
    state,
    { project, kind: 'volume', id },
    {
      states: ['CREATING', 'ACTIVE', 'UPDATING', 'FAILED'],
      seconds: [5, 20],
      useOf: () => user && `is mounted by cluster machine ${user.id}`,
    },
  );
}

/** Creates a bucket as the S3 protocol would; the API only shows buckets. */
export function createBucket(state: WorldState, event: EventOf<'create-bucket'>): void {
  const { id, dataCenter, sizeGib, objects, gibPriceHr } = event;
  const wrong = [
    ...idWrong('id', id),
    ...dataCenterWrong(state, dataCenter),
    ...sizeWrong('sizeGib', sizeGib, 0),
  ];
  addHolding(state, event, { kind: 'bucket', wrong, needs: 'standing' }, (held) => ({
    kind: 'bucket',
    id,
    ...held,
    tariffs: [tariff(state.at, gibPriceHr, sizeGib)],
    listPrice: null,
    life: enter([], state.at, [], 'ACTIVE'),
    objects,
  }));
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
