import type { ResourceId } from '../../../model/ids.ts';
import type { Outcome } from '../../../model/outcome.ts';
import type { Recheck } from '../../../model/reread.ts';
import type { Instant } from '../../../model/time/time.ts';
import { CloudError } from '../../errors.ts';
import type { Cloud } from '../../operation.ts';
import { listImages } from '../contract/images.ts';
import { getVm, terminateVm as terminateOperation } from '../contract/vms.ts';
import type { WireImage } from '../wire/image.ts';
import type { WireVm } from '../wire/vm.ts';
import { requestOnce } from './act-once.ts';
import type { VmOrder } from './start-vm.ts';

/** The state just before a VM is deleted for good. */
export type LastSight = {
  readonly vm: WireVm;
  /** The image that must be ready first; `null` when it cannot be found, or none is asked for. */
  readonly image: WireImage | null;
};

export type TerminateOrder = Omit<VmOrder, 'check'> & {
  /** `null` when the rule deletes without an image. */
  readonly image: ResourceId | null;
  readonly check: (sight: LastSight, at: Instant) => Recheck;
};

/** Deletes a VM with its boot disk for good. Attached storage disks are detached and stay billed. */
export function terminateVm(
  cloud: Cloud,
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
        const { state, vmState } = (await cloud.call(getVm, where)).VM;
        const word = state ?? vmState ?? null;
        return word === 'DELETING' || word === 'DELETED' ? word : null;
      } catch (error) {
        if (error instanceof CloudError && error.kind === 'not-found') return 'gone';
        throw error;
      }
    },
  });
}
