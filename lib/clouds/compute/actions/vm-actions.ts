import type { ProjectId, ResourceId, VmId } from '../../../model/ids.ts';
import type { Outcome } from '../../../model/outcome.ts';
import type { Recheck } from '../../../model/reread.ts';
import type { Instant, Span } from '../../../model/time/time.ts';
import { CloudError } from '../../http/errors.ts';
import type { CloudClient } from '../../http/operation.ts';
import { createImage, listImages } from '../contract/storage.ts';
import {
  getVm,
  monitorVm,
  startVm as startOperation,
  stopVm as stopOperation,
  terminateVm as terminateOperation,
} from '../contract/vms.ts';
import type { WireImage } from '../wire/storage.ts';
import type { WireMonitorItem, WireVm } from '../wire/vm.ts';
import { requestOnce } from './act-once.ts';

/** An order for an action on a VM, with the check to repeat just before it. */
type Order<Check> = {
  readonly project: ProjectId;
  readonly vm: VmId;
  /** The age that the last read may have when the action is requested. */
  readonly rereadWithin: Span;
  /** Checks whether the action still holds for what was read. */
  readonly check: Check;
};
type Checked = Recheck | Promise<Recheck>;
type VmOrder = Order<(vm: WireVm, at: Instant) => Checked>;

/** Returns the state of a VM if it is one of these, and else `null`. */
function stateAmong({ state, vmState }: WireVm, ...states: readonly string[]): string | null {
  const current = state ?? vmState ?? null;
  return current !== null && states.includes(current) ? current : null;
}

/** Starts a VM again. */
export function startVm(
  cloud: CloudClient,
  now: () => Instant,
  { project, vm, rereadWithin, check }: VmOrder,
): Promise<Outcome> {
  const where = { projectId: project, id: vm };
  const read = async () => (await cloud.call(getVm, where)).VM;
  return requestOnce(now, rereadWithin, {
    request: 'to start',
    reread: read,
    check,
    ask: (_vm, sendBy) => cloud.call(startOperation, where, { sendBy }),
    underWay: async () => stateAmong(await read(), 'STARTING', 'ACTIVE'),
  });
}

/** The basis of the decision, read again. */
type Sight = {
  readonly vm: WireVm;
  readonly samples: readonly WireMonitorItem[];
  readonly at: Instant;
};

export type StopOrder = Order<(sight: Sight) => Checked>;

/** Stops a VM, after reading its samples and state again and checking the decision. */
export function stopVm(
  cloud: CloudClient,
  now: () => Instant,
  { project, vm: id, rereadWithin, check }: StopOrder,
): Promise<Outcome> {
  const where = { projectId: project, id };
  return requestOnce(now, rereadWithin, {
    request: 'to stop',
    async reread() {
      const samples = await cloud.list(monitorVm, where);
      const { VM: vm } = await cloud.call(getVm, where);
      if (samples.flaws.length > 0) return 'its samples could not all be read again';
      return { vm, samples: samples.items };
    },
    check: (read, at) => check({ ...read, at }),
    ask: (_read, sendBy) => cloud.call(stopOperation, where, { sendBy }),
    underWay: async () => stateAmong((await cloud.call(getVm, where)).VM, 'STOPPING', 'STOPPED'),
  });
}

/** The order for an image of a VM, with the reason for it. */
type ImageOrder = VmOrder & { readonly image: ResourceId; readonly because: string };

/** Makes a private image of a VM's boot disk, which is then billed by its size. */
export function makeImage(
  cloud: CloudClient,
  now: () => Instant,
  { project, vm, image, because, rereadWithin, check }: ImageOrder,
): Promise<Outcome> {
  return requestOnce(now, rereadWithin, {
    request: `to make the image ${image}`,
    reread: async () => (await cloud.call(getVm, { projectId: project, id: vm })).VM,
    check,
    ask: (_vm, sendBy) =>
      cloud.call(createImage, { projectId: project, vmId: vm, id: image, description: because }, { sendBy }),
    async underWay() {
      const { items } = await cloud.list(listImages, { projectId: project });
      const made = items.find(({ id }) => id === image);
      return made === undefined ? null : (made.state ?? 'there');
    },
  });
}

/** The state just before a VM is deleted for good. */
type LastSight = {
  readonly vm: WireVm;
  /** The image that must be ready first; `null` when it cannot be found, or none is asked for. */
  readonly image: WireImage | null;
};

type TerminateOrder = Order<(sight: LastSight, at: Instant) => Checked> & {
  /** `null` when the rule deletes without an image. */
  readonly image: ResourceId | null;
};

/** Deletes a VM with its boot disk for good. Attached storage disks are detached and stay billed. */
export function terminateVm(
  cloud: CloudClient,
  now: () => Instant,
  { project, vm, image, rereadWithin, check }: TerminateOrder,
): Promise<Outcome> {
  const where = { projectId: project, id: vm };
  return requestOnce(now, rereadWithin, {
    request: 'to delete it for good',
    async reread() {
      const images = image === null ? [] : (await cloud.list(listImages, { projectId: project })).items;
      const { VM } = await cloud.call(getVm, where);
      return { vm: VM, image: images.find(({ id }) => id === image) ?? null };
    },
    check,
    ask: (_sight, sendBy) => cloud.call(terminateOperation, where, { sendBy }),
    async underWay() {
      try {
        return stateAmong((await cloud.call(getVm, where)).VM, 'DELETING', 'DELETED');
      } catch (error) {
        if (error instanceof CloudError && error.kind === 'not-found') return 'gone';
        throw error;
      }
    },
  });
}
