import type * as z from 'zod';
import type { WireVolume } from '../../../cloud/wire/volume.ts';
import type { Disk as DiskRecord } from '../../../cloud/wire/whole/disk.ts';
import { isoInstant } from '../../../model/time.ts';
import type { Disk, Volume } from '../world/holding.ts';
import { stateAt } from '../world/life.ts';
import type { WorldState } from '../world/world-state.ts';
import { wirePrice } from './decimal.ts';
import { commitmentOf } from './vm.ts';

export const volumeReply = (state: WorldState, volume: Volume): z.input<typeof WireVolume> => ({
  id: volume.id,
  projectId: volume.project,
  dataCenterId: volume.dataCenter,
  sizeGib: volume.sizeGib,
  sizeGibUsed: volume.usedGib,
  gibPriceHr: wirePrice(volume.gibPrice),
  totalPriceHr: wirePrice(volume.price),
  ...commitmentOf(volume),
  state: stateAt(volume.life, state.at),
});

export function diskReply(state: WorldState, disk: Disk): z.input<typeof DiskRecord> {
  const own = stateAt(disk.life, state.at);
  return {
    id: disk.id,
    projectId: disk.project,
    dataCenterId: disk.dataCenter,
    sizeGib: disk.sizeGib,
    diskState: own === 'READY' && disk.vm !== null ? 'ATTACHED' : own,
    diskType: 'DISK_TYPE_STORAGE',
    createTime: isoInstant(disk.createdAt),
    vmId: disk.vm ?? '',
  };
}
