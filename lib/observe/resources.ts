import type { WireMachine } from '../cloud/wire/machine.ts';
import type { WireVm } from '../cloud/wire/vm.ts';
import type { WireVolume } from '../cloud/wire/volume.ts';
import { ResourceId } from '../model/ids.ts';
import { type HourlyPrice, hourlyPrice } from '../model/money.ts';
import type { Activity, Resource } from '../model/resource.ts';
import { type Instant, readInstant } from '../model/time.ts';

/**
 * What a platform's word for a state means to us. Whatever is not in the table, now or in a later
 * version of the platform, is `unknown`: never stopped, never idle.
 */
const vmActivity = words({
  ACTIVE: 'running',
  STOPPED: 'stopped',
  SUSPENDED: 'stopped',
  FAILED: 'failed',
  DELETED: 'gone',
  PENDING: 'changing',
  CLONING: 'changing',
  CREATING_SNAPSHOT: 'changing',
  DELETING: 'changing',
  DELETING_SNAPSHOT: 'changing',
  HOTPLUGGING: 'changing',
  MIGRATING: 'changing',
  RECREATING: 'changing',
  REVERTING_SNAPSHOT: 'changing',
  RESIZING: 'changing',
  RESIZING_DISK: 'changing',
  STARTING: 'changing',
  STOPPING: 'changing',
  SUSPENDING: 'changing',
});

const powerActivity = words({
  ON: 'running',
  OFF: 'stopped',
  POWERING_ON: 'changing',
  POWERING_OFF: 'changing',
  REBOOTING: 'changing',
});

const volumeActivity = words({
  ACTIVE: 'running',
  FAILED: 'failed',
  CREATING: 'changing',
  UPDATING: 'changing',
  DELETING: 'changing',
});

/** A map, since every object knows words of its own, such as "constructor". */
function words(table: Readonly<Record<string, Activity>>): ReadonlyMap<string, Activity> {
  return new Map(Object.entries(table));
}

const instantIn = (text: string | null | undefined): Instant | null =>
  text ? (readInstant(text) ?? null) : null;
const priceIn = (text: string | null | undefined): HourlyPrice | null => (text ? hourlyPrice(text) : null);

/**
 * A GPU model without a count, or with a zero that may stand for an unset field, still means a GPU:
 * better a VM left alone than one stopped at work.
 */
const gpusOf = (
  model: string | null | undefined,
  ...counts: readonly (number | null | undefined)[]
): number => Math.max(model ? 1 : 0, ...counts.map((count) => count ?? 0));

export function vmResource(vm: WireVm, at: Instant): Resource {
  const state = vm.state ?? vm.vmState ?? 'UNKNOWN';
  return {
    kind: 'vm',
    id: ResourceId.parse(vm.id),
    state,
    activity: vmActivity.get(state) ?? 'unknown',
    price: priceIn(vm.price?.totalPriceHr ?? vm.priceHr),
    createdAt: instantIn(vm.createTime),
    committedUntil: instantIn(vm.commitmentEndTime),
    vcpus: vm.vcpus ?? 0,
    gpus: gpusOf(vm.gpuModel || vm.gpuModelId, vm.gpuQuantity, vm.gpus),
    gpuModel: vm.gpuModel || vm.gpuModelId || null,
    metadata: vm.metadata ?? null,
    seenAt: at,
  };
}

export function machineResource(machine: WireMachine, at: Instant): Resource {
  const state = machine.powerState ?? 'MACHINE_POWER_STATE_UNSPECIFIED';
  return {
    kind: 'machine',
    id: ResourceId.parse(machine.id),
    state,
    activity: powerActivity.get(state) ?? 'unknown',
    price: priceIn(machine.priceHr),
    createdAt: instantIn(machine.createTime),
    committedUntil: instantIn(machine.commitmentEndTime),
    vcpus: machine.cpuCores ?? 0,
    gpus: gpusOf(machine.gpuModelId, machine.gpus),
    gpuModel: machine.gpuModelId || null,
    metadata: null,
    seenAt: at,
  };
}

export function volumeResource(volume: WireVolume, at: Instant): Resource {
  const state = volume.state ?? 'VOLUME_STATE_UNSPECIFIED';
  return {
    kind: 'volume',
    id: volume.id,
    state,
    activity: volumeActivity.get(state) ?? 'unknown',
    price: priceIn(volume.totalPriceHr),
    createdAt: null,
    committedUntil: instantIn(volume.commitmentEndTime),
    vcpus: 0,
    gpus: 0,
    gpuModel: null,
    metadata: null,
    seenAt: at,
  };
}
