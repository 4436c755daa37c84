import * as z from 'zod';

/** The supported clouds. Their names are stored in observations, messages and the tokens of machines. */
export const CloudName = z.enum(['compute', 'runpod']);
export type CloudName = z.infer<typeof CloudName>;
