import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { Part } from './observation.ts';

/** Where a part is had from when the platform does not offer it as such. */
export const Fallback = z.enum(['account-spend', 'resource-search']);
export type Fallback = z.infer<typeof Fallback>;

/** A part that this version of the platform does not offer, found out by asking. */
export const Unsupported = z.object({
  part: Part,
  /** `null` when there is no other way to it: it is not watched. */
  instead: Fallback.nullable(),
  because: z.string(),
  /** From then on it is asked for again: platforms grow. */
  until: Instant,
});
export type Unsupported = z.infer<typeof Unsupported>;

/** What is known to be lacking of a part; a lack that has expired is none. */
export const unsupportedOf = (
  unsupportedParts: readonly Unsupported[],
  part: Part,
  now: Instant,
): Unsupported | undefined =>
  unsupportedParts.find((unsupported) => unsupported.part === part && now < unsupported.until);
