import { contract as cloud } from '../../../cloud/contract/whole/contract.ts';
import { accountReply } from '../replies/account.ts';
import { machineReply } from '../replies/machine.ts';
import { projectReply } from '../replies/project.ts';
import { searchReply } from '../replies/search.ts';
import { volumeReply } from '../replies/storage.ts';
import { vmReply } from '../replies/vm.ts';
import { compareText, present, theAccount, theHolding, theProject } from '../world-state.ts';
import { badRequest } from './api-error.ts';
import { patchMachine } from './patch-machine.ts';
import { list, type Route, single } from './route.ts';
import { spendRoutes } from './spend-routes.ts';

const byId = <T extends { readonly id: string }>(things: Iterable<T>): T[] =>
  [...things].sort((left, right) => compareText(left.id, right.id));

const done = {};

/** Every operation of the contract that is simulated, and its answer. */
export const routes = {
  ...spendRoutes,
  listProjects: list(cloud.listProjects, (world) => {
    const state = world.state();
    return byId(state.projects.values()).map((project) => projectReply(state, project));
  }),
  getProject: single(cloud.getProject, (world, { id }) => {
    const state = world.state();
    return projectReply(state, theProject(state, id));
  }),
  listBillingAccounts: list(cloud.listBillingAccounts, (world) => {
    const state = world.state();
    return byId(state.accounts.values()).map((account) => accountReply(state, account));
  }),
  getBillingAccount: single(cloud.getBillingAccount, (world, { id }) => {
    const state = world.state();
    return accountReply(state, theAccount(state, id));
  }),
  listVms: list(cloud.listVms, (world, { projectId, status, networkId }) => {
    const state = world.state();
    return present(state, projectId, 'vm')
      .filter((vm) => networkId === undefined || vm.network === networkId)
      .map((vm) => vmReply(state, vm))
      .filter((reply) => status === undefined || reply.state === status);
  }),
  getVm: single(cloud.getVm, (world, { projectId, id }) => {
    const state = world.state();
    return { VM: vmReply(state, theHolding(state, projectId, 'vm', id)) };
  }),
  monitorVm: list(cloud.monitorVm, (world, { projectId, id }) => world.monitor(projectId, id)),
  startVm: single(cloud.startVm, (world, { projectId, id }) => {
    world.perform({ kind: 'start-vm', project: projectId, vm: id });
    return done;
  }),
  stopVm: single(cloud.stopVm, (world, { projectId, id }) => {
    world.perform({ kind: 'stop-vm', project: projectId, vm: id });
    return done;
  }),
  terminateVm: single(cloud.terminateVm, (world, { projectId, id }) => {
    world.perform({ kind: 'terminate-vm', project: projectId, vm: id });
    return done;
  }),
  listMachines: list(cloud.listMachines, (world, { projectId }) => {
    const state = world.state();
    return present(state, projectId, 'machine').map((machine) => machineReply(state, machine));
  }),
  getMachine: single(cloud.getMachine, (world, { projectId, id }) => {
    const state = world.state();
    return machineReply(state, theHolding(state, projectId, 'machine', id));
  }),
  patchMachine,
  listVolumes: list(cloud.listVolumes, (world, { projectId }) => {
    const state = world.state();
    return present(state, projectId, 'volume').map((volume) => volumeReply(state, volume));
  }),
  searchResources: list(cloud.searchResources, (world, { query }) => {
    if (query.trim() === '') throw badRequest([{ field: 'query', description: 'must not be empty' }]);
    return searchReply(world.state(), query);
  }),
} as const satisfies Partial<Record<keyof typeof cloud, Route>>;

export type OperationId = keyof typeof routes;
