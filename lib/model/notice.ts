import * as z from 'zod';
import { Severity } from './alert.ts';
import { MessageId, RuleName, Subject } from './ids.ts';
import { StoredMoney, StoredPrice } from './money.ts';
import { Period } from './period.ts';
import { Basis } from './rule.ts';
import { Instant, Span } from './time.ts';

/** A resource and what it costs an hour. */
export const Driver = z.object({ subject: Subject, price: StoredPrice, what: z.string() });
export type Driver = z.infer<typeof Driver>;

/** What comes after an announcement. */
export const NextStep = z.discriminatedUnion('kind', [
  /** The stop comes no earlier than `after` from the delivery of this announcement. */
  z.object({ kind: z.literal('stop'), after: Span }),
  /** What enforce mode would do. */
  z.object({ kind: z.literal('would-stop'), after: Span }),
  z.object({ kind: z.literal('nothing'), because: z.string() }),
]);
export type NextStep = z.infer<typeof NextStep>;

const about = { subject: Subject, rule: RuleName, because: z.string() };

/** What there is to say, as facts; renderers make words of it. */
export const Notice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('budget-crossed'),
    ...about,
    threshold: z.number(),
    basis: Basis,
    spent: StoredMoney,
    limit: StoredMoney,
    period: Period,
    asOf: Instant,
    burnRate: StoredPrice,
    drivers: z.array(Driver),
  }),
  z.object({
    kind: z.literal('idle-found'),
    ...about,
    since: Instant,
    price: StoredPrice.nullable(),
    next: NextStep,
  }),
  z.object({ kind: z.literal('idle-over'), ...about }),
  z.object({
    kind: z.literal('stop-confirmed'),
    ...about,
    stoppedAt: Instant,
    /** What it goes on costing while stopped; `null` when the platform gives no price. */
    stillBilled: StoredPrice.nullable(),
  }),
  z.object({ kind: z.literal('stop-not-done'), ...about }),
  z.object({
    kind: z.literal('caps-held'),
    ...about,
    wanted: z.number().int(),
    allowed: z.number().int(),
  }),
]);
export type Notice = z.infer<typeof Notice>;

/** A notice on its way out. Its id is made from what it says, so a repeat carries the same one. */
export const Message = z.object({
  id: MessageId,
  at: Instant,
  severity: Severity,
  notice: Notice,
  /** Names of the routes that have taken it. */
  delivered: z.array(z.string()),
});
export type Message = z.infer<typeof Message>;
