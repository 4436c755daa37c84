import { createImage, listImages } from '../cloud/contract/images.ts';
import { getVm } from '../cloud/contract/vms.ts';
import type { Cloud } from '../cloud/operation.ts';
import { ResourceId, type VmId } from '../model/ids.ts';
import type { Outcome } from '../model/outcome.ts';
import { type Instant, isoInstant } from '../model/time.ts';
import { actOnce } from './act-once.ts';
import type { VmOrder } from './start-vm.ts';

/** Of what a VM is asked to be imaged, and when that was decided. */
export type ImageOrder = VmOrder & { readonly image: ResourceId; readonly because: string };

const longestName = 63;

/** A name of the image that is the same whenever the same decision is carried out, so that it is made once. */
export function imageName(vm: VmId, decidedAt: Instant): ResourceId {
  const time = isoInstant(decidedAt).slice(0, 16).replace(/\D/g, '');
  const own = vm.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-');
  return ResourceId.parse(`spendwatch-${own.slice(0, longestName - 25)}-${time}`);
}

/** Makes a private image of a VM's boot disk. It is billed by its size from then on. */
export function makeImage(
  cloud: Cloud,
  now: () => Instant,
  { project, vm, image, because, rereadWithin, check }: ImageOrder,
): Promise<Outcome> {
  return actOnce(now, rereadWithin, {
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
