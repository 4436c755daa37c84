import * as z from 'zod';
import { get, inProject, list, remove, send } from '../../../clouds/compute/contract/define.ts';
import { ProjectId } from '../../../model/ids.ts';
import { OneSecurityGroup, SecurityGroup, SecurityGroupBody } from '../wire/network.ts';
import { given, name, text } from '../wire/values.ts';
import { oneInProject, specified } from './define.ts';

const groups = '/v1/projects/{projectId}/networks/security-groups';
const groupsByBody = '/v1/projects/{securityGroup.projectId}/networks/security-groups';
const inProjectByBody = z.object({ 'securityGroup.projectId': ProjectId });

export const listSecurityGroups = specified(
  'List security groups',
  list('listSecurityGroups', groups, inProject.extend({ dataCenterId: given(text) }), {
    field: 'securityGroups',
    item: SecurityGroup,
    paging: 'number',
  }),
);
export const getSecurityGroup = specified(
  'Get a security group',
  get('getSecurityGroup', `${groups}/{id}`, oneInProject, OneSecurityGroup),
);
export const deleteSecurityGroup = specified(
  'Delete a security group',
  remove('deleteSecurityGroup', `${groups}/{id}`, oneInProject),
);
export const createSecurityGroup = specified(
  'Create a security group',
  send('POST', 'createSecurityGroup', groupsByBody, {
    input: inProjectByBody,
    body: SecurityGroupBody,
    reply: OneSecurityGroup,
  }),
);
export const updateSecurityGroup = specified(
  'Change a security group',
  send('PATCH', 'updateSecurityGroup', `${groupsByBody}/{securityGroup.id}`, {
    input: inProjectByBody.extend({ 'securityGroup.id': name }),
    body: SecurityGroupBody,
    reply: OneSecurityGroup,
  }),
);
