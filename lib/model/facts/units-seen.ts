import * as z from 'zod';
import { Instant } from '../time/time.ts';

/** The time of the last figures of each metric of each source of signals, and whether they decided its unit. */
export const ObservedUnits = z.record(z.string(), z.object({ at: Instant, isDecided: z.boolean() }));
export type ObservedUnits = z.infer<typeof ObservedUnits>;
