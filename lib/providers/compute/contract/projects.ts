import * as z from 'zod';
import { ProjectId } from '../../../model/ids.ts';
import { WireProject } from '../wire/project.ts';
import { get, list } from './define.ts';

export const listProjects = list('listProjects', '/v1/projects', z.object({}), {
  field: 'projects',
  item: WireProject,
  paging: 'token',
});
export const getProject = get('getProject', '/v1/projects/{id}', z.object({ id: ProjectId }), WireProject);
