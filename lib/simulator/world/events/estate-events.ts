import * as z from 'zod';
import { BillingAccountId, ProjectId } from '../../../model/ids.ts';

const changes = {
  account: z.string().optional(),
  oneFrontendId: z.string().optional(),
  regionId: z.string().optional(),
  renewableEnergy: z.boolean().optional(),
  supplierName: z.string().optional(),
  lngLat: z.record(z.string(), z.unknown()).optional(),
};
export const DataCenterChanges = z.strictObject(changes);
export type DataCenterChanges = z.output<typeof DataCenterChanges>;

/** What can happen to projects, accounts and data centers once there are any. */
export const estateEvents = [
  /** From now on another account pays; what was spent before stays where it is. */
  z.strictObject({ kind: z.literal('move-project'), id: ProjectId, account: BillingAccountId }),
  z.strictObject({ kind: z.literal('delete-project'), id: ProjectId }),
  z.strictObject({ kind: z.literal('set-up-card'), account: BillingAccountId }),
  z.strictObject({
    kind: z.literal('create-data-center'),
    id: z.string().min(1),
    by: z.string(),
    changes: DataCenterChanges,
  }),
  z.strictObject({ kind: z.literal('change-data-center'), id: z.string(), changes: DataCenterChanges }),
  z.strictObject({ kind: z.literal('delete-data-center'), id: z.string() }),
] as const;
