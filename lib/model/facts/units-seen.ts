import * as z from 'zod';
import { Instant } from '../time/time.ts';

/** What was last seen of the unit of each metric of each source of signals: figures that decided it, or that put it in doubt. */
export const UnitsSeen = z.record(z.string(), z.object({ at: Instant, isDecided: z.boolean() }));
export type UnitsSeen = z.infer<typeof UnitsSeen>;
