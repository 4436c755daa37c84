import { contract as cloud } from '../../contract/contract.ts';
import { newKeyReply, userReply } from '../../replies/user.ts';
import { secretOf, tokenFor } from '../../world/identity/identity.ts';
import { done, type Route, single } from '../route.ts';

export const userRoutes = {
  getUser: single(cloud.getUser, (_world, _input, _body, { user }) => userReply(user)),
  deleteUser: single(cloud.deleteUser, (world, _input, _body, { email }) => {
    world.perform({ kind: 'delete-user', user: email });
    return done;
  }),
  /** Each time another one; nobody ever goes through with it. */
  createIdentityVerificationSession: single(
    cloud.createIdentityVerificationSession,
    (world, _input, _body, { user, email }) => {
      world.perform({ kind: 'begin-verification', user: email });
      const { seed } = world.state();
      const id = `verification-${user.id}-${user.verifications}`;
      return { id, clientSecret: `${id}-secret-${tokenFor(seed, id)}` };
    },
  ),
  createApiKey: single(cloud.createApiKey, (world, _input, { apikeyId }, { user, email }) => {
    world.perform({ kind: 'create-api-key', user: email, ...(apikeyId !== undefined && { id: apikeyId }) });
    const key = [...user.keys.values()].at(-1);
    if (!key) throw new TypeError('a key was made, and there is none');
    return newKeyReply(key, secretOf(world.state().seed, user, key));
  }),
} as const satisfies Record<string, Route>;
