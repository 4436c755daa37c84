import * as z from 'zod';

/**
 * A time of the week, on the clocks of the policy's zone, in minutes since midnight. It begins on each of
 * `days` and ends on the day after where `until` is no later than `from`; 24:00 is 1,440.
 */
export const Window = z.strictObject({
  /** 1 is Monday. */
  days: z.array(z.number().int()),
  from: z.number().int(),
  until: z.number().int(),
});

export type Window = z.infer<typeof Window>;
