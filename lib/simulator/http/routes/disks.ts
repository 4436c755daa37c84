import { contract as cloud } from '../../contract/contract.ts';
import { bootDiskReply, diskReply } from '../../replies/storage.ts';
import { bootedBy } from '../../world/storage/disk-life.ts';
import { byId, present, theHolding } from '../../world/world-state.ts';
import { done, list, type Route, single } from '../route.ts';

export const diskRoutes = {
  /** Boot disks too, which are part of their VMs and of the price of those. */
  listDisks: list(cloud.listDisks, (world, { projectId }) => {
    const state = world.state();
    return byId([
      ...present(state, projectId, 'vm').map((vm) => bootDiskReply(state, vm)),
      ...present(state, projectId, 'disk').map((disk) => diskReply(state, disk)),
    ]);
  }),
  getDisk: single(cloud.getDisk, (world, { projectId, id }) => {
    const state = world.state();
    const vm = bootedBy(state, projectId, id);
    if (vm) return { disk: bootDiskReply(state, vm) };
    return { disk: diskReply(state, theHolding(state, projectId, 'disk', id)) };
  }),
  createDisk: single(cloud.createDisk, (world, { projectId }, { disk }, { email }) => {
    world.perform({
      kind: 'create-disk',
      project: projectId,
      by: email,
      id: disk.id,
      dataCenter: disk.dataCenterId,
      sizeGib: disk.sizeGib,
    });
    return done;
  }),
  deleteDisk: single(cloud.deleteDisk, (world, { projectId, id }) => {
    world.perform({ kind: 'delete-disk', project: projectId, disk: id });
    return done;
  }),
  attachDisk: single(cloud.attachDisk, (world, { projectId, id }, { vmId }) => {
    world.perform({ kind: 'attach-disk', project: projectId, disk: id, vm: vmId });
    return done;
  }),
  resizeVmDisk: single(cloud.resizeVmDisk, (world, { projectId, id, diskId = '', sizeGib = 0 }) => {
    world.perform({ kind: 'resize-disk', project: projectId, vm: id, disk: diskId, sizeGib });
    return done;
  }),
  detachDisk: single(cloud.detachDisk, (world, { projectId, id }) => {
    world.perform({ kind: 'detach-disk', project: projectId, disk: id });
    return done;
  }),
} as const satisfies Record<string, Route>;
