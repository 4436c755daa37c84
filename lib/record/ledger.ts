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
 * gives equal bytes under equal keys, and its usage samples, which are valid whoever commits.
 */
export type History = {
  readonly target: TargetId;
  /** Observations, oldest first, all within `writtenWithin` of each other. */
  readonly observations: readonly Observation[];
  readonly sampling: UsageSamples | null;
  /** The use of VMs, which replaces what is known of it; made of usage samples alone, it is valid whoever commits. */
  readonly use?: FleetUse | undefined;
  readonly meters: readonly Rollup[];
  readonly journal: readonly JournalEntry[];
};

/** An empty history. */
export const nothingWritten = { observations: [], sampling: null, meters: [], journal: [] } as const;

/** `lost`: another commit came first. The loser writes nothing more and repeats its turn. */
export type CommitResult = 'committed' | 'lost';

/** A stored state of an override. States are counted, so that nobody replaces one that was not read. */
export type StoredOverride = {
  readonly id: string;
  readonly seq: number;
  /** `null` once it was withdrawn. */
  readonly override: Override | null;
  /** The time until which the state is stored, at least for as long as any before it might have held. */
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
    // A writer who read a state that ended meanwhile still finds its number.
    keptUntil: latest(ends, later(override?.until ?? ends, days(1))),
  };
};

/** The heads and history of all targets. Failures are thrown as `LedgerError`. */
export type Ledger = {
  /**
   * Returns all heads, or those that a shard reads: its projects, and all accounts and groups. An `unreadableHead`
   * stands for each one that cannot be read.
   */
  heads(shard?: Shard): Promise<readonly Head[]>;
  /** Returns a head. @throws LedgerError also when the head exists and cannot be read. */
  head(target: TargetId): Promise<Head | undefined>;
  /**
   * Keeps a copy of an unreadable head for good. Returns its `seq`, which its replacement must follow; `null` when there
   * is no such head.
   */
  setAside(target: TargetId): Promise<number | null>;
  /** Commits a head if the stored one is its predecessor (`head.seq - 1`; none for 1). */
  commit(head: Head): Promise<CommitResult>;
  /** Writes history; repeating it changes nothing. */
  record(history: History): Promise<void>;
  /** Returns observations with `from <= at < until`, oldest first, without usage samples. */
  observations(target: TargetId, from: Instant, until: Instant): Promise<readonly Observation[]>;
  /** Returns the usage samples of polls with `from <= at < until`, oldest first, including uncommitted polls. */
  samplings(target: TargetId, from: Instant, until: Instant): Promise<readonly UsageSamples[]>;
  /** Returns the use of a project's VMs as last stored; `null` when there is none, or it cannot be read: it can be made anew from samples. */
  use(target: TargetId): Promise<FleetUse | null>;
  /** Returns the closed periods that begin in `[from, until)`, oldest first. */
  meters(target: TargetId, unit: PeriodUnit, from: Instant, until: Instant): Promise<readonly Rollup[]>;
  /** Returns audit entries with `from <= at < until`, oldest first. */
  journal(target: TargetId, from: Instant, until: Instant): Promise<readonly JournalEntry[]>;
  /** Returns the overrides that have not expired, oldest first. An `unreadableOverride` stands for one that cannot be read. */
  overrides(now: Instant): Promise<readonly Override[]>;
  /** Returns the stored state of an override, also of one that has ended. */
  override(id: string): Promise<StoredOverride | undefined>;
  /** Stores an override if the stored state is still `before`, or if there is none where it is absent. */
  putOverride(override: Override, before?: StoredOverride): Promise<CommitResult>;
  /** Ends an override if its stored state is still the one that was read. */
  withdraw(before: StoredOverride): Promise<CommitResult>;
  /** Stores the use of a link if the stored one has the previous `seq`, or if there is none for `seq` 1. */
  useLink(use: LinkUse): Promise<CommitResult>;
  /** Returns the stored use of a link, also one that has expired and is not deleted yet. */
  linkUse(id: string): Promise<LinkUse | undefined>;
  /** Keeps a note, replacing the one of the same matter of the same connection. */
  note(note: BlindNote): Promise<void>;
  /** Returns the notes, one per matter of each connection, in the order of their names. */
  noted(): Promise<readonly BlindNote[]>;
  /** Stores what a machine pushed, once in a quarter of an hour. The same push again is `stored` too. */
  push(push: Push): Promise<'stored' | 'too-soon'>;
  /** Returns the pushes of the quarters of an hour that `[from, until)` touches, oldest first. */
  pushes(from: Instant, until: Instant): Promise<readonly Push[]>;
  control(): Promise<Control>;
  /** Puts the control record if the stored one is its predecessor. */
  commitControl(control: Control): Promise<CommitResult>;
};

/** The ledger as `watch` may use it, without changes to the control record and to overrides. */
export type WatchLedger = Omit<
  Ledger,
  'commitControl' | 'putOverride' | 'push' | 'withdraw' | 'useLink' | 'setAside'
>;

/** A failure to read or write the ledger. */
export class LedgerError extends Error {
  override readonly name: string = 'LedgerError';
}

/** An item that exists and cannot be read, since it is damaged or of another version. */
export class UnreadableError extends LedgerError {
  override readonly name = 'UnreadableError';
  /** The fault, without the remedy. */
  readonly because: string;

  constructor(message: string, options: ErrorOptions & { readonly because: string }) {
    super(message, options);
    this.because = options.because;
  }
}

/** The fault of a record that is stored in another form than the one that this version reads. */
export class OtherFormError extends RangeError {
  override readonly name = 'OtherFormError';
  /** The advice for people on an older form, as a sentence without its full stop; `null` for any other, which may be damage. */
  readonly remedy: string | null;

  constructor(found: number, supported: number) {
    super(`it is stored in version ${found}, and only version ${supported} is supported here`);
    this.remedy =
      found < supported
        ? 'An older spendwatch wrote it, and only that one reads it: run it again to keep this ledger, or begin anew with an empty one (another --data or table; this one stays as it is). What is lost by that: the history, the overrides, and what was already notified. Reported spend of the month and before is read again from the cloud, and every action is announced anew'
        : null;
  }
}

/** Returns the overrides that have not expired, oldest first, by id among those of one moment. */
export const inForce = (overrides: readonly Override[], now: Instant): readonly Override[] =>
  overrides
    .filter(({ until }) => now < until)
    .map((override) =>
      protects(override) && isAhead(override.at, now) ? { ...override, at: now } : override,
    )
    .toSorted((left, right) => left.at - right.at || Buffer.compare(bytes(left), bytes(right)));

/** Reports whether an override is protective: those apply at once, even if the clock of their author was ahead. */
const protects = ({ kind }: Override): boolean => kind === 'keep' || kind === 'pause';

const bytes = ({ id }: Override): Buffer => Buffer.from(id);
