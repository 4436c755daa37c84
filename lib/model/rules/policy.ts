import * as z from 'zod';
import { Route } from '../route.ts';
import { Span } from '../time/time.ts';
import { Window } from './resource-rules.ts';
import { Rule } from './rule.ts';
import { Match } from './rule-terms.ts';

/** Resources that are never touched: by what they are, or by how young they are. */
export const Protection = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('matching'), match: Match }),
  z.strictObject({ kind: z.literal('younger-than'), age: Span }),
]);
export type Protection = z.infer<typeof Protection>;

/** How many resources may be acted on; a run that would pass any of them acts on none. */
export const Caps = z.strictObject({
  perRun: z.number().int(),
  perDay: z.number().int(),
  /** Percent of the running resources of all targets; one resource is always within it. */
  share: z.number(),
});
export type Caps = z.infer<typeof Caps>;

/** The user's rules file, read and with every default filled in. */
export const Policy = z.strictObject({
  version: z.literal(1),
  /** IANA name of the time zone whose days and months count. */
  timezone: z.string(),
  protect: z.array(Protection),
  caps: Caps,
  /** Times in which nothing destructive happens. */
  businessHours: z.array(Window),
  /** Keys of resources' metadata that charges are attributed by. */
  attribute: z.array(z.string()),
  rules: z.array(Rule),
  /** When the day before is told of, in minutes since midnight, and whether only if there is news; `null` for never. */
  digest: z.strictObject({ at: z.number().int(), when: z.enum(['always', 'news']) }).nullable(),
  /** Who is told what; `null`: every route that is set up is told everything. */
  routes: z.array(Route).nullable(),
});
export type Policy = z.infer<typeof Policy>;
