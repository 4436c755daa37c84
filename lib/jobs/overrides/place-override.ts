import { byHand } from '../../decide/actions/orders.ts';
import type { Head } from '../../model/head.ts';
import { Subject, type TargetId } from '../../model/ids.ts';
import type { JournalEntry } from '../../model/journal.ts';
import type { Instruction } from '../../model/override.ts';
import { type Instant, later, latest } from '../../model/time/time.ts';
import { digestOf } from '../../record/keys.ts';
import { nothingWritten } from '../../record/ledger.ts';
import type { Teller, Told, ToldLedger } from './override-outcome.ts';
import { refusalOf } from './reason-and-author.ts';
import { isGlob } from './scope.ts';
import { scopeTold } from './scope-text.ts';

/** What a word is judged by. */
export type Scene = Teller & {
  readonly heads: readonly Head[];
  /** What holds now. */
  readonly instructions: readonly Instruction[];
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
  ledger: ToldLedger,
  teller: Teller,
  { until, isReasonNeeded = false }: Terms,
  plan: (scene: Scene) => Told,
): Promise<Told> {
  const refusal = refusalOf({ ...teller, until }, isReasonNeeded);
  if (refusal !== null) return refusal;
  const { now, policy } = teller;
  const [heads, instructions] = await Promise.all([ledger.heads(), ledger.instructions(now)]);
  const [author, reason] = [teller.author.trim(), teller.reason.trim() || 'no reason given'];
  const zone = policy?.timezone ?? 'UTC';
  const told = plan({ ...teller, author, reason, heads, instructions, zone });
  if (teller.dryRun !== true) await keepWord(ledger, teller, told);
  return told;
}

async function keepWord(ledger: ToldLedger, teller: Teller, told: Told): Promise<void> {
  switch (told.kind) {
    case 'told': {
      // What is new holds before what was is taken away.
      await ledger.instruct(told.instruction);
      const gone = told.replaced.filter(({ id }) => id !== told.instruction.id);
      for (const { id } of gone) await ledger.withdraw(id);
      return log(ledger, teller, told);
    }
    case 'taken-back':
      // Nothing would tell of it afterwards.
      await log(ledger, teller, told);
      return ledger.withdraw(told.instruction.id);
    default:
  }
}

type Recorded = Extract<Told, { kind: 'told' | 'taken-back' }>;

async function log(ledger: ToldLedger, teller: Teller, told: Recorded): Promise<void> {
  await Promise.all(
    told.targets.map((target) =>
      ledger.record({ ...nothingWritten, target, journal: [entryFor(target, teller, told)] }),
    ),
  );
}

function entryFor(target: TargetId, { author, reason, now }: Teller, told: Recorded): JournalEntry {
  const { kind, instruction, says } = told;
  const because = reason.trim() === '' ? says : `${says}: ${reason.trim()}`;
  return {
    id: `${kind}#${instruction.id}`,
    at: now,
    event: kind,
    subject: subjectTold(instruction) ?? Subject.parse(target),
    rule: byHand,
    because,
    by: author.trim(),
  };
}

/** What an instruction is about where that is one resource or target. */
function subjectTold(told: Instruction): Subject | null {
  const scope = scopeTold(told);
  const isOne = (scope.kind === 'resources' || scope.kind === 'targets') && !isGlob(scope.subject);
  return isOne ? Subject.parse(scope.subject) : null;
}

/** What every instruction says of itself. */
export const wordOf = ({ author, reason, now }: Scene, until: Instant) => ({
  author,
  reason,
  at: now,
  until,
});

/** What holds and was told before: what a try that was cut off has written is this very word. */
export const earlierWords = ({ instructions, author, reason, now }: Scene): readonly Instruction[] =>
  instructions.filter((told) => told.at !== now || told.author !== author || told.reason !== reason);

/** An id made from content, so that what is told again takes the place of what was told before. */
export const idOf = (kind: Instruction['kind'], ...content: readonly (string | undefined)[]): string =>
  `${kind}-${digestOf(JSON.stringify([kind, ...content.map((part) => part ?? null)])).slice(0, 10)}`;

/** By when targets will have been looked at again; `null` where none was, or looks are overdue. */
export function nextLook({ now, pollEvery }: Teller, heads: readonly Head[]): Instant | null {
  const looks = heads.flatMap(({ lookedAt }) => lookedAt ?? []);
  const next = looks.map((look) => later(look, pollEvery)).reduce((last, look) => latest(last, look), now);
  return looks.some((look) => later(look, pollEvery) < now) || looks.length === 0 ? null : next;
}
