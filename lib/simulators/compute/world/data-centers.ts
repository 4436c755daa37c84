import type { DataCenterChanges } from './events/estate-events.ts';
import { disown, own } from './identity/identity-life.ts';
import { existsAt } from './life.ts';
import { Refusal } from './refusal.ts';
import type { EventOf } from './world-event.ts';
import { type DataCenter, type DataCenterDetails, theDataCenter, type WorldState } from './world-state.ts';

const ours = { account: '', createdBy: 'platform@example.com', supplierName: 'Example Hosting' };
const place = (
  id: string,
  regionId: string,
  lngLat: { lng: number; lat: number },
  renewableEnergy: boolean,
  machineTypes: readonly string[],
): DataCenter => ({
  id,
  regionId,
  lngLat,
  renewableEnergy,
  machineTypes,
  oneFrontendId: `one-${id}`,
  ...ours,
});

/** Returns the made-up data centers that exist from the beginning. */
export const platformDataCenters = (): Map<string, DataCenter> =>
  new Map(
    [
      place('gb-london-1', 'gb-london', { lng: -0.13, lat: 51.51 }, false, [
        'epyc-milan',
        'sapphire-rapids-h100',
        'sapphire-rapids-a100',
        'sapphire-rapids-l40s',
      ]),
      place('se-lulea-1', 'se-lulea', { lng: 22.15, lat: 65.58 }, true, [
        'epyc-milan',
        'sapphire-rapids-h100',
      ]),
      place('us-santaclara-1', 'us-santaclara', { lng: -121.96, lat: 37.35 }, false, [
        'epyc-milan',
        'sapphire-rapids-a100',
      ]),
    ].map((dataCenter) => [dataCenter.id, dataCenter]),
  );

export function createDataCenter(
  state: WorldState,
  { id, by, changes }: EventOf<'create-data-center'>,
): void {
  if (state.dataCenters.has(id)) throw new Refusal('exists', `data center ${id} already exists`);
  state.dataCenters.set(id, {
    account: '',
    oneFrontendId: '',
    regionId: '',
    renewableEnergy: false,
    supplierName: '',
    lngLat: {},
    ...given(changes),
    id,
    createdBy: by,
    machineTypes: [],
  });
  own(state, by, { kind: 'dataCenter', id });
}

export function changeDataCenter(state: WorldState, { id, changes }: EventOf<'change-data-center'>): void {
  state.dataCenters.set(id, { ...theDataCenter(state, id), ...given(changes) });
}

export function deleteDataCenter(state: WorldState, { id }: EventOf<'delete-data-center'>): void {
  theDataCenter(state, id);
  const isUsed = [...state.projects.values()].some(({ holdings }) =>
    holdings.some((holding) => holding.dataCenter === id && existsAt(holding.life, state.at)),
  );
  if (isUsed) throw new Refusal('wrong-state', `data center ${id} has resources in it`);
  state.dataCenters.delete(id);
  disown(state, { kind: 'dataCenter', id });
}

/** Returns the changes that were given; an omitted field does not change. */
const given = (changes: DataCenterChanges): Partial<DataCenterDetails> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
