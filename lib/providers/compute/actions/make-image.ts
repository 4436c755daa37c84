import type { ResourceId } from '../../../model/ids.ts';
import type { Outcome } from '../../../model/outcome.ts';
import type { Instant } from '../../../model/time/time.ts';
import type { Cloud } from '../../operation.ts';
import { createImage, listImages } from '../contract/images.ts';
import { getVm } from '../contract/vms.ts';
import { requestOnce } from './act-once.ts';
import type { VmOrder } from './start-vm.ts';

/** Of what a VM is asked to be imaged, and when that was decided. */
export type ImageOrder = VmOrder & { readonly image: ResourceId; readonly because: string };

/** Makes a private image of a VM's boot disk, which is then billed by its size. */
export function makeImage(
  cloud: Cloud,
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
