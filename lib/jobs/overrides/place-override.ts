import { byHand } from '../../decide/actions/orders.ts';
import type { Head } from '../../model/head.ts';
import { Subject, type TargetId } from '../../model/ids.ts';
import type { JournalEntry } from '../../model/journal.ts';
import type { Override } from '../../model/override.ts';
import { type Instant, later, latest } from '../../model/time/time.ts';
import { digestOf } from '../../record/keys.ts';
import { nothingWritten } from '../../record/ledger.ts';
import type { OverrideLedger, Teller, Told } from './override-outcome.ts';
import { refusalOf } from './reason-and-author.ts';
import { isGlob } from './scope.ts';
import { scopeOf } from './scope-text.ts';

/** What a word is judged by. */
export type Context = Teller & {
  readonly heads: readonly Head[];
  /** What holds now. */
  readonly overrides: readonly Override[];
  /** Whose clocks count. */
  readonly zone: string;
};

export type Terms = {
  /** `null` for what takes something back, and has no end of its own. */
  readonly until: Instant | null;
  readonly isReasonNeeded?: boolean;
};

/**
 * Finds out what comes of a word and records it, in the ledger's control partition to be obeyed and in the audit log
 * of each target that it is about. Doing so twice at one `now` is doing it once.
 * @throws LedgerError
 */
export async function tell(
  ledger: OverrideLedger,
  teller: Teller,
  { until, isReasonNeeded = false }: Terms,
  plan: (context: Context) => Told,
): Promise<Told> {
  const refusal = refusalOf({ ...teller, until }, isReasonNeeded);
  if (refusal !== null) return refusal;
  const { now, policy } = teller;
  const [heads, overrides] = await Promise.all([ledger.heads(), ledger.overrides(now)]);
  const [author, reason] = [teller.author.trim(), teller.reason.trim() || 'no reason given'];
  const zone = policy?.timezone ?? 'UTC';
  const told = plan({ ...teller, author, reason, heads, overrides, zone });
  if (teller.dryRun !== true) await keepWord(ledger, teller, told);
  return told;
}

async function keepWord(ledger: OverrideLedger, teller: Teller, told: Told): Promise<void> {
  switch (told.kind) {
    case 'told': {
      // What is new holds before what was is taken away.
      await ledger.putOverride(told.override);
      const gone = told.replaced.filter(({ id }) => id !== told.override.id);
      for (const { id } of gone) await ledger.withdraw(id);
      return log(ledger, teller, told);
    }
    case 'taken-back':
      // Nothing would tell of it afterwards.
      await log(ledger, teller, told);
      return ledger.withdraw(told.override.id);
    default:
  }
}

type Recorded = Extract<Told, { kind: 'told' | 'taken-back' }>;

async function log(ledger: OverrideLedger, teller: Teller, told: Recorded): Promise<void> {
  await Promise.all(
    told.targets.map((target) =>
      ledger.record({ ...nothingWritten, target, journal: [entryFor(target, teller, told)] }),
    ),
  );
}

function entryFor(target: TargetId, { author, reason, now }: Teller, told: Recorded): JournalEntry {
  const { kind, override, says } = told;
  const event = kind === 'told' ? 'override-placed' : 'override-revoked';
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

/** What an override is about where that is one resource or target. */
function subjectOfOverride(told: Override): Subject | null {
  const scope = scopeOf(told);
  const isOne = (scope.kind === 'resources' || scope.kind === 'targets') && !isGlob(scope.subject);
  return isOne ? Subject.parse(scope.subject) : null;
}

/** What every override says of itself. */
export const wordOf = ({ author, reason, now }: Context, until: Instant) => ({
  author,
  reason,
  at: now,
  until,
});

/** What holds and was told before: what a try that was cut off has written is this very word. */
export const earlierOverrides = ({ overrides, author, reason, now }: Context): readonly Override[] =>
  overrides.filter((told) => told.at !== now || told.author !== author || told.reason !== reason);

/** An id made from content, so that what is told again takes the place of what was told before. */
export const idOf = (kind: Override['kind'], ...content: readonly (string | undefined)[]): string =>
  `${kind}-${digestOf(JSON.stringify([kind, ...content.map((part) => part ?? null)])).slice(0, 10)}`;

/** By when targets will have been looked at again; `null` where none was, or looks are overdue. */
export function nextPoll({ now, pollEvery }: Teller, heads: readonly Head[]): Instant | null {
  const buffered = heads.flatMap(({ polledAt }) => polledAt ?? []);
  const next = buffered.map((poll) => later(poll, pollEvery)).reduce((last, poll) => latest(last, poll), now);
  return buffered.some((poll) => later(poll, pollEvery) < now) || buffered.length === 0 ? null : next;
}
