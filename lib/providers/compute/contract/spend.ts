import * as z from 'zod';
import { BillingAccountId, ProjectId } from '../../../model/ids.ts';
import { WireProjectSpend, WireSpendRow } from '../wire/spend.ts';
import { get, list } from './define.ts';

const oneProject = z.object({ id: ProjectId });

export const listProjectSpend = list('listProjectSpend', '/v1/projects/{id}/spend', oneProject, {
  field: 'projectSpendHistory',
  item: WireProjectSpend,
  paging: 'whole',
});
export const getCurrentSpend = get(
  'getCurrentSpend',
  '/v1/projects/{id}/spend/current',
  oneProject,
  WireProjectSpend,
);
/** Both times are RFC 3339 and required. */
export const listAccountSpend = list(
  'listAccountSpend',
  '/v1/billing-accounts/{billingAccountId}/spend/details',
  z.object({ billingAccountId: BillingAccountId, startTime: z.string(), endTime: z.string() }),
  { field: 'spend', item: WireSpendRow, paging: 'whole' },
);
