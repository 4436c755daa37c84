import { contract as cloud } from '../../contract/contract.ts';
import { sshKeyReply } from '../../replies/user.ts';
import { idWrong } from '../../world/checks.ts';
import type { User } from '../../world/identity/identity.ts';
import type { SshKey } from '../../world/identity/ssh-key.ts';
import { invalid, Refusal, refuseWrong } from '../../world/refusal.ts';
import { byId } from '../../world/world-state.ts';
import { done, list, type Route, single } from '../route.ts';

export const sshKeyRoutes = {
  listSshKeys: list(cloud.listSshKeys, (_world, _input, { user }) =>
    byId(user.sshKeys.values()).map(sshKeyReply),
  ),
  getSshKey: single(cloud.getSshKey, (_world, { id }, _body, { user }) => sshKeyReply(theSshKey(user, id))),
  /** Type, fingerprint and time follow from the key and the clock, whatever is sent for them. */
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
    if (!added) throw new TypeError('a key was added, and there is none');
    return sshKeyReply(added);
  }),
  deleteSshKey: single(cloud.deleteSshKey, (world, { id }, _body, { email }) => {
    world.perform({ kind: 'delete-ssh-key', user: email, id });
    return done;
  }),
} as const satisfies Record<string, Route>;

function theSshKey(user: User, id: string): SshKey {
  const key = user.sshKeys.get(id);
  if (!key) throw new Refusal('not-found', `SSH key ${id} does not exist`);
  return key;
}
