import * as z from 'zod';
import { ProjectId } from '../../model/ids.ts';
import { int32, maybe, text } from './values.ts';

export const Project = z
  .object({
    id: maybe(ProjectId),
    billingAccountId: maybe(text),
    createBy: maybe(text),
    resourceCount: maybe(int32),
  })
  .meta({ id: 'Project' });
