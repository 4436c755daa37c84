import * as z from 'zod';
import { Figures } from './figures.ts';
import { MessageId, RuleName, Subject } from './ids.ts';
import { StoredPrice } from './money.ts';
import { RuleKind } from './rules/rule-kind.ts';
import { Severity } from './severity.ts';
import { Instant, Span } from './time.ts';

/** A resource and what it costs an hour. */
export const Driver = z.object({
  subject: Subject,
  price: StoredPrice,
  what: z.string(),
  by: z.string().nullable(),
});
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

/** Why an alert is said: it is new, it is worse, it still lasts, or an act is planned that nobody knows of. */
export const News = z.enum(['new', 'worse', 'lasting', 'announced', 'flapping']);
export type News = z.infer<typeof News>;

/** A notice's own id, made from what it says, so that a repeat carries the same one. */
const about = {
  id: MessageId,
  severity: Severity,
  subject: Subject,
  rule: RuleName,
  because: z.string(),
  /** The same in all that is said of one episode of an alert. */
  incident: z.string().optional(),
  /** Of what follows up on an incident: the worst it was said to be. Whoever was told of it is told this too. */
  heard: Severity.optional(),
};

/** What there is to say, as facts; renderers make words of it. */
export const Notice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('alert'),
    ...about,
    news: News,
    since: Instant,
    figures: Figures,
    next: NextStep,
    /** What the target costs an hour; `null` when nothing tells. */
    burnRate: StoredPrice.nullable(),
    drivers: z.array(Driver),
  }),
  z.object({ kind: z.literal('over'), ...about, since: Instant, of: RuleKind }),
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
  /** About a route itself, over others: it takes nothing, it works again. Over itself: a test. */
  z.object({
    kind: z.literal('route'),
    ...about,
    route: z.string(),
    state: z.enum(['failing', 'works', 'test']),
    since: Instant,
  }),
]);
export type Notice = z.infer<typeof Notice>;
export type NoticeOf<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>;

/** Notices of one target, rule and run on their way out together. */
export const Message = z.object({
  /** That of its notice, or of all of them together; the same whenever the same is said. */
  id: MessageId,
  at: Instant,
  severity: Severity,
  notices: z.array(Notice).min(1),
  /** Names of the routes that have taken it. */
  delivered: z.array(z.string()),
});
export type Message = z.infer<typeof Message>;
