import * as z from 'zod';
import { Instant } from '../time/time.ts';

/** The last figures of each metric of each source of signals that decided its unit, or put it in doubt. */
export const ObservedUnits = z.record(z.string(), z.object({ at: Instant, isDecided: z.boolean() }));
export type ObservedUnits = z.infer<typeof ObservedUnits>;
