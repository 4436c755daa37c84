import * as z from 'zod';
import { Route } from '../model/route.ts';
import { Match } from '../model/rules/rule-terms.ts';
import { type Instant, Span } from '../model/time/time.ts';
import { Window } from '../model/time/window.ts';
import { Rule } from '../rules/terms.ts';

/** Resources that are protected from actions, by their properties or their age. */
export const Protection = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('matching'), match: Match }),
  z.strictObject({ kind: z.literal('younger-than'), age: Span }),
]);
export type Protection = z.infer<typeof Protection>;

/** The caps on actions. A run that would exceed any of them takes none. */
export const Caps = z.strictObject({
  perRun: z.number().int(),
  perDay: z.number().int(),
  /** Percent of the running resources of all targets; one resource is always allowed. */
  share: z.number(),
});
export type Caps = z.infer<typeof Caps>;

/** The policy, with every default filled in. */
export const Policy = z.strictObject({
  version: z.literal(1),
  /** The IANA name of the time zone of days and months. */
  timezone: z.string(),
  protect: z.array(Protection),
  caps: Caps,
  /** The longest time for which people may keep a resource; `null` for no limit. */
  keepAtMost: Span.nullable(),
  /** Hours in which no destructive action is taken. */
  businessHours: z.array(Window),
  /** The mean CPU over half an hour that counts as use, in percent of a VM. */
  inUse: z.number(),
  /** The metadata keys by which charges are attributed. */
  attribute: z.array(z.string()),
  rules: z.array(Rule),
  /** The time of the daily digest, in minutes since midnight, and whether it is sent only with news; `null` for never. */
  digest: z.strictObject({ at: z.number().int(), when: z.enum(['always', 'news']) }).nullable(),
  /** The routes; `null` if every configured route receives everything. */
  routes: z.array(Route).nullable(),
  /** True if a link in a message can approve an announced action. */
  approveByLink: z.boolean(),
});
export type Policy = z.infer<typeof Policy>;

/** Why the policy file is not in force. */
export type PolicyFault = {
  readonly because: string;
  /** The time since which the last good policy has been in force instead; `null` if there is none, so that no rule is. */
  readonly lastGoodSince: Instant | null;
};
