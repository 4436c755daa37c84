import { byHand } from '../../decide/actions/orders.ts';
import { Subject, type TargetId } from '../../model/ids.ts';
import { isGlob } from '../../model/rules/match.ts';
import { type Instant, later, latest } from '../../model/time/time.ts';
import { computeDigest } from '../../record/keys.ts';
import { type CommitResult, inForce, LedgerError, nothingWritten } from '../../record/ledger.ts';
import type { Control } from '../../state/control.ts';
import type { Head } from '../../state/head.ts';
import type { JournalEntry } from '../../state/journal.ts';
import { type Claim, isSameOverride, type Override } from '../../state/override.ts';
import { untilCommitted } from '../commit-change.ts';
import type { OverrideLedger, OverrideOutcome, OverrideRequest } from './override-outcome.ts';
import { findOverrideRefusal } from './reason-and-author.ts';
import { getOverrideScope } from './scope.ts';
import { type SubjectNamer, subjectNamer } from './subject-namer.ts';

/** A request with the heads, overrides and control record that it is planned with. */
export type OverrideContext = OverrideRequest & {
  readonly heads: readonly Head[];
  /** Active overrides. */
  readonly overrides: readonly Override[];
  readonly control: Control;
  /** The time zone for sentences. */
  readonly zone: string;
  readonly named: SubjectNamer;
};

export type Terms = {
  /** The end of the override; `null` for a revocation, which has none. */
  readonly until: Instant | null;
  readonly isReasonNeeded?: boolean;
  readonly claim?: Claim;
};

/**
 * Plans an override and records it, in the ledger and in the audit log of each affected target. If another process changes
 * the override that it replaces or ends, it is planned anew. Repeating it with the same `now` has no further effect.
 * @throws LedgerError
 */
export async function recordOverride(
  ledger: OverrideLedger,
  request: OverrideRequest,
  { until, isReasonNeeded = false, claim = {} }: Terms,
  plan: (context: OverrideContext) => OverrideOutcome,
): Promise<OverrideOutcome> {
  const refusal = findOverrideRefusal({ ...request, ...claim, until }, isReasonNeeded);
  if (refusal !== null) return refusal;
  const { now, policy } = request;
  const [author, reason] = [request.author.trim(), request.reason.trim() || 'no reason given'];
  const zone = policy?.timezone ?? 'UTC';
  const outcome = await untilCommitted(async () => {
    const [heads, overrides, control] = await Promise.all([
      ledger.heads(),
      ledger.overrides(now),
      ledger.control(),
    ]);
    const named = subjectNamer(heads);
    const planned = plan({ ...request, author, reason, heads, overrides, control, zone, named });
    const judged = (planned.kind === 'placed' ? request.objection?.(planned, named) : null) ?? planned;
    return request.dryRun === true ? judged : writeOutcome({ ledger, request, overrides }, judged);
  });
  if (outcome === 'lost') throw new LedgerError('other processes changed the same overrides repeatedly');
  return outcome;
}

type Writing = {
  readonly ledger: OverrideLedger;
  readonly request: OverrideRequest;
  /** The overrides that the outcome was planned with. */
  readonly overrides: readonly Override[];
};

/** Writes an outcome; returns `lost` if another process has changed an override that it was planned with. */
async function writeOutcome(writing: Writing, outcome: OverrideOutcome): Promise<OverrideOutcome | 'lost'> {
  const { ledger, request } = writing;
  switch (outcome.kind) {
    case 'placed': {
      // The new override takes effect before the replaced ones end.
      const { override, replaced } = outcome;
      const ids = [override.id, ...replaced.flatMap(({ id }) => (id === override.id ? [] : [id]))];
      for (const id of ids)
        if ((await change(writing, id, id === override.id ? override : null)) === 'lost') return 'lost';
      await log(ledger, request, outcome);
      return outcome;
    }
    case 'revoked':
      // Logged first: afterwards nothing else would show it.
      await log(ledger, request, outcome);
      return (await change(writing, outcome.override.id, null)) === 'lost' ? 'lost' : outcome;
    default:
      return outcome;
  }
}

/** Stores the override of an ID, or ends it for `null`, unless the stored one has changed since the outcome was planned. */
async function change(
  { ledger, request: { now }, overrides }: Writing,
  id: string,
  wanted: Override | null,
): Promise<CommitResult> {
  const stored = await ledger.override(id);
  const [current = null] = inForce(stored?.override ? [stored.override] : [], now);
  if (isSameOverride(current, wanted)) return 'committed';
  if (!isSameOverride(current, overrides.find((other) => other.id === id) ?? null)) return 'lost';
  if (wanted !== null) return ledger.putOverride(wanted, stored);
  return stored === undefined ? 'committed' : ledger.withdraw(stored);
}

type Recorded = Extract<OverrideOutcome, { kind: 'placed' | 'revoked' }>;

async function log(ledger: OverrideLedger, request: OverrideRequest, outcome: Recorded): Promise<void> {
  await Promise.all(
    outcome.targets.map((target) =>
      ledger.record({ ...nothingWritten, target, journal: [createJournalEntry(target, request, outcome)] }),
    ),
  );
}

function createJournalEntry(
  target: TargetId,
  { author, reason, now }: OverrideRequest,
  outcome: Recorded,
): JournalEntry {
  const { kind, override, says } = outcome;
  const event = kind === 'placed' ? 'override-placed' : 'override-revoked';
  const because = reason.trim() === '' ? says : `${says}: ${reason.trim()}`;
  return {
    id: `${event}#${override.id}`,
    at: now,
    event,
    subject: subjectOfOverride(override) ?? Subject.parse(target),
    rule: byHand,
    because,
    by: author.trim(),
  };
}

/** Returns the subject of an override that affects a single resource or target; `null` for others. */
function subjectOfOverride(override: Override): Subject | null {
  const scope = getOverrideScope(override);
  const isOne = (scope.kind === 'resources' || scope.kind === 'targets') && !isGlob(scope.subject);
  return isOne ? Subject.parse(scope.subject) : null;
}

export const overrideFields = ({ author, reason, now }: OverrideContext, until: Instant) => ({
  author,
  reason,
  at: now,
  until,
});

/** Returns the active overrides without those of this request, which an interrupted attempt may have written. */
export const earlierOverrides = ({ overrides, author, reason, now }: OverrideContext): readonly Override[] =>
  overrides.filter((other) => other.at !== now || other.author !== author || other.reason !== reason);

/** Returns an ID derived from the content, so that a repeated override replaces the earlier one. */
export const createOverrideId = (
  kind: Override['kind'],
  ...content: readonly (string | undefined)[]
): string =>
  `${kind}-${computeDigest(JSON.stringify([kind, ...content.map((part) => part ?? null)])).slice(0, 10)}`;

/** Returns the time by which all targets will have been polled again; `null` if none was polled yet, or a poll is overdue. */
export function nextPoll({ now, pollEvery }: OverrideRequest, heads: readonly Head[]): Instant | null {
  const polls = heads.flatMap(({ polledAt }) => polledAt ?? []);
  const next = polls.map((poll) => later(poll, pollEvery)).reduce((last, poll) => latest(last, poll), now);
  return polls.some((poll) => later(poll, pollEvery) < now) || polls.length === 0 ? null : next;
}
