import * as z from 'zod';
import type { AddressedKind } from '../model/route.ts';

/** The limits of a medium, from its documentation: longer texts are cut, further messages wait. */
export type Limits = {
  /** The bytes of a body. */
  readonly bytes?: number;
  /** The characters of a headline. */
  readonly headline?: number;
  /** The characters of one piece of text, and of all of it. */
  readonly piece?: number;
  readonly text?: number;
  readonly blocks?: number;
  readonly buttons?: number;
  /** The characters of the key that groups messages of an incident. */
  readonly key?: number;
  /** The requests in a second. */
  readonly perSecond?: number;
};

/** The settings of a kind of route, on one machine and on AWS. */
export type RouteSettings<Kind extends AddressedKind> = {
  /** The variables of its address, by their places in it, without what all names begin with; the first is required. */
  readonly variables: Readonly<Record<string, string>>;
  readonly address: z.ZodType<{ readonly kind: Kind }>;
  /** Its settings on AWS, some named after the variable that they set; or why it is unavailable there. */
  readonly onAws: z.ZodObject<{ to: z.ZodLiteral<Kind>; name: z.ZodType<string | null> }> | string;
  /** True if it can confirm that somebody receives its messages; a route that cannot announces no action. */
  readonly confirms: boolean;
  readonly limits: Limits;
};

/** The name that one of several routes of a kind has in a deployment. */
export const someName = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a name of lowercase letters, digits and single dashes');
export const maybeName = someName.nullable().default(null);
