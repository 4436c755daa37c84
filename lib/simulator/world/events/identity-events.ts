import * as z from 'zod';
import { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import { Role } from '../identity/role.ts';

const user = z.string().min(1).toLowerCase();
const Place = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account'), id: BillingAccountId }),
  z.strictObject({ kind: z.literal('project'), id: ProjectId }),
  z.strictObject({ kind: z.literal('dataCenter'), id: z.string() }),
]);

/** What can happen to users, their keys and their roles. A user comes to be with the first of them. */
export const identityEvents = [
  /** A key that is known from elsewhere, and whatever role its user has on everything there is. */
  z.strictObject({
    kind: z.literal('admit-key'),
    user,
    secret: z.string().min(1),
    reach: Role.nullable().default(null),
  }),
  z.strictObject({ kind: z.literal('create-api-key'), user, id: z.string().optional() }),
  z.strictObject({ kind: z.literal('revoke-api-key'), user, id: z.string() }),
  z.strictObject({ kind: z.literal('delete-user'), user }),
  z.strictObject({ kind: z.literal('begin-verification'), user }),
  /** Instead of the one that the user has there already. */
  z.strictObject({ kind: z.literal('give-role'), user, on: Place, role: Role }),
  /** `null` for whichever it is. */
  z.strictObject({ kind: z.literal('take-role'), user, on: Place, role: Role.nullable().default(null) }),
  z.strictObject({
    kind: z.literal('add-ssh-key'),
    user,
    id: z.string().optional(),
    publicKey: z.string(),
    /** Instead of the one that the key ends with. */
    comment: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('delete-ssh-key'), user, id: z.string() }),
] as const;
