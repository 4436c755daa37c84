import * as z from 'zod';
import { SignalKind } from '../model/facts/signal-times.ts';
import { MessageId, Subject } from '../model/ids.ts';
import { Match } from '../model/rules/rule-terms.ts';
import { Instant, instant, Span } from '../model/time/time.ts';
import { counted, formatShortList } from '../model/words.ts';

/** The alerts that a silence matches, by globs over names. An absent field matches everything. */
export const AlertMatch = z.strictObject({
  rule: z.string().optional(),
  subject: z.string().optional(),
  match: Match.optional(),
});
export type AlertMatch = z.infer<typeof AlertMatch>;

/** Returns the schema of one kind of override, which is active from `at` until `until`. */
const createOverrideSchema = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({
    kind: z.literal(kind),
    id: z.string(),
    author: z.string(),
    reason: z.string(),
    at: Instant,
    until: Instant,
    ...shape,
  });

/** An operator's instruction, with author, reason and end. */
export const Override = z.discriminatedUnion('kind', [
  /** Suppresses notifications of these alerts, and actions because of them. */
  createOverrideSchema('silence', { alerts: AlertMatch }),
  /** Protects resources from actions, by a glob over their names ("project/ml-infra/vm/train-7b"). */
  createOverrideSchema('keep', {
    subject: z.string(),
    /** The person who needs them, and the purpose, if stated. */
    owner: z.string().optional(),
    purpose: z.string().optional(),
  }),
  /** Approves or denies one announced action, and no other. */
  createOverrideSchema('answer', {
    verdict: z.enum(['approved', 'denied']),
    subject: Subject,
    /** The message that announced it. */
    announcement: MessageId,
  }),
  /** Stops all actions, in the projects that match the globs or everywhere. Notifications continue. */
  createOverrideSchema('pause', {
    connection: z.string().optional(),
    project: z.string().optional(),
    /** For an override that cannot be read, and that this pause replaces: the reason. */
    unreadable: z.string().optional(),
  }),
  /** States that a kind of signal of a VM is gone for good, so that it is no longer expected. */
  createOverrideSchema('forget', { subject: Subject, signal: SignalKind }),
  /** States that figures are right that fell to 0 together up to an instant, for the VMs that a glob matches. */
  createOverrideSchema('belief', { subject: z.string(), fellBy: Instant }),
  /** Orders a stop or start of one resource now, regardless of rules. Protections and pauses still apply. */
  createOverrideSchema('order', {
    action: z.enum(['stop', 'start']),
    subject: Subject,
    /** The data that the stop erases, as the author confirmed; absent for none. */
    erases: z.string().optional(),
  }),
]);
export type Override = z.infer<typeof Override>;
export type OverrideByKind<Kind extends Override['kind']> = Extract<Override, { kind: Kind }>;

/** True if two overrides are equal in every field. */
export const isSameOverride = (left: Override | null, right: Override | null): boolean =>
  JSON.stringify(left && z.encode(Override, left)) === JSON.stringify(right && z.encode(Override, right));

/** The person who needs a resource, and the purpose. */
export type Claim = { readonly owner?: string | undefined; readonly purpose?: string | undefined };

/** Returns "owned by ada, for nightly training"; empty if neither is known. */
export const claimInWords = ({ owner, purpose }: Claim): string =>
  [owner ? `owned by ${cut(owner)}` : '', purpose ? `for ${cut(purpose)}` : ''].filter(Boolean).join(', ');
/** Shortens metadata, which may be of any length. */
const cut = (text: string): string => (text.length <= 100 ? text : `${text.slice(0, 97)}...`);

/** True if an override is in force: from when it was placed until its end. */
export const isInForce = ({ at, until }: Pick<Override, 'at' | 'until'>, now: Instant): boolean =>
  at <= now && now < until;

/** The year 9999. */
const neverEnding = instant(253_370_764_800_000);

/**
 * Returns the pause that replaces an unreadable override. It may have protected anything, so everything counts as
 * protected until it is revoked.
 */
export const unreadableOverride = (id: string, because: string): OverrideByKind<'pause'> => ({
  kind: 'pause',
  id,
  author: 'spendwatch',
  reason: `the override ${id} cannot be read (${because}); restore the ledger from a backup, or run spendwatch revoke ${id} and create it again`,
  at: instant(0),
  until: neverEnding,
  unreadable: because,
});

/** Returns why some overrides cannot be read; `null` if all can. */
export function describeUnreadableOverrides(overrides: readonly Override[]): string | null {
  const lost = overrides.flatMap((override) =>
    override.kind === 'pause' && override.unreadable !== undefined ? [override] : [],
  );
  const [first] = lost;
  return first === undefined
    ? null
    : `${counted(lost.length, 'override')} cannot be read, and everything is paused until it is restored or revoked: ${formatShortList(lost.map(({ id }) => id))} (${first.unreadable})`;
}

/** Returns overrides with those that prevent actions in force now, even if the clock of their author is ahead. */
export const holdingNow = (overrides: readonly Override[], now: Instant): readonly Override[] =>
  overrides.map((override) =>
    override.at > now && prevents(override) ? { ...override, at: now } : override,
  );

const prevents = (override: Override): boolean =>
  override.kind === 'answer'
    ? override.verdict === 'denied'
    : override.kind === 'silence' || override.kind === 'keep' || override.kind === 'pause';

/** The single use of an answer link, with the person's input. It is kept while the link is valid. */
export const LinkUse = z.strictObject({
  /** The link's id, from which the link cannot be derived. */
  id: z.string(),
  /** The number of the stored state, from 1. Each is stored once, after its predecessor. */
  seq: z.number().int(),
  /** `begun`: its override may not be recorded yet. Only then may the same answer be repeated. */
  state: z.enum(['begun', 'done']),
  at: Instant,
  /** The time when the link expires. */
  until: Instant,
  author: z.string(),
  reason: z.string(),
  owner: z.string().optional(),
  purpose: z.string().optional(),
  /** How long it keeps the resource, if the person chose a time. */
  lasts: Span.optional(),
});
export type LinkUse = z.infer<typeof LinkUse>;
