import * as z from 'zod';
import { ResourceKind } from '../facts/resource.ts';
import { addCharges, type Charge, noCharge, StoredCharge } from './money.ts';

/** What a charge is attributed by. A `null` is what the platform does not show, or what a share has lost for being one too many. */
export const Tags = z.object({
  /** `account` for what a billing account tells of itself; `other` for what is attributed to nothing. */
  kind: z.enum([...ResourceKind.options, 'account', 'other']),
  dataCenter: z.string().nullable().default(null),
  gpuModel: z.string().nullable().default(null),
  createdBy: z.string().nullable().default(null),
  /** Of a resource's own metadata only the keys that the policy attributes by. */
  metadata: z.record(z.string(), z.string()).nullable().default(null),
});
export type Tags = z.infer<typeof Tags>;

/** The part of a charge that one set of tags accounts for. */
export const Share = z.object({ tags: Tags, charge: StoredCharge });
export type Share = z.infer<typeof Share>;

const untold = { dataCenter: null, gpuModel: null, createdBy: null, metadata: null };
/** The tags of a billing account, which says nothing of what makes up its burn rate. */
export const accountTags: Tags = { kind: 'account', ...untold };
/** The tags of what cannot be attributed. */
export const otherTags: Tags = { kind: 'other', ...untold };

export const sumOfShares = (shares: readonly Share[]): Charge =>
  shares.reduce((total, { charge }) => addCharges(total, charge), noCharge);

/** A charge of which nobody noted what it was for, as shares. */
export const unattributed = (charge: Charge): Share[] =>
  charge.isZero() ? [] : [{ tags: otherTags, charge }];
