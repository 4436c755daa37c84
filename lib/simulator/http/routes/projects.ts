import { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { projectReply } from '../../replies/project.ts';
import { sshKeyReply } from '../../replies/user.ts';
import { idWrong } from '../../world/checks.ts';
import { grantsOn } from '../../world/identity/roles.ts';
import { refuseWrong } from '../../world/refusal.ts';
import { byId, theProject } from '../../world/world-state.ts';
import { mustHave } from '../access.ts';
import { sees } from '../caller.ts';
import { done, list, type Route, single } from '../route.ts';

const required = (field: string) => [{ field, description: 'is required' }];

export const projectRoutes = {
  listProjects: list(cloud.listProjects, (world, _input, caller) => {
    const state = world.state();
    return byId(state.projects.values())
      .filter(({ id }) => sees(state, caller, { kind: 'project', id }))
      .map((project) => projectReply(state, project));
  }),
  getProject: single(cloud.getProject, (world, { id }) => {
    const state = world.state();
    return projectReply(state, theProject(state, id));
  }),
  /** Who made it and what it holds is not for the client to say. */
  createProject: single(cloud.createProject, (world, _input, { id, billingAccountId }, caller) => {
    refuseWrong([
      ...(id ? idWrong('id', id) : required('id')),
      ...(billingAccountId ? [] : required('billingAccountId')),
    ]);
    const account = BillingAccountId.parse(billingAccountId);
    mustHave(world.state(), caller, { kind: 'account', id: account }, 'EDITOR');
    const project = ProjectId.parse(id);
    world.perform({ kind: 'create-project', id: project, account, by: caller.email });
    const state = world.state();
    return projectReply(state, theProject(state, project));
  }),
  updateProject: single(cloud.updateProject, (world, path, { billingAccountId }, caller) => {
    const id = path['project.id'];
    if (billingAccountId) {
      const account = BillingAccountId.parse(billingAccountId);
      mustHave(world.state(), caller, { kind: 'account', id: account }, 'EDITOR');
      world.perform({ kind: 'move-project', id, account });
    }
    const state = world.state();
    return projectReply(state, theProject(state, id));
  }),
  deleteProject: single(cloud.deleteProject, (world, { id }) => {
    world.perform({ kind: 'delete-project', id: ProjectId.parse(id) });
    return done;
  }),
  /** Nobody adds any to a project itself: they are those of everyone who may get in. */
  listProjectSshKeys: list(cloud.listProjectSshKeys, (world, { projectId }) => {
    const state = world.state();
    theProject(state, projectId);
    const users = new Set(grantsOn(state, { kind: 'project', id: projectId }).map(({ user }) => user));
    return [...users].flatMap((user) => byId(user.sshKeys.values()).map(sshKeyReply));
  }),
} as const satisfies Record<string, Route>;
