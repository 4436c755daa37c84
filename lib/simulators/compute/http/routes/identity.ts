import type * as z from 'zod';
import { contract as cloud } from '../../contract/contract.ts';
import { keyReply, newKeyReply, permissionReply, sshKeyReply, userReply } from '../../replies/user.ts';
import type { AddUserPermission } from '../../wire/user.ts';
import { Role, type SshKey, secretOf, tokenFor, type User } from '../../world/identity/identity.ts';
import { grantsOn, type Place, roleOn } from '../../world/identity/identity-life.ts';
import { emailWrong, existing, idWrong, invalid, refuseWrong, type Wrong } from '../../world/refusal.ts';
import type { World } from '../../world/world.ts';
import { byId, theProject, type WorldState } from '../../world/world-state.ts';
import { done, list, type Route, shows, single } from '../route.ts';

export const permissionRoutes = {
  listPermissions: shows(cloud.listPermissions, (state, filter, { user }) => {
    const isAny = Object.values(filter).some((id) => id !== undefined && id !== '');
    const own = (places: Iterable<Place>, wanted: string | undefined) =>
      [...places].flatMap((on) => {
        if (isAny && on.id !== wanted) return [];
        const role = roleOn(state, user, on);
        return role === null ? [] : [permissionReply({ user, role, on })];
      });
    return {
      billingAccountPermissions: own(
        [...state.accounts.keys()].map((id) => ({ kind: 'account', id })),
        filter.billingAccountId,
      ),
      dataCenterPermissions: own(
        [...state.dataCenters.keys()].map((id) => ({ kind: 'dataCenter', id })),
        filter.dataCenterId,
      ),
      projectPermissions: own(
        [...state.projects.keys()].map((id) => ({ kind: 'project', id })),
        filter.projectId,
      ),
    };
  }),
  getAccountPermissions: shows(cloud.getAccountPermissions, (state, { id }) => ({
    permissions: grantsOn(state, { kind: 'account', id }).map(permissionReply),
  })),
  getProjectPermissions: shows(cloud.getProjectPermissions, (state, { id }) => ({
    permissions: grantsOn(state, { kind: 'project', id }).map(permissionReply),
  })),
  addAccountPermission: single(cloud.addAccountPermission, (world, { billingAccountId: id }, body) =>
    give(world, { kind: 'account', id }, body),
  ),
  addDataCenterPermission: single(cloud.addDataCenterPermission, (world, { dataCenterId: id }, body) =>
    give(world, { kind: 'dataCenter', id }, body),
  ),
  addProjectPermission: single(cloud.addProjectPermission, (world, { projectId: id }, body) =>
    give(world, { kind: 'project', id }, body),
  ),
  removeAccountPermission: single(cloud.removeAccountPermission, (world, { billingAccountId: id }, body) =>
    take(world, { kind: 'account', id }, body),
  ),
  removeProjectPermission: single(cloud.removeProjectPermission, (world, { projectId: id }, body) =>
    take(world, { kind: 'project', id }, body),
  ),
} as const satisfies Record<string, Route>;

type Sent = Partial<z.output<typeof AddUserPermission>> & { readonly userId?: string | undefined };

function give(world: World, on: Place, { role, userEmail = '', ...rest }: Sent): typeof done {
  const read = Role.safeParse(role);
  refuseWrong([
    ...elsewhere(world.state(), on, rest),
    ...(read.success ? [] : [{ field: 'role', description: `must be one of ${Role.options.join(', ')}` }]),
    ...emailWrong('userEmail', userEmail),
  ]);
  world.perform({ kind: 'give-role', user: userEmail, on, role: Role.parse(role) });
  return done;
}

/** Takes a role away; without a role, or with `UNKNOWN`, whichever the user has. */
function take(world: World, on: Place, { role = 'UNKNOWN', userId = '', ...rest }: Sent): typeof done {
  const read = Role.safeParse(role);
  const isRole = read.success || role === 'UNKNOWN' || role === '';
  refuseWrong([
    ...elsewhere(world.state(), on, rest),
    ...(isRole ? [] : [{ field: 'role', description: `must be one of ${Role.options.join(', ')}` }]),
    ...(userId === '' ? [{ field: 'userId', description: 'is required' }] : []),
  ]);
  const { users } = world.state().identity;
  const match = [...users.values()].find(({ id }) => id === userId);
  const user = existing(match, `user ${userId}`);
  world.perform({ kind: 'take-role', user: user.email, on, role: read.success ? read.data : null });
  return done;
}

/** Returns the fields of a body that name another place than the address: ignoring them could grant too much. */
function elsewhere(
  state: WorldState,
  on: Place,
  { billingAccountId, projectId, dataCenterId }: Sent,
): Wrong[] {
  const account = on.kind === 'project' ? theProject(state, on.id).account : '';
  const stated = [
    { field: 'billingAccountId', id: billingAccountId, fits: on.kind === 'account' ? on.id : account },
    { field: 'projectId', id: projectId, fits: on.kind === 'project' ? on.id : '' },
    { field: 'dataCenterId', id: dataCenterId, fits: on.kind === 'dataCenter' ? on.id : '' },
  ];
  return stated
    .filter(({ id, fits }) => id !== undefined && id !== '' && id !== fits)
    .map(({ field }) => ({
      field,
      description: `roles are granted and revoked on ${on.kind} ${on.id} here, and on nothing else`,
    }));
}

export const userRoutes = {
  getUser: shows(cloud.getUser, (_state, _input, { user }) => userReply(user)),
  deleteUser: single(cloud.deleteUser, (world, _input, _body, { email }) => {
    world.perform({ kind: 'delete-user', user: email });
    return done;
  }),
  /** Each session is new; nobody ever completes one. */
  createIdentityVerificationSession: single(
    cloud.createIdentityVerificationSession,
    (world, _input, _body, { user, email }) => {
      world.perform({ kind: 'begin-verification', user: email });
      const { seed } = world.state();
      const id = `verification-${user.id}-${user.verifications}`;
      return { id, clientSecret: `${id}-secret-${tokenFor(seed, id)}` };
    },
  ),
  listApiKeys: list(cloud.listApiKeys, (_state, _input, { user }) => byId(user.keys.values()).map(keyReply)),
  createApiKey: single(cloud.createApiKey, (world, _input, { apikeyId }, { user, email }) => {
    world.perform({ kind: 'create-api-key', user: email, ...(apikeyId !== undefined && { id: apikeyId }) });
    const key = [...user.keys.values()].at(-1);
    if (!key) throw new TypeError('the new key is missing');
    return newKeyReply(key, secretOf(world.state().seed, user, key));
  }),
} as const satisfies Record<string, Route>;

export const sshKeyRoutes = {
  listSshKeys: list(cloud.listSshKeys, (_state, _input, { user }) =>
    byId(user.sshKeys.values()).map(sshKeyReply),
  ),
  getSshKey: shows(cloud.getSshKey, (_state, { id }, { user }) => sshKeyReply(theSshKey(user, id))),
  /** Type, fingerprint and time follow from the key and the clock, whatever the body says. */
  createSshKey: single(cloud.createSshKey, (world, _input, { id, publicKey, comment }, { user, email }) => {
    if (!publicKey) throw invalid('publicKey', 'is required');
    if (id) refuseWrong(idWrong('id', id));
    if (comment && /[\r\n]/.test(comment)) throw invalid('comment', 'must be a single line');
    world.perform({
      kind: 'add-ssh-key',
      user: email,
      publicKey,
      ...(id && { id }),
      ...(comment && { comment }),
    });
    const added = [...user.sshKeys.values()].at(-1);
    if (!added) throw new TypeError('the new key is missing');
    return sshKeyReply(added);
  }),
  deleteSshKey: single(cloud.deleteSshKey, (world, { id }, _body, { email }) => {
    world.perform({ kind: 'delete-ssh-key', user: email, id });
    return done;
  }),
} as const satisfies Record<string, Route>;

const theSshKey = ({ sshKeys }: User, id: string): SshKey => existing(sshKeys.get(id), `SSH key ${id}`);
