import type { BlindNote, Control } from '../model/control.ts';
import type { Observation } from '../model/facts/observation.ts';
import type { Sampling } from '../model/facts/usage.ts';
import type { Head } from '../model/head.ts';
import type { TargetId } from '../model/ids.ts';
import type { JournalEntry } from '../model/journal.ts';
import type { Rollup } from '../model/money/meter.ts';
import type { Override } from '../model/override.ts';
import type { Shard } from '../model/shard.ts';
import type { PeriodUnit } from '../model/time/period.ts';
import type { Instant } from '../model/time/time.ts';

/**
 * What a turn writes down before it commits: of the head it read, so that the same input makes the same bytes under
 * the same keys, and what monitors told it, which is so whoever commits.
 */
export type History = {
  readonly target: TargetId;
  /** Oldest first, and all within `writtenWithin` of each other. */
  readonly observations: readonly Observation[];
  readonly sampling: Sampling | null;
  readonly meters: readonly Rollup[];
  readonly journal: readonly JournalEntry[];
};

/** History of nothing, to be filled in. */
export const nothingWritten = { observations: [], sampling: null, meters: [], journal: [] } as const;

/** `lost`: another commit came first. Whoever loses writes nothing more and takes its turn again. */
export type Committed = 'committed' | 'lost';

/** Heads and history of every target. What could not be done is thrown as a `LedgerError`. */
export type Ledger = {
  /**
   * The latest of everything, or of what concerns a shard: its projects, and all accounts and groups. An
   * `unreadableHead` stands for each one that cannot be read.
   */
  heads(shard?: Shard): Promise<readonly Head[]>;
  /** @throws LedgerError also when the head is there and cannot be read. */
  head(target: TargetId): Promise<Head | undefined>;
  /**
   * Keeps a copy of a head that cannot be read beside it, for good. Returns its `seq`, which a head that is to take
   * its place comes after; `null` where there is no such head.
   */
  setAside(target: TargetId): Promise<number | null>;
  /** Puts a head if the stored one is its predecessor (`head.seq - 1`; none at all for 1). */
  commit(head: Head): Promise<Committed>;
  /** Writes history; doing so again changes nothing. */
  record(history: History): Promise<void>;
  /** Observations with `from <= at < until`, oldest first, without what monitors told. */
  observations(target: TargetId, from: Instant, until: Instant): Promise<readonly Observation[]>;
  /** What monitors told in looks with `from <= at < until`, oldest first; also in looks that were never committed. */
  samplings(target: TargetId, from: Instant, until: Instant): Promise<readonly Sampling[]>;
  /** Closed periods that begin in `[from, until)`, oldest first. */
  meters(target: TargetId, unit: PeriodUnit, from: Instant, until: Instant): Promise<readonly Rollup[]>;
  /** Audit lines with `from <= at < until`, oldest first. */
  journal(target: TargetId, from: Instant, until: Instant): Promise<readonly JournalEntry[]>;
  /** What people have told spendwatch and has not expired, oldest first. */
  overrides(now: Instant): Promise<readonly Override[]>;
  /** Keeps an override until it expires; another with its id replaces it. */
  putOverride(override: Override): Promise<void>;
  /** Takes an override back; one that is not there is no matter. */
  withdraw(id: string): Promise<void>;
  /** Keeps a note; another of its matter replaces it. */
  note(note: BlindNote): Promise<void>;
  /** The notes, one of each matter, in the order of their names. */
  noted(): Promise<readonly BlindNote[]>;
  control(): Promise<Control>;
  /** Puts the control record if the stored one is its predecessor. */
  commitControl(control: Control): Promise<Committed>;
};

/** The ledger as `watch` may use it: what bounds `act`, and what people told, is not for it to change. */
export type WatchLedger = Omit<Ledger, 'commitControl' | 'putOverride' | 'withdraw' | 'setAside'>;

/** The ledger could not be read or written; the cause says why. */
export class LedgerError extends Error {
  override readonly name: string = 'LedgerError';
}

/** An item is there and cannot be read: it is damaged, or of another version. */
export class UnreadableError extends LedgerError {
  override readonly name = 'UnreadableError';
  /** What is wrong with it, without what to do about it. */
  readonly because: string;

  constructor(message: string, options: ErrorOptions & { readonly because: string }) {
    super(message, options);
    this.because = options.because;
  }
}
