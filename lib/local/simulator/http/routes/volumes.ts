import { contract as cloud } from '../../../../cloud/contract/whole/contract.ts';
import { volumeReply } from '../../replies/storage.ts';
import { present } from '../../world/world-state.ts';
import { list, type Route } from '../route.ts';

export const volumeRoutes = {
  listVolumes: list(cloud.listVolumes, (world, { projectId }) => {
    const state = world.state();
    return present(state, projectId, 'volume').map((volume) => volumeReply(state, volume));
  }),
} as const satisfies Record<string, Route>;
