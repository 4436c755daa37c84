import { contract as cloud } from '../../contract/contract.ts';
import { imageReply } from '../../replies/storage.ts';
import { present, theHolding } from '../../world/world-state.ts';
import { done, list, type Route, single } from '../route.ts';

export const imageRoutes = {
  listImages: list(cloud.listImages, (world, { projectId }) => {
    const state = world.state();
    return present(state, projectId, 'image').map((image) => imageReply(state, image));
  }),
  getImage: single(cloud.getImage, (world, { projectId, id }) => {
    const state = world.state();
    return { image: imageReply(state, theHolding(state, projectId, 'image', id)) };
  }),
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
