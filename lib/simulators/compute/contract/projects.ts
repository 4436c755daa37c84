import * as z from 'zod';
import * as watched from '../../../clouds/compute/contract/billing-accounts.ts';
import { get, inProject, list, remove, send } from '../../../clouds/compute/contract/define.ts';
import { ProjectId } from '../../../model/ids.ts';
import { Project } from '../wire/billing-account.ts';
import { SshKey } from '../wire/user.ts';
import { given, int32, text } from '../wire/values.ts';
import { one, specified } from './define.ts';

export const listProjects = specified('List projects', { ...watched.listProjects, item: Project });
export const getProject = specified(
  'Get a project',
  get('getProject', '/v1/projects/{id}', z.object({ id: ProjectId }), Project),
);

const changeable = { billingAccountId: given(text), createBy: given(text), resourceCount: given(int32) };

export const createProject = specified(
  'Create a project',
  send('POST', 'createProject', '/v1/projects', {
    input: z.object({}),
    body: z.object({ ...changeable, id: given(text) }),
    reply: Project,
  }),
  { isPaidByAccount: true },
);
export const updateProject = specified(
  'Change a project',
  send('PATCH', 'updateProject', '/v1/projects/{project.id}', {
    input: z.object({ 'project.id': ProjectId }),
    body: z.object(changeable),
    reply: Project,
  }),
);
export const deleteProject = specified(
  'Delete a project',
  remove('deleteProject', '/v1/projects/{id}', one),
  { role: 'OWNER' },
);

export const listProjectSshKeys = specified(
  "List a project's SSH keys",
  list('listProjectSshKeys', '/v1/project/{projectId}/ssh-keys', inProject, {
    field: 'sshKeys',
    item: SshKey,
    paging: 'whole',
  }),
  { note: 'The path says "project" where all others say "projects".' },
);
