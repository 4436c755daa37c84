import type { ProjectId } from '../../model/ids.ts';
import { idWrong } from './checks.ts';
import { refuseSuspended } from './money/standing.ts';
import { dataCenterWrong } from './places.ts';
import { Refusal, refuseWrong } from './refusal.ts';
import type { SecurityGroup } from './security-group-fields.ts';
import type { EventOf } from './world-event.ts';
import { present, theProject, type WorldState } from './world-state.ts';

export function createSecurityGroup(state: WorldState, event: EventOf<'create-security-group'>): void {
  const { project, id, dataCenter, fields } = event;
  const { securityGroups } = theProject(state, project);
  refuseWrong([
    ...idWrong('securityGroup.id', id),
    ...dataCenterWrong(state, dataCenter, 'securityGroup.dataCenterId'),
  ]);
  refuseSuspended(state, project);
  if (securityGroups.has(id)) {
    throw new Refusal('exists', `security group ${id} already exists in project ${project}`);
  }
  securityGroups.set(id, { id, project, dataCenter, fields });
}

/** The fields that are named; the others stay. */
export function changeSecurityGroup(state: WorldState, event: EventOf<'change-security-group'>): void {
  const group = theSecurityGroup(state, event.project, event.id);
  const fields = { ...group.fields, ...event.fields };
  theProject(state, event.project).securityGroups.set(group.id, { ...group, fields });
}

export function deleteSecurityGroup(
  state: WorldState,
  { project, id }: EventOf<'delete-security-group'>,
): void {
  theSecurityGroup(state, project, id);
  const user = present(state, project, 'vm').find(({ nics }) =>
    nics.some(({ securityGroupIds }) => securityGroupIds.includes(id)),
  );
  if (user) throw new Refusal('wrong-state', `security group ${id} is used by VM ${user.id}`);
  theProject(state, project).securityGroups.delete(id);
}

/** @throws Refusal when there is none. */
export function theSecurityGroup(state: WorldState, project: ProjectId, id: string): SecurityGroup {
  const group = theProject(state, project).securityGroups.get(id);
  if (!group) throw new Refusal('not-found', `security group ${id} does not exist in project ${project}`);
  return group;
}
