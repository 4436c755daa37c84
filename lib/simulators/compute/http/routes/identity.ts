import { contract as cloud } from '../../contract/contract.ts';
import { keyReply, newKeyReply, permissionReply, userReply } from '../../replies/user.ts';
import { secretOf } from '../../world/identity/identity.ts';
import { type Place, roleOn } from '../../world/identity/identity-life.ts';
import { byId } from '../../world/world-state.ts';
import { list, type Route, shows, single } from '../route.ts';

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
      // There are no roles on data centers here.
      dataCenterPermissions: [],
      projectPermissions: own(
        [...state.projects.keys()].map((id) => ({ kind: 'project', id })),
        filter.projectId,
      ),
    };
  }),
} as const satisfies Record<string, Route>;

export const userRoutes = {
  getUser: shows(cloud.getUser, (_state, _input, { user }) => userReply(user)),
  listApiKeys: list(cloud.listApiKeys, (_state, _input, { user }) => byId(user.keys.values()).map(keyReply)),
  createApiKey: single(cloud.createApiKey, (world, _input, { apikeyId }, { user, email }) => {
    world.perform({ kind: 'create-api-key', user: email, ...(apikeyId !== undefined && { id: apikeyId }) });
    const key = [...user.keys.values()].at(-1);
    if (!key) throw new TypeError('the new key is missing');
    return newKeyReply(key, secretOf(world.state().seed, user, key));
  }),
} as const satisfies Record<string, Route>;
