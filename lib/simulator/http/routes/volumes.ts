import type { ProjectId } from '../../../model/ids.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { volumeReply } from '../../replies/storage.ts';
import type { World } from '../../world/world.ts';
import { present, theHolding } from '../../world/world-state.ts';
import { done, list, type Route, single } from '../route.ts';

function shown(world: World, project: ProjectId, id: string) {
  const state = world.state();
  return volumeReply(state, theHolding(state, project, 'volume', id));
}

export const volumeRoutes = {
  listVolumes: list(cloud.listVolumes, (world, { projectId }) => {
    const state = world.state();
    return present(state, projectId, 'volume').map((volume) => volumeReply(state, volume));
  }),
  getVolume: single(cloud.getVolume, (world, { projectId, id }) => shown(world, projectId, id)),
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
    return shown(world, projectId, body.id);
  }),
  updateVolume: single(cloud.updateVolume, (world, { projectId, id }, { sizeGib, commitmentTerm }) => {
    world.perform({
      kind: 'change-volume',
      project: projectId,
      volume: id,
      ...(sizeGib !== undefined && { sizeGib }),
      ...(commitmentTerm !== undefined && { term: commitmentTerm }),
    });
    return shown(world, projectId, id);
  }),
  deleteVolume: single(cloud.deleteVolume, (world, { projectId, id }) => {
    world.perform({ kind: 'delete-volume', project: projectId, volume: id });
    return done;
  }),
} as const satisfies Record<string, Route>;
