import type { ProjectId } from '../../../model/ids.ts';
import { contract as cloud } from '../../contract/contract.ts';
import {
  bootDiskReply,
  bucketReply,
  diskReply,
  imageReply,
  s3Endpoint,
  volumeReply,
} from '../../replies/storage.ts';
import { secretFor } from '../../world/identity/identity.ts';
import { Refusal } from '../../world/refusal.ts';
import { bootedBy } from '../../world/storage/disk-life.ts';
import {
  byId,
  present,
  theDataCenter,
  theHolding,
  theProject,
  type WorldState,
} from '../../world/world-state.ts';
import { done, list, type Route, shows, single } from '../route.ts';

export const diskRoutes = {
  /** Boot disks are listed too; they are part of their VMs' price. */
  listDisks: list(cloud.listDisks, (state, { projectId }) =>
    byId([
      ...present(state, projectId, 'vm').map((vm) => bootDiskReply(state, vm)),
      ...present(state, projectId, 'disk').map((disk) => diskReply(state, disk)),
    ]),
  ),
  getDisk: shows(cloud.getDisk, (state, { projectId, id }) => {
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

const shown = (state: WorldState, project: ProjectId, id: string) =>
  volumeReply(state, theHolding(state, project, 'volume', id));

export const volumeRoutes = {
  listVolumes: list(cloud.listVolumes, (state, { projectId }) =>
    present(state, projectId, 'volume').map((volume) => volumeReply(state, volume)),
  ),
  getVolume: shows(cloud.getVolume, (state, { projectId, id }) => shown(state, projectId, id)),
  createVolume: single(cloud.createVolume, (world, { projectId }, body, { email }) => {
    world.perform({
      kind: 'create-volume',
      project: projectId,
      by: email,
      id: body.id,
      dataCenter: body.dataCenterId,
      sizeGib: body.sizeGib,
      commitment: body.commitmentTerm ?? null,
    });
    return shown(world.state(), projectId, body.id);
  }),
  updateVolume: single(cloud.updateVolume, (world, { projectId, id }, { sizeGib, commitmentTerm }) => {
    world.perform({
      kind: 'change-volume',
      project: projectId,
      volume: id,
      ...(sizeGib !== undefined && { sizeGib }),
      ...(commitmentTerm !== undefined && { term: commitmentTerm }),
    });
    return shown(world.state(), projectId, id);
  }),
  deleteVolume: single(cloud.deleteVolume, (world, { projectId, id }) => {
    world.perform({ kind: 'delete-volume', project: projectId, volume: id });
    return done;
  }),
} as const satisfies Record<string, Route>;

export const imageRoutes = {
  listImages: list(cloud.listImages, (state, { projectId }) =>
    present(state, projectId, 'image').map((image) => imageReply(state, image)),
  ),
  getImage: shows(cloud.getImage, (state, { projectId, id }) => ({
    image: imageReply(state, theHolding(state, projectId, 'image', id)),
  })),
  createImage: single(
    cloud.createImage,
    (world, { projectId, id, vmId, description = '' }, _body, { email }) => {
      world.perform({ kind: 'create-image', project: projectId, by: email, id, vm: vmId, description });
      const state = world.state();
      return { image: imageReply(state, theHolding(state, projectId, 'image', id)) };
    },
  ),
  describeImage: single(cloud.describeImage, (world, { projectId, id, description = '' }) => {
    world.perform({ kind: 'describe-image', project: projectId, image: id, description });
    return done;
  }),
  deleteImage: single(cloud.deleteImage, (world, { projectId, id }) => {
    world.perform({ kind: 'delete-image', project: projectId, image: id });
    return done;
  }),
} as const satisfies Record<string, Route>;

export const objectStorageRoutes = {
  listBuckets: list(cloud.listBuckets, (state, { projectId }) =>
    present(state, projectId, 'bucket').map((bucket) => bucketReply(state, bucket)),
  ),
  getBucket: shows(cloud.getBucket, (state, { projectId, dataCenterId, id }) => {
    theDataCenter(state, dataCenterId);
    const bucket = theHolding(state, projectId, 'bucket', id);
    if (bucket.dataCenter === dataCenterId) return bucketReply(state, bucket);
    throw new Refusal('not-found', `bucket ${id} does not exist in ${dataCenterId}`);
  }),
  getObjectStorageSessionKey: shows(
    cloud.getObjectStorageSessionKey,
    (state, { projectId, dataCenterId }) => {
      theProject(state, projectId);
      theDataCenter(state, dataCenterId);
      const secret = (name: string) => secretFor(state, 'object storage', projectId, dataCenterId, name);
      return {
        accessKey: secret('access').slice(0, 20),
        secretKey: secret('secret'),
        sessionToken: `${secret('session')}${secret('more of it')}`,
        sessionName: `${projectId}-${state.at / 1_000}`,
        endpoint: s3Endpoint(dataCenterId),
      };
    },
  ),
} as const satisfies Record<string, Route>;
