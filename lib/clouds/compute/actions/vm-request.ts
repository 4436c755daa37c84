import type { ActionKind } from '../../../model/action-kind.ts';
import { assertNever } from '../../../model/assert-never.ts';
import { VmId } from '../../../model/ids.ts';
import type { Reread } from '../../../model/reread.ts';
import type { Instant } from '../../../model/time/time.ts';
import { type ActionRequest, buildReread } from '../../act-once.ts';
import type { ActionOrder } from '../../cloud.ts';
import { CloudError } from '../../http/errors.ts';
import type { CloudClient } from '../../http/operation.ts';
import { createImage, listImages } from '../contract/storage.ts';
import { getVm, monitorVm, startVm, stopVm, terminateVm } from '../contract/vms.ts';
import { vmResource } from '../facts/resources.ts';
import { imageResource } from '../facts/storage-resources.ts';
import { lastBoot, sampledUse } from '../facts/usage.ts';
import type { WireVm } from '../wire/vm.ts';

export type VmAction = Exclude<ActionKind, 'power-off' | 'power-on'>;

export function vmRequest(cloud: CloudClient, kind: VmAction, order: ActionOrder): ActionRequest {
  const { project: projectId, image, because } = order;
  const where = { projectId, id: VmId.parse(order.resource.id) };
  const readVm = async () => (await cloud.call(getVm, where)).VM;
  const findImage = async () =>
    (await cloud.list(listImages, { projectId })).items.find(({ id }) => id === image);
  const readExpectedState = async (...states: readonly string[]) => {
    const { state, vmState } = await readVm();
    const current = state ?? vmState ?? null;
    return current !== null && states.includes(current) ? current : null;
  };
  switch (kind) {
    case 'stop':
      return {
        request: 'to stop',
        async reread() {
          const { items, flaws } = await cloud.list(monitorVm, where);
          const vm = await readVm();
          if (flaws.length > 0) return 'some of its samples could not be read again';
          const use = { points: sampledUse(items, vm.vcpus ?? 0), bootedAt: lastBoot(items) };
          return { seen: buildVmReread(vm, use), ask: (sendBy) => cloud.call(stopVm, where, { sendBy }) };
        },
        underWay: () => readExpectedState('STOPPING', 'STOPPED'),
      };
    case 'start':
      return {
        request: 'to start',
        reread: async () => ({
          seen: buildVmReread(await readVm()),
          ask: (sendBy) => cloud.call(startVm, where, { sendBy }),
        }),
        underWay: () => readExpectedState('STARTING', 'ACTIVE'),
      };
    // The image is a private copy of the boot disk, billed by its size.
    case 'image':
      return {
        request: `to make the image ${image}`,
        async reread() {
          const vm = await readVm();
          if (image === null) return 'it names no image';
          const body = { projectId, vmId: where.id, id: image, description: because };
          return { seen: buildVmReread(vm), ask: (sendBy) => cloud.call(createImage, body, { sendBy }) };
        },
        async underWay() {
          const copy = await findImage();
          return copy === undefined ? null : (copy.state ?? 'there');
        },
      };
    // The boot disk is deleted too. Attached storage disks are detached and remain billed.
    case 'terminate':
      return {
        request: 'to delete it for good',
        async reread() {
          const copy = image === null ? undefined : await findImage();
          const vm = await readVm();
          return {
            seen: (at) =>
              buildReread(vmResource(vm, at), { image: copy === undefined ? null : imageResource(copy, at) }),
            ask: (sendBy) => cloud.call(terminateVm, where, { sendBy }),
          };
        },
        async underWay() {
          try {
            return await readExpectedState('DELETING', 'DELETED');
          } catch (error) {
            if (error instanceof CloudError && error.provesAbsence) return 'gone';
            throw error;
          }
        },
      };
    default:
      return assertNever(kind);
  }
}

const buildVmReread =
  (vm: WireVm, more?: Partial<Reread>) =>
  (at: Instant): Reread =>
    buildReread(vmResource(vm, at), more);
