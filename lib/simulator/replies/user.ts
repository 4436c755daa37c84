import type * as z from 'zod';
import { isoInstant } from '../../model/time/time.ts';
import type { ApiKey as ApiKeyRecord, SshKey as SshKeyRecord, User as UserRecord } from '../wire/user.ts';
import type { ApiKey, SshKey, User } from '../world/identity/identity.ts';
import type { Grant } from '../world/identity/identity-life.ts';

/** Nobody is asked for a name here, so it is what the address makes of it: ana.lee@example.com is Ana Lee. */
export function userReply({ email, id }: User): z.input<typeof UserRecord> {
  const [first = '', ...last] = (email.split('@')[0] ?? '').split(/[._+-]+/).map(capitalized);
  return { emailAddress: email, firstName: first, lastName: last.join(' '), picture: pictureOf({ id }) };
}

const pictureOf = ({ id }: Pick<User, 'id'>): string => `https://example.com/pictures/${id}.png`;

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** With its secret, as once and never again. */
export const newKeyReply = ({ id, createdAt }: ApiKey, secret: string): z.input<typeof ApiKeyRecord> => ({
  id,
  key: secret,
  createTime: isoInstant(createdAt),
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

/** Neither document shows these fields, so they are named as the requests name them. */
export const permissionReply = ({ user, role, on }: Grant) => ({
  userId: user.id,
  userEmail: user.email,
  userPicture: pictureOf(user),
  role,
  permissionRole: role,
  [places[on.kind]]: on.id,
});
