import * as z from 'zod';
import { Instant } from '../time/time.ts';
import { Part } from './observation.ts';

/** Where a part is had from when the platform does not offer it as such. */
export const Detour = z.enum(['account-spend', 'resource-search']);
export type Detour = z.infer<typeof Detour>;

/** A part that this version of the platform does not offer, found out by asking. */
export const Lack = z.object({
  part: Part,
  /** `null` when there is no other way to it: it is not watched. */
  instead: Detour.nullable(),
  because: z.string(),
  /** From then on it is asked for again: platforms grow. */
  until: Instant,
});
export type Lack = z.infer<typeof Lack>;

/** What is known to be lacking of a part; a lack that has expired is none. */
export const lackOf = (lacks: readonly Lack[], part: Part, now: Instant): Lack | undefined =>
  lacks.find((lack) => lack.part === part && now < lack.until);
