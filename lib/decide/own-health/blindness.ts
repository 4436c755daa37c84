import type { ConnectionName } from '../../model/connection-name.ts';
import { type TargetId, toTarget } from '../../model/ids.ts';
import { fitsGlob, matchesTarget } from '../../model/rules/match.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import {
  computeSpan,
  findEarliest,
  type Instant,
  isAhead,
  isoSecond,
  milliseconds,
  type Span,
  spanInWords,
} from '../../model/time/time.ts';
import { counted } from '../../model/words.ts';
import { leastPolls } from '../../rules/freshness/watcher.ts';
import type { Rule } from '../../rules/terms.ts';
import type { BlindMatter, BlindNote, BlindSpell, Control } from '../../state/control.ts';
import type { Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { neededFacts } from './needed-facts.ts';
import { stoppedSignals } from './stopped-signals.ts';
import { listed, targetsUnseen } from './unseen-targets.ts';

/** A reason why spendwatch cannot monitor. */
export type Blindness = Pick<BlindSpell, 'matter' | 'connection' | 'because'> & {
  /** The affected targets or facts; absent for all targets. */
  readonly named?: readonly string[];
  /** True if it has already lasted long enough to be notified, although no run that sends messages found it before. */
  readonly isOverdue?: boolean;
  /** The projects whose VMs fell to 0 together, which people may confirm. */
  readonly fallen?: readonly TargetId[];
};

/** The input for finding blindness. */
export type BlindnessInput = {
  readonly heads: readonly Head[];
  /** True for the heads of a connection that is no longer in the settings, which is notified once. */
  readonly isLeft?: boolean;
  readonly policy: Pick<Policy, 'rules'>;
  readonly intervals: Pick<Intervals, 'pollEvery' | 'usageEvery'>;
  readonly now: Instant;
  /** True if the cloud has just confirmed `now`. */
  readonly isClockRight: boolean;
  /** The time up to which notes of a wrong clock were notified. */
  readonly clockNotifiedAt: Control['clockNotifiedAt'];
  /** True if a spell of a wrong clock is unresolved. */
  readonly hasClockSpell: boolean;
  /**
   * The fault of this clock that the cloud has just shown; `null` or absent when it has not. It counts without a note
   * of a run.
   */
  readonly clockFault?: string | null;
  /** The reason why the policy file is not in force; `null` or absent when it is. */
  readonly policyFault?: string | null;
  /** The reason why the API key for actions is unavailable; `null` or absent when it is available or not needed. */
  readonly keyFault?: string | null;
};

/** Returns the longest time that may pass without a poll, or without a successful one. */
export const allowedGap = ({ intervals }: Pick<BlindnessInput, 'intervals'>): Span =>
  milliseconds(leastPolls * intervals.pollEvery);

/** Reports whether the last poll of a target is so long ago that it seems to be no longer polled. Groups never are. */
export const isPolledLate = (
  { target, polledAt }: Pick<Head, 'target' | 'polledAt'>,
  { now, intervals }: Pick<BlindnessInput, 'now' | 'intervals'>,
): boolean =>
  toTarget(target).kind !== 'group' &&
  polledAt !== null &&
  computeSpan(polledAt, now) >= allowedGap({ intervals });

/**
 * Finds what keeps spendwatch from monitoring, from the heads of a connection and the notes that runs recorded of it.
 * Targets that a freshness rule covers are left to that rule.
 */
export function findBlindness(notes: readonly BlindNote[], context: BlindnessInput): Blindness[] {
  const { heads, policy } = context;
  const targets = heads.filter(
    ({ target, failureScope }) => toTarget(target).kind !== 'group' && failureScope !== 'unlisted',
  );
  const readable = targets.filter(({ unreadable }) => unreadable === null);
  const uncovered = readable.filter(({ target }) => !isLeftToRule(policy, target));
  const noted = notes
    .filter(({ matter }) => matter !== 'signals' && matter !== 'records')
    .filter((note) =>
      note.matter === 'clock'
        ? context.clockFault == null && isClockNoted(note, readable, context)
        : isFresh(note, context) && readable.length === 0,
    );
  return [
    ...toFaultFindings('clock', context.clockFault),
    ...noted.map(({ matter, because }) => ({ matter, because })),
    ...unreadableRecords(heads, notes, context),
    ...(uncovered.length < readable.length
      ? []
      : [...nothingSeen(readable, context), ...notPolled(readable, context)]),
    ...targetsUnseen(readable, uncovered, context.now),
    ...toFaultFindings('policy', context.policyFault),
    ...toFaultFindings('acting-key', context.keyFault),
    ...signalsLost(notes, readable, context),
    ...factsMissing(heads, context),
  ];
}

const toFaultFindings = (matter: BlindMatter, because: string | null | undefined): Blindness[] =>
  because == null ? [] : [{ matter, because }];

/**
 * Reports whether `watch` has polled since an instant, or has nothing to poll: it records nothing while its clock is
 * wrong. The clock of `act` proves nothing about it.
 */
const isWatchClockConfirmed = (heads: readonly Head[], at: Instant): boolean =>
  heads.length === 0 || heads.some(({ polledAt }) => polledAt !== null && polledAt > at);

/** Reports whether a note is younger than the longest time that spendwatch may go without a poll. */
const isFresh = (
  { at }: BlindNote,
  { now, ...context }: Pick<BlindnessInput, 'intervals' | 'now'>,
): boolean => !isAhead(at, now) && computeSpan(at, now) < allowedGap(context);

/**
 * Reports whether a wrong clock counts. Each note is notified once, even if the clock is right by now. A notified one
 * lasts until the cloud confirms the time, or polls have gone on without a note: the age of a note by a clock that
 * may be wrong proves nothing.
 */
function isClockNoted(note: BlindNote, readable: readonly Head[], context: BlindnessInput): boolean {
  const { hasClockSpell, isClockRight } = context;
  if (!isFresh(note, context))
    return hasClockSpell && !isClockRight && !hasPollingContinued(readable, note.at, context);
  return (
    isNotNotified(note, context) ||
    (hasClockSpell && !(isClockRight && isWatchClockConfirmed(readable, note.at)))
  );
}

/** Reports whether polls have gone on since an instant for longer than a note counts. */
const hasPollingContinued = (heads: readonly Head[], at: Instant, context: BlindnessInput): boolean =>
  heads.some(({ polledAt }) => polledAt !== null && computeSpan(at, polledAt) >= allowedGap(context));

/** Reports whether a note was not notified yet. A notification time that is in the future does not count. */
const isNotNotified = (
  { at }: BlindNote,
  { clockNotifiedAt, now }: Pick<BlindnessInput, 'clockNotifiedAt' | 'now'>,
): boolean => clockNotifiedAt === null || at > clockNotifiedAt || isAhead(clockNotifiedAt, now);

/** Returns the unresolved spell of a matter of a connection. */
export const findUnresolvedSpell = (
  blind: Control['blind'],
  matter: BlindMatter,
  connection: ConnectionName | null,
): BlindSpell | undefined =>
  blind.find(
    (spell) => spell.matter === matter && !spell.isResolved && (spell.connection ?? null) === connection,
  );

/** Returns the time up to which notes of the wrong clock of a connection were notified. */
export const getClockNotifiedTime = (
  { clockNotifiedAt, clocksNotifiedAt }: Pick<Control, 'clockNotifiedAt' | 'clocksNotifiedAt'>,
  connection: ConnectionName | null,
): Instant | null => (connection === null ? clockNotifiedAt : (clocksNotifiedAt?.[connection] ?? null));

/**
 * Reports whether the cloud must be asked for the time: a wrong clock was notified or noted, even at a time still in
 * the future.
 */
export const isClockDoubted = (
  control: Pick<Control, 'blind' | 'clockNotifiedAt' | 'clocksNotifiedAt'>,
  notes: readonly BlindNote[],
  {
    connection,
    now,
    ...context
  }: Pick<BlindnessInput, 'intervals' | 'now'> & { readonly connection: ConnectionName | null },
): boolean =>
  findUnresolvedSpell(control.blind, 'clock', connection) !== undefined ||
  notes.some(
    (note) =>
      note.matter === 'clock' &&
      (note.connection ?? null) === connection &&
      isNotNotified(note, { clockNotifiedAt: getClockNotifiedTime(control, connection), now }) &&
      computeSpan(note.at, now) < allowedGap(context),
  );

/** Returns the freshness rule of a connection, whose routes carry the messages about its blindness. */
export const findFreshnessRule = (
  { rules }: BlindnessInput['policy'],
  connection: ConnectionName | null,
): Rule | undefined =>
  rules.find(
    ({ kind, match }) => kind === 'freshness' && fitsGlob(match.connection ?? '*', connection ?? ''),
  );

const isLeftToRule = ({ rules }: BlindnessInput['policy'], target: TargetId): boolean =>
  rules.some((rule) => rule.kind === 'freshness' && matchesTarget(rule.match, toTarget(target)));

/** Finds heads that cannot be read, and overrides that `watch` could not read. */
function unreadableRecords(
  heads: readonly Head[],
  notes: readonly BlindNote[],
  context: BlindnessInput,
): Blindness[] {
  const unreadable = heads.filter((head) => head.unreadable !== null);
  const [first] = unreadable;
  const because = [
    ...(first === undefined
      ? []
      : [
          `${counted(unreadable.length, 'record')} of the ledger cannot be read: ${listed(unreadable)} (${first.unreadable})`,
        ]),
    ...notes.flatMap((note) => (note.matter === 'records' && isFresh(note, context) ? [note.because] : [])),
  ];
  return because.length === 0 ? [] : [{ matter: 'records', because: because.join('. ') }];
}

function nothingSeen(heads: readonly Head[], { isLeft = false }: BlindnessInput): Blindness[] {
  const [first] = heads;
  if (first === undefined || heads.some(({ failedPolls }) => failedPolls === 0)) return [];
  return [
    {
      ...(isLeft ? { matter: 'targets', named: heads.map(({ target }) => target) } : { matter: 'sight' }),
      isOverdue: heads.every(({ failedPolls }) => failedPolls > leastPolls),
      because: `none of ${counted(heads.length, 'target')} can be polled: ${first.failedBecause ?? 'no reason is known'}`,
    },
  ];
}

function factsMissing(heads: readonly Head[], { policy, ...context }: BlindnessInput): Blindness[] {
  const facts = neededFacts(heads, { ...context, isLeftToRule: (target) => isLeftToRule(policy, target) });
  return facts === null ? [] : [{ matter: 'facts', ...facts }];
}

/** Finds sources of signals that failed when usage was last due, and VMs whose signals stopped. */
function signalsLost(
  notes: readonly BlindNote[],
  heads: readonly Head[],
  context: BlindnessInput,
): Blindness[] {
  const { now, intervals } = context;
  const failed = notes.find(({ matter }) => matter === 'signals');
  const noteLifetime = milliseconds(intervals.usageEvery + allowedGap(context));
  const isFailing =
    failed !== undefined && !isAhead(failed.at, now) && computeSpan(failed.at, now) < noteLifetime;
  const { sentences, targets } = stoppedSignals(heads, context);
  const all = [...sentences, ...(isFailing ? [`signals cannot be read: ${failed.because}`] : [])];
  if (all.length === 0) return [];
  return [{ matter: 'signals', because: all.join('; '), ...(targets.length > 0 && { named: targets }) }];
}

function notPolled(heads: readonly Head[], context: BlindnessInput): Blindness[] {
  const late = heads.filter((head) => isPolledLate(head, context));
  const oldest = findEarliest(late.flatMap(({ polledAt }) => polledAt ?? []));
  if (oldest === null) return [];
  const since = `since ${isoSecond(oldest)}, ${spanInWords(computeSpan(oldest, context.now))} ago`;
  return [
    {
      matter: 'watcher',
      because: `${late.length} of ${counted(heads.length, 'target')} were not polled, the longest ${since}: ${listed(late)}`,
    },
  ];
}
