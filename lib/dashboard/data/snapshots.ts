import type { Clock } from '../../jobs/ports.ts';
import type { Head } from '../../model/head.ts';
import type { Override } from '../../model/override.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { between, type Instant, milliseconds, type Span } from '../../model/time/time.ts';
import type { LedgerDoor } from '../shared-ledger.ts';

/** The state of the ledger and the policy at one moment. A reply is made from one snapshot. */
export type Snapshot = {
  readonly heads: readonly Head[];
  readonly overrides: readonly Override[];
  readonly policy: Policy;
  readonly now: Instant;
  /** Equal for two snapshots that show the same. */
  readonly version: string;
  /** Why it is out of date; `null` when it is not. */
  readonly staleBecause: string | null;
};

export type SnapshotOptions = {
  readonly ledger: LedgerDoor;
  /** Reads the policy. @throws PolicyError, and whatever else keeps it from being read. */
  readonly policy: () => Promise<Policy>;
  /** The time of the figures; a simulated cloud has its own. */
  readonly now: () => Instant;
  readonly clock: Pick<Clock, 'now'>;
  /** How long a snapshot is used at least before the next one is read. */
  readonly freshFor: Span;
};

export type Snapshots = {
  /** Returns a fresh snapshot, or the last one with the reason why there is none newer. Rejects when there is none. */
  current(): Promise<Snapshot>;
  /** Reads a new snapshot, as after a change. */
  reread(): Promise<Snapshot>;
};

/** Pauses after a read for this many times as long as it took, so that a slow ledger is not read all the time. */
const restsFor = 20;

export function snapshots({ ledger, policy, now, clock, freshFor }: SnapshotOptions): Snapshots {
  let last: Snapshot | null = null;
  let readAt: Instant | null = null;
  let goodFor: Span = freshFor;
  let reading: Promise<Snapshot> | null = null;

  async function read(): Promise<Snapshot> {
    const began = clock.now();
    try {
      const at = now();
      const [heads, overrides, rules] = await ledger(async (opened) =>
        Promise.all([opened.heads(), opened.overrides(at), policy()]),
      );
      const ordered = heads.toSorted((left, right) => (left.target < right.target ? -1 : 1));
      const version = versionOf(ordered, overrides, rules);
      last = { heads: ordered, overrides, policy: rules, now: at, version, staleBecause: null };
    } catch (error) {
      if (last === null) throw error;
      last = { ...last, staleBecause: error instanceof Error ? error.message : String(error) };
    } finally {
      readAt = began;
      goodFor = milliseconds(Math.max(freshFor, restsFor * between(began, clock.now())));
    }
    return last;
  }

  /** Concurrent callers share one read. */
  function reread(): Promise<Snapshot> {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  return {
    reread,
    current: async () =>
      last !== null && readAt !== null && between(readAt, clock.now()) < goodFor ? last : reread(),
  };
}

/** Returns a text that differs for any two states of a ledger, as heads count their turns. */
function versionOf(heads: readonly Head[], overrides: readonly Override[], { rules }: Policy): string {
  const turns = heads.reduce((total, { seq }) => total + seq, 0);
  return JSON.stringify([heads.length, turns, overrides.map(({ id }) => id), rules.length]);
}
