import * as z from 'zod';
import { ProjectId } from '../../model/ids.ts';
import type { ReadInPart } from '../../model/unreadable.ts';
import { optional, text, whole } from './values.ts';

export const WireProject = z.object({
  id: ProjectId,
  billingAccountId: optional(text),
  createBy: optional(text),
  resourceCount: optional(whole),
});
export type WireProject = z.infer<typeof WireProject> & ReadInPart;
