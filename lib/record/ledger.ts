import type { Observation } from '../model/facts/observation.ts';
import type { Push } from '../model/facts/push.ts';
import type { UsageSamples } from '../model/facts/usage.ts';
import type { TargetId } from '../model/ids.ts';
import type { Rollup } from '../model/money/meter.ts';
import type { Shard } from '../model/shard.ts';
import type { PeriodUnit } from '../model/time/period.ts';
import { days, type Instant, instant, isAhead, later, latest } from '../model/time/time.ts';
import type { BlindNote, Control } from '../state/control.ts';
import type { FleetUse } from '../state/fleet-use.ts';
import type { Head } from '../state/head.ts';
import type { JournalEntry } from '../state/journal.ts';
import type { LinkUse, Override } from '../state/override.ts';

/**
 * The history that a turn writes before it commits: the pending writes of the head that it read, so that equal input
 * gives equal bytes under equal keys, and its usage samples, which are valid even if another turn commits.
 */
export type History = {
  readonly target: TargetId;
  /** Observations, oldest first, all within `writtenWithin` of each other. */
  readonly observations: readonly Observation[];
  readonly sampling: UsageSamples | null;
  /** The use of VMs, which replaces the stored one. It depends only on usage samples, so it is valid whichever turn commits. */
  readonly use?: FleetUse | undefined;
  readonly meters: readonly Rollup[];
  readonly journal: readonly JournalEntry[];
};

export const nothingWritten = { observations: [], sampling: null, meters: [], journal: [] } as const;

/** The result of a conditional write; `lost` if another one came first, so that the caller must start again. */
export type CommitResult = 'committed' | 'lost';

/** A stored state of an override. States are numbered, so that a writer replaces only the state that it read. */
export type StoredOverride = {
  readonly id: string;
  readonly seq: number;
  /** The override; `null` after it was withdrawn. */
  readonly override: Override | null;
  /** The time until which the state is stored, at least as long as any earlier state could have applied. */
  readonly keptUntil: Instant;
};

/** Returns the state after another one, or the first one. */
export const nextState = (
  id: string,
  override: Override | null,
  before: StoredOverride | undefined,
): StoredOverride => {
  const ends = before?.keptUntil ?? instant(0);
  return {
    id,
    seq: (before?.seq ?? 0) + 1,
    override,
    // A writer that read a state which has ended since still finds its number.
    keptUntil: latest(ends, later(override?.until ?? ends, days(1))),
  };
};

/** The heads and history of all targets. Failures are thrown as `LedgerError`. */
export type Ledger = {
  /**
   * Returns all heads, or those that a shard reads: its projects, and all accounts and groups. Each unreadable one is
   * replaced by an `unreadableHead`.
   */
  heads(shard?: Shard): Promise<readonly Head[]>;
  /** Returns a head. @throws LedgerError also if the head exists and cannot be read. */
  head(target: TargetId): Promise<Head | undefined>;
  /**
   * Stores a permanent copy of an unreadable head. Returns its `seq`, which its replacement must follow; `null` if there is
   * no such head.
   */
  setAside(target: TargetId): Promise<number | null>;
  /** Commits a head if the stored one has `head.seq - 1`, or if none is stored and `head.seq` is 1. */
  commit(head: Head): Promise<CommitResult>;
  /** Writes history; repeating it changes nothing. */
  record(history: History): Promise<void>;
  /** Returns observations with `from <= at < until`, oldest first, without usage samples. */
  observations(target: TargetId, from: Instant, until: Instant): Promise<readonly Observation[]>;
  /** Returns the usage samples of polls with `from <= at < until`, oldest first, including uncommitted polls. */
  samplings(target: TargetId, from: Instant, until: Instant): Promise<readonly UsageSamples[]>;
  /** Returns the stored use of a project's VMs; `null` if it is missing or unreadable, as it can be computed from samples. */
  use(target: TargetId): Promise<FleetUse | null>;
  /** Returns the closed periods that begin in `[from, until)`, oldest first. */
  meters(target: TargetId, unit: PeriodUnit, from: Instant, until: Instant): Promise<readonly Rollup[]>;
  /** Returns audit entries with `from <= at < until`, oldest first. */
  journal(target: TargetId, from: Instant, until: Instant): Promise<readonly JournalEntry[]>;
  /** Returns the overrides that have not expired, oldest first. Each unreadable one is replaced by an `unreadableOverride`. */
  overrides(now: Instant): Promise<readonly Override[]>;
  /** Returns the stored state of an override, even if the override has ended. */
  override(id: string): Promise<StoredOverride | undefined>;
  /** Stores an override if the stored state is still `before`; without `before`, if none is stored. */
  putOverride(override: Override, before?: StoredOverride): Promise<CommitResult>;
  /** Ends an override if its stored state is still `before`. */
  withdraw(before: StoredOverride): Promise<CommitResult>;
  /** Stores the use of a link if the stored one has the previous `seq`; for `seq` 1, if none is stored. */
  useLink(use: LinkUse): Promise<CommitResult>;
  /** Returns the stored use of a link, even if it has expired and is not deleted yet. */
  linkUse(id: string): Promise<LinkUse | undefined>;
  /** Stores a note, which replaces the one on the same matter of the same connection. */
  note(note: BlindNote): Promise<void>;
  /** Returns the notes, one for each matter of each connection, sorted by their keys. */
  noted(): Promise<readonly BlindNote[]>;
  /** Stores a push of a VM, at most one in a quarter of an hour. Repeating the same push also returns `stored`. */
  push(push: Push): Promise<'stored' | 'too-soon'>;
  /** Returns the pushes of the quarters of an hour that overlap `[from, until)`, oldest first. */
  pushes(from: Instant, until: Instant): Promise<readonly Push[]>;
  control(): Promise<Control>;
  /** Stores the control record if the stored one has the previous `seq`. */
  commitControl(control: Control): Promise<CommitResult>;
};

/** The part of the ledger that `watch` may use, without writes to the control record and overrides. */
export type WatchLedger = Omit<
  Ledger,
  'commitControl' | 'putOverride' | 'push' | 'withdraw' | 'useLink' | 'setAside'
>;

/** A failure to read or write the ledger. */
export class LedgerError extends Error {
  override readonly name: string = 'LedgerError';
}

/** Thrown for an item that exists and cannot be read, because it is damaged or of another version. */
export class UnreadableError extends LedgerError {
  override readonly name = 'UnreadableError';
  /** The fault, without the remedy. */
  readonly because: string;

  constructor(message: string, options: ErrorOptions & { readonly because: string }) {
    super(message, options);
    this.because = options.because;
  }
}

/** Thrown for a record of a stored form that this version does not read. */
export class OtherFormError extends RangeError {
  override readonly name = 'OtherFormError';
  /** The remedy for an older form, as a sentence without its full stop; `null` for any other form, which may be damage. */
  readonly remedy: string | null;

  constructor(found: number, supported: number) {
    super(`it is stored in version ${found}, and only version ${supported} is supported here`);
    this.remedy =
      found < supported
        ? 'An older spendwatch wrote it, and only that one reads it: run it again to keep this ledger, or begin anew with an empty one (another --data or table; this one stays as it is). What is lost by that: the history, the overrides, and what was already notified. Reported spend of the month and before is read again from the cloud, and every action is announced anew'
        : null;
  }
}

/** Returns the overrides that have not expired, oldest first; those of the same instant by id. */
export const inForce = (overrides: readonly Override[], now: Instant): readonly Override[] =>
  overrides
    .filter(({ until }) => now < until)
    .map((override) =>
      protects(override) && isAhead(override.at, now) ? { ...override, at: now } : override,
    )
    .toSorted((left, right) => left.at - right.at || Buffer.compare(bytes(left), bytes(right)));

/** True for a protective override, which applies at once even if the clock of its author was ahead. */
const protects = ({ kind }: Override): boolean => kind === 'keep' || kind === 'pause';

const bytes = ({ id }: Override): Buffer => Buffer.from(id);
