import * as z from 'zod';
import type { ProjectId } from '../../../../model/ids.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { networkReply, securityGroupReply } from '../../replies/network.ts';
import { theSecurityGroup } from '../../world/network-life.ts';
import { byId, theProject, type WorldState } from '../../world/world-state.ts';
import { badRequest } from '../api-error.ts';
import { read } from '../received.ts';
import { done, list, performs, type Route, shownAs, shows, single } from '../route.ts';

/** The required fields. No document names any, but a network needs these two. */
const Needed = z.object({ networkId: z.string().min(1), dataCenterId: z.string().min(1) });

const networks = shownAs('network', networkReply);

export const networkRoutes = {
  listNetworks: list(cloud.listNetworks, networks.all),
  getNetwork: shows(cloud.getNetwork, (state, input) => ({ network: networks.one(state, input) })),
  createNetwork: single(cloud.createNetwork, (world, { projectId }, body, { email }) => {
    const { networkId, dataCenterId } = read(Needed, body);
    world.perform({
      kind: 'create-network',
      project: projectId,
      by: email,
      id: networkId,
      dataCenter: dataCenterId,
      ...(body.cidrPrefix && { cidr: body.cidrPrefix }),
      ...(body.vrouterSize && { routerSize: body.vrouterSize }),
    });
    return networks.one(world.state(), { projectId, id: networkId });
  }),
  startNetwork: performs(cloud.startNetwork, (network) => ({ kind: 'start-network', network })),
  stopNetwork: performs(cloud.stopNetwork, (network) => ({ kind: 'stop-network', network })),
  deleteNetwork: single(cloud.deleteNetwork, (world, { projectId, networkId }) => {
    world.perform({ kind: 'delete-network', project: projectId, network: networkId });
    return done;
  }),
} as const satisfies Record<string, Route>;

/** A security group. The record is open, since neither document shows its fields; these identify the group. */
const Named = z.object({ securityGroup: z.looseObject({ id: z.string(), dataCenterId: z.string() }) });
const MayBeNamed = z.object({
  securityGroup: z.looseObject({
    id: z.string().optional(),
    projectId: z.string().optional(),
    dataCenterId: z.string().optional(),
  }),
});

const shown = (state: WorldState, project: ProjectId, id: string) => ({
  securityGroup: securityGroupReply(theSecurityGroup(state, project, id)),
});

export const securityGroupRoutes = {
  listSecurityGroups: list(cloud.listSecurityGroups, (state, { projectId, dataCenterId }) =>
    byId(theProject(state, projectId).securityGroups.values())
      .filter((group) => !dataCenterId || group.dataCenter === dataCenterId)
      .map(securityGroupReply),
  ),
  getSecurityGroup: shows(cloud.getSecurityGroup, (state, { projectId, id }) => shown(state, projectId, id)),
  createSecurityGroup: single(cloud.createSecurityGroup, (world, input, body) => {
    const project = input['securityGroup.projectId'];
    const { id, dataCenterId, ...fields } = read(Named, body).securityGroup;
    mustStay(body, { projectId: project });
    world.perform({ kind: 'create-security-group', project, id, dataCenter: dataCenterId, fields });
    return shown(world.state(), project, id);
  }),
  updateSecurityGroup: single(cloud.updateSecurityGroup, (world, input, body) => {
    const { 'securityGroup.projectId': project, 'securityGroup.id': id } = input;
    const group = theSecurityGroup(world.state(), project, id);
    mustStay(body, { id, projectId: project, dataCenterId: group.dataCenter });
    const { id: _, projectId: _of, dataCenterId: _in, ...fields } = read(MayBeNamed, body).securityGroup;
    world.perform({ kind: 'change-security-group', project, id, fields });
    return shown(world.state(), project, id);
  }),
  deleteSecurityGroup: performs(cloud.deleteSecurityGroup, (id) => ({ kind: 'delete-security-group', id })),
} as const satisfies Record<string, Route>;

/** Checks that the body names the same group as the address. @throws ApiError */
function mustStay(body: unknown, as: Readonly<Record<string, string>>): void {
  const sent: Readonly<Record<string, unknown>> = read(MayBeNamed, body).securityGroup;
  const wrong = Object.entries(as)
    .filter(([field, value]) => sent[field] !== undefined && sent[field] !== value)
    .map(([field, value]) => ({ field: `securityGroup.${field}`, description: `is ${value}` }));
  if (wrong.length > 0) throw badRequest(wrong);
}
