import type * as z from 'zod';
import { isoInstant } from '../../../model/time/time.ts';
import { capitalized } from '../../../model/words.ts';
import type { ApiKey as ApiKeyRecord, SshKey as SshKeyRecord, User as UserRecord } from '../wire/user.ts';
import type { ApiKey, SshKey, User } from '../world/identity/identity.ts';
import type { Grant } from '../world/identity/identity-life.ts';

/** Returns a user. The name is derived from the address: ana.lee@example.com is Ana Lee. */
export function userReply({ email, id }: User): z.input<typeof UserRecord> {
  const [first = '', ...last] = (email.split('@')[0] ?? '').split(/[._+-]+/).map(capitalized);
  return { emailAddress: email, firstName: first, lastName: last.join(' '), picture: pictureOf({ id }) };
}

const pictureOf = ({ id }: Pick<User, 'id'>): string => `https://example.com/pictures/${id}.png`;

export const keyReply = ({ id, createdAt }: ApiKey): z.input<typeof ApiKeyRecord> => ({
  id,
  createTime: isoInstant(createdAt),
});

/** Returns a new key with its secret, which is shown only once. */
export const newKeyReply = (key: ApiKey, secret: string): z.input<typeof ApiKeyRecord> => ({
  ...keyReply(key),
  key: secret,
});

export const sshKeyReply = (key: SshKey): z.input<typeof SshKeyRecord> => ({
  id: key.id,
  comment: key.comment,
  createTime: isoInstant(key.createdAt),
  fingerprint: key.fingerprint,
  publicKey: key.comment === '' ? key.text : `${key.text} ${key.comment}`,
  type: key.type,
});

const places = { account: 'billingAccountId', project: 'projectId', dataCenter: 'dataCenterId' } as const;

/** Returns a permission. Neither document shows its fields, so they have the names of the requests. */
export const permissionReply = ({ user, role, on }: Grant) => ({
  userId: user.id,
  userEmail: user.email,
  userPicture: pictureOf(user),
  role,
  permissionRole: role,
  [places[on.kind]]: on.id,
});
