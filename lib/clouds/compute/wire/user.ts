import * as z from 'zod';
import { open, optional } from './values.ts';

/** The user of the key. */
export const WireUser = z.object({ emailAddress: optional(z.string()) });
export type WireUser = z.infer<typeof WireUser>;

/** A role of a user. These fields are not documented; their names are those of the requests. */
const WireGrant = z.object({
  userEmail: optional(z.string()),
  role: optional(open),
  projectId: optional(z.string()),
  billingAccountId: optional(z.string()),
});

export const WirePermissions = z.object({
  billingAccountPermissions: optional(z.array(WireGrant)),
  projectPermissions: optional(z.array(WireGrant)),
});
export type WirePermissions = z.infer<typeof WirePermissions>;
