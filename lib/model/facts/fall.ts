import * as z from 'zod';
import { Instant } from '../time/time.ts';

/** A figure of use whose source may fail for many machines at once. */
export const FallingFigure = z.enum(['cpu', 'network', 'disk', 'gpu']);
export type FallingFigure = z.infer<typeof FallingFigure>;

/** A figure of a machine that was in motion and then exactly 0: the first slot at 0, and the first one that moved again. */
export const Fall = z.object({ from: Instant, until: Instant.optional() });
export type Fall = z.infer<typeof Fall>;

/** The falls of one machine. */
export const Falls = z.partialRecord(FallingFigure, Fall);
export type Falls = z.infer<typeof Falls>;
