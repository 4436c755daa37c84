import * as z from 'zod';
import type { AddressedKind } from '../model/route.ts';

/** The documented limits of a medium. Longer texts are cut, and further messages wait. */
export type Limits = {
  /** The maximum size of a body, in bytes. */
  readonly bytes?: number;
  /** The maximum length of a headline, in characters. */
  readonly headline?: number;
  /** The maximum length of one piece of text, in characters. */
  readonly piece?: number;
  /** The maximum length of all text, in characters. */
  readonly text?: number;
  readonly blocks?: number;
  readonly buttons?: number;
  /** The maximum length of the key that groups the messages of an incident, in characters. */
  readonly key?: number;
  /** The maximum number of requests in a second. */
  readonly perSecond?: number;
};

/** The settings of a kind of route, on one machine and on AWS. */
export type RouteSettings<Kind extends AddressedKind> = {
  /** The variables of the address, by its fields and without the common prefix. The first one is required. */
  readonly variables: Readonly<Record<string, string>>;
  readonly address: z.ZodType<{ readonly kind: Kind }>;
  /** The settings on AWS, some named after the variable that they set; a text is the reason why it is unavailable there. */
  readonly onAws: z.ZodObject<{ to: z.ZodLiteral<Kind>; name: z.ZodType<string | null> }> | string;
  /** True if the route can confirm that somebody receives its messages. Other routes announce no actions. */
  readonly confirms: boolean;
  readonly limits: Limits;
};

/** The name of a route in a deployment that has several of its kind. */
export const someName = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a name of lowercase letters, digits and single dashes');
export const maybeName = someName.nullable().default(null);
