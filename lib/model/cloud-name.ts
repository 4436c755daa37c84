import * as z from 'zod';

/** The clouds that spendwatch knows; it stands in observations, messages and tokens of machines. */
export const CloudName = z.enum(['compute', 'runpod']);
export type CloudName = z.infer<typeof CloudName>;
