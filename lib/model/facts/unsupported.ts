import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { Part } from './observation.ts';

/** The source of a part that the platform does not support directly. */
export const Fallback = z.enum(['account-spend', 'resource-search']);
export type Fallback = z.infer<typeof Fallback>;

/** A part that a poll found unsupported by this version of the platform. */
export const Unsupported = z.object({
  part: Part,
  /** `null` when there is no fallback: the part is not monitored. */
  instead: Fallback.nullable(),
  because: z.string(),
  /** The time when it is requested again, since a later version of the platform may support it. */
  until: Instant,
});
export type Unsupported = z.infer<typeof Unsupported>;

/** Returns the entry of a part that is known to be unsupported, unless it has expired. */
export const unsupportedOf = (
  unsupportedParts: readonly Unsupported[],
  part: Part,
  now: Instant,
): Unsupported | undefined =>
  unsupportedParts.find((unsupported) => unsupported.part === part && now < unsupported.until);
