import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { Part } from './observation.ts';

/** A part that a poll found unsupported by this version of the platform. */
export const UnsupportedPart = z.object({
  part: Part,
  /** The cloud's name of the fallback, such as "the resource search"; `null` without one: the part is not monitored. */
  instead: z.string().nullable(),
  because: z.string(),
  /** The time when it is requested again, since a later version of the platform may support it. */
  until: Instant,
});
export type UnsupportedPart = z.infer<typeof UnsupportedPart>;

/** Finds the unexpired entry of a part; `undefined` when the part is not known to be unsupported. */
export const findUnsupportedPart = (
  unsupportedParts: readonly UnsupportedPart[],
  part: Part,
  now: Instant,
): UnsupportedPart | undefined =>
  unsupportedParts.find((unsupported) => unsupported.part === part && now < unsupported.until);
