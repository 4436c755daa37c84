import { contract as cloud } from '../../../../cloud/contract/whole/contract.ts';
import { projectReply } from '../../replies/project.ts';
import { byId, theProject } from '../../world/world-state.ts';
import { list, type Route, single } from '../route.ts';

export const projectRoutes = {
  listProjects: list(cloud.listProjects, (world) => {
    const state = world.state();
    return byId(state.projects.values()).map((project) => projectReply(state, project));
  }),
  getProject: single(cloud.getProject, (world, { id }) => {
    const state = world.state();
    return projectReply(state, theProject(state, id));
  }),
} as const satisfies Record<string, Route>;
