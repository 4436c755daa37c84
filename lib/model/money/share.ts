import * as z from 'zod';
import { ResourceKind } from '../facts/resource.ts';
import { type ChargeWithEstimate, ofCharge, toChargeWithEstimate } from './charged.ts';
import { type Charge, sumCharges } from './money.ts';

/**
 * The tags that a charge is attributed to. A field is `null` if the platform does not report it, or there were too
 * many sets of tags.
 */
export const Tags = z.object({
  /**
   * `account`: a billing account as a whole; `reported`: reported by the platform for the time before monitoring;
   * `other`: not attributed.
   */
  kind: z.enum([...ResourceKind.options, 'account', 'other', 'reported']),
  dataCenter: z.string().nullable().default(null),
  gpuModel: z.string().nullable().default(null),
  createdBy: z.string().nullable().default(null),
  /** The metadata of the resource, with only the keys that the policy attributes spend by. */
  metadata: z.record(z.string(), z.string()).nullable().default(null),
});
export type Tags = z.infer<typeof Tags>;

/** The part of a charge that one set of tags accounts for. */
export const Share = z.object({ tags: Tags, ...ofCharge });
export type Share = z.infer<typeof Share>;

const noDetails = { dataCenter: null, gpuModel: null, createdBy: null, metadata: null };
/** The tags of a billing account, whose burn rate is not itemized. */
export const accountTags: Tags = { kind: 'account', ...noDetails };
/** The tags of spend that the platform reports for the time before monitoring began: its rows name no resource. */
export const reportedTags: Tags = { kind: 'reported', ...noDetails };
/** The tags of a charge that cannot be attributed. */
export const otherTags: Tags = { kind: 'other', ...noDetails };

export const sumOfShares = (shares: readonly Share[]): Charge =>
  sumCharges(shares.map(({ charge }) => charge));

export const unattributed = (total: ChargeWithEstimate): Share[] =>
  total.charge.isZero() ? [] : [{ tags: otherTags, ...toChargeWithEstimate(total) }];
