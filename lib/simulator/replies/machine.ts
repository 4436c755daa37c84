import type * as z from 'zod';
import { isoInstant } from '../../model/time/time.ts';
import type { Machine as MachineRecord } from '../wire/machine.ts';
import type { MachineResult } from '../wire/search-result.ts';
import { metalTypes } from '../world/compute/metal-types.ts';
import type { Access } from '../world/events/placed.ts';
import { type Machine, priceAt } from '../world/holding.ts';
import { stateAt } from '../world/life.ts';
import type { WorldState } from '../world/world-state.ts';
import { addressFor } from './address.ts';
import { wirePrice } from './decimal.ts';

export const machineReply = (state: WorldState, machine: Machine): z.input<typeof MachineRecord> => ({
  id: machine.id,
  projectId: machine.project,
  dataCenterId: machine.dataCenter,
  machineTypeId: machine.machineTypeId,
  os: machine.os,
  architecture: 'x86_64',
  hostname: machine.id,
  ...builtAs(machine.machineTypeId),
  cpuCores: machine.cpuCores,
  memoryGib: machine.memoryGib,
  gpus: machine.gpus,
  gpuModelId: machine.gpuModelId ?? '',
  createBy: machine.createdBy,
  createTime: isoInstant(machine.createdAt),
  externalIpAddresses: [addressFor(state, 'machine', machine.project, machine.id)],
  ...accessOf(machine.access),
  priceHr: wirePrice(priceAt(machine, state.at)),
  commitmentTerm: machine.commitment?.term ?? 'COMMITMENT_TERM_NONE',
  powerState: stateAt(machine.power, state.at),
  state: stateAt(machine.life, state.at),
});

/** A machine as a search result shows it. */
export const foundMachineReply = (state: WorldState, machine: Machine): z.input<typeof MachineResult> => ({
  ...machineReply(state, machine),
  ipv4Addresses: 1,
});

export const accessOf = ({ sshKeySource, customSshKeys, startScript }: Access) => ({
  sshKeySource,
  customSshKeys,
  startScript,
});

/** What a machine type says of each of its machines; nothing of one that only a script knows. */
function builtAs(machineTypeId: string) {
  const type = metalTypes.get(machineTypeId);
  if (!type) return {};
  const { cpuModel, cpuSpeedMhz, disks, diskSizeGib } = type;
  return { cpuModel, cpuSpeedMhz, disks, diskSizeGib };
}
