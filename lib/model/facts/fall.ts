import * as z from 'zod';
import { Instant } from '../time/time.ts';

/** A usage figure whose source may fail for many VMs at once. */
export const FallingFigure = z.enum(['cpu', 'network', 'disk', 'gpu']);
export type FallingFigure = z.infer<typeof FallingFigure>;

/**
 * The fall of a figure of a VM to exactly 0: `from` is the first slot at 0, `until` the first one after it that is
 * not.
 */
export const Fall = z.object({ from: Instant, until: Instant.optional() });
export type Fall = z.infer<typeof Fall>;

/** A VM's falls by figure. */
export const Falls = z.partialRecord(FallingFigure, Fall);
export type Falls = z.infer<typeof Falls>;
