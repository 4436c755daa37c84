import * as z from 'zod';
import { ProjectId } from '../../model/ids.ts';
import { optional, whole } from './values.ts';

export const WireProject = z.object({
  id: ProjectId,
  billingAccountId: optional(z.string()),
  createBy: optional(z.string()),
  resourceCount: optional(whole),
});
export type WireProject = z.infer<typeof WireProject>;
