import * as z from 'zod';

/** The name of a connection: lowercase letters, digits and dashes. It stands in ids of targets, so that it never changes. */
export const ConnectionName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'may hold lowercase letters, digits and, between them, dashes')
  .max(40)
  .brand<'ConnectionName'>();
export type ConnectionName = z.infer<typeof ConnectionName>;
