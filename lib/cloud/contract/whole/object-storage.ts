import { GetObjectStorageSessionKeyResponse } from '../../wire/whole/object-storage.ts';
import { name } from '../../wire/whole/values.ts';
import { get, inProject } from '../define.ts';
import { inferred } from './define.ts';

export const getObjectStorageSessionKey = inferred(
  'Get a temporary key for the object storage of a project',
  get(
    'getObjectStorageSessionKey',
    '/v1/projects/{projectId}/object-storage/session-key/{dataCenterId}',
    inProject.extend({ dataCenterId: name }),
    GetObjectStorageSessionKeyResponse,
  ),
  'All of it is secret.',
);
