import * as watched from '../../../clouds/compute/contract/user.ts';
import { Permissions } from '../wire/user.ts';
import { specified } from './define.ts';

export const listPermissions = specified('Get permissions', {
  ...watched.listPermissions,
  reply: Permissions,
});
