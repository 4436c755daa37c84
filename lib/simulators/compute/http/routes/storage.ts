import * as z from 'zod';
import { contract as cloud } from '../../contract/contract.ts';
import {
  bootDiskReply,
  bucketReply,
  diskReply,
  imageReply,
  s3Endpoint,
  volumeReply,
} from '../../replies/storage.ts';
import { name, text } from '../../wire/values.ts';
import { secretFor } from '../../world/identity/identity.ts';
import { Refusal } from '../../world/refusal.ts';
import { bootedBy } from '../../world/storage/disk-life.ts';
import { byId, present, theDataCenter, theHolding, theProject } from '../../world/world-state.ts';
import { read } from '../received.ts';
import { done, list, performs, type Route, shownAs, shows, single } from '../route.ts';

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
  deleteDisk: performs(cloud.deleteDisk, (disk) => ({ kind: 'delete-disk', disk })),
  attachDisk: performs(cloud.attachDisk, (disk, { vmId }) => ({ kind: 'attach-disk', disk, vm: vmId })),
  resizeVmDisk: performs(cloud.resizeVmDisk, (vm, _body, { diskId: disk = '', sizeGib = 0 }) => ({
    kind: 'resize-disk',
    vm,
    disk,
    sizeGib,
  })),
  detachDisk: performs(cloud.detachDisk, (disk) => ({ kind: 'detach-disk', disk })),
} as const satisfies Record<string, Route>;

const volumes = shownAs('volume', volumeReply);

export const volumeRoutes = {
  listVolumes: list(cloud.listVolumes, volumes.all),
  getVolume: shows(cloud.getVolume, volumes.one),
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
    return volumes.one(world.state(), { projectId, id: body.id });
  }),
  updateVolume: single(cloud.updateVolume, (world, { projectId, id }, { sizeGib, commitmentTerm }) => {
    world.perform({
      kind: 'change-volume',
      project: projectId,
      volume: id,
      ...(sizeGib !== undefined && { sizeGib }),
      ...(commitmentTerm !== undefined && { term: commitmentTerm }),
    });
    return volumes.one(world.state(), { projectId, id });
  }),
  deleteVolume: performs(cloud.deleteVolume, (volume) => ({ kind: 'delete-volume', volume })),
} as const satisfies Record<string, Route>;

/** The parameters of a new image, wherever they were sent. */
const NewImage = z.object({ id: name, vmId: name, description: text.optional() });

const images = shownAs('image', imageReply);

export const imageRoutes = {
  listImages: list(cloud.listImages, images.all),
  getImage: shows(cloud.getImage, (state, input) => ({ image: images.one(state, input) })),
  createImage: single(cloud.createImage, (world, { projectId, ...query }, body, { email }) => {
    const { id, vmId, description = '' } = read(NewImage, { ...body, ...query });
    world.perform({ kind: 'create-image', project: projectId, by: email, id, vm: vmId, description });
    return { image: images.one(world.state(), { projectId, id }) };
  }),
  describeImage: performs(cloud.describeImage, (image, body, query) => ({
    kind: 'describe-image',
    image,
    description: query.description ?? body?.description ?? '',
  })),
  deleteImage: performs(cloud.deleteImage, (image) => ({ kind: 'delete-image', image })),
} as const satisfies Record<string, Route>;

export const objectStorageRoutes = {
  listBuckets: list(cloud.listBuckets, shownAs('bucket', bucketReply).all),
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
