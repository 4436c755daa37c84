import * as z from 'zod';
import { ResourceKind } from '../model/resource.ts';
import { glob, oneOf, text } from './written-field.ts';

/** What tells resources apart, in rules and protections alike. */
export const resourceFields = {
  project: glob('a glob over project ids, such as research-*').optional(),
  kind: oneOf(ResourceKind).optional(),
  id: glob('a glob over ids, such as train-*').optional(),
  metadata: z
    .record(z.string(), text('a glob in quotes, such as "production"'), {
      error: 'write tags and globs over their values, such as { env: production }',
    })
    .refine((tags) => Object.keys(tags).length > 0, { error: 'names no tag' })
    .optional(),
};
