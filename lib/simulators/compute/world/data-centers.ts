import type { DataCenter } from './world-state.ts';

const place = (
  id: string,
  regionId: string,
  lngLat: DataCenter['lngLat'],
  renewableEnergy: boolean,
  machineTypes: readonly string[],
): DataCenter => ({ id, regionId, lngLat, renewableEnergy, machineTypes });

/** Returns the made-up data centers. */
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
