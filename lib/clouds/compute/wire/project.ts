import * as z from 'zod';
import type { UnreadableFields } from '../../../model/facts/unreadable.ts';
import { ProjectId } from '../../../model/ids.ts';
import { optional, text } from './values.ts';

export const WireProject = z.object({
  id: ProjectId,
  billingAccountId: optional(text),
});
export type WireProject = z.infer<typeof WireProject> & UnreadableFields;
