import * as z from 'zod';
import { get, list, remove, send } from '../../../clouds/compute/contract/define.ts';
import { SshKey } from '../wire/user.ts';
import { given, text } from '../wire/values.ts';
import { none, one, specified } from './define.ts';

const keys = '/v1/ssh-keys';

export const listSshKeys = specified(
  "List the user's SSH keys",
  list('listSshKeys', keys, none, { field: 'sshKeys', item: SshKey, paging: 'number' }),
);
export const createSshKey = specified(
  'Add an SSH key',
  send('POST', 'createSshKey', keys, {
    input: none,
    body: z.object({
      comment: given(text),
      createTime: given(text),
      fingerprint: given(text),
      id: given(text),
      publicKey: given(text),
      type: given(text),
    }),
    reply: SshKey,
  }),
);
export const getSshKey = specified('Get an SSH key', get('getSshKey', `${keys}/{id}`, one, SshKey));
export const deleteSshKey = specified('Delete an SSH key', remove('deleteSshKey', `${keys}/{id}`, one));
