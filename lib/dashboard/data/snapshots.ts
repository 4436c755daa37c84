import type { Clock } from '../../jobs/ports.ts';
import type { Head } from '../../model/head.ts';
import type { Override } from '../../model/override.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { between, type Instant, milliseconds, type Span } from '../../model/time/time.ts';
import type { LedgerDoor } from '../shared-ledger.ts';

/** All that is known at one moment; what is shown at once is made from one of them. */
export type Snapshot = {
  readonly heads: readonly Head[];
  readonly overrides: readonly Override[];
  readonly policy: Policy;
  readonly now: Instant;
  /** Two with the same one show the same. */
  readonly version: string;
  /** Why it is older than it should be; `null` when it is not. */
  readonly staleBecause: string | null;
};

export type SnapshotOptions = {
  readonly ledger: LedgerDoor;
  /** @throws PolicyError; and whatever else keeps it from being read. */
  readonly policy: () => Promise<Policy>;
  /** The time that the figures are of: in a simulated cloud its own. */
  readonly now: () => Instant;
  readonly clock: Pick<Clock, 'now'>;
  /** How long one is good for, at the least. */
  readonly freshFor: Span;
};

export type Snapshots = {
  /** A fresh one, or the last one and why there is none newer. Rejects when there has never been one. */
  current(): Promise<Snapshot>;
  /** Reads anew, as after something was written. */
  reread(): Promise<Snapshot>;
};

/** Of a ledger that is slow to read a reader leaves it to rest: one part in so many of the time is spent on it. */
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

  /** All who ask at once are answered by one reading. */
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

/** Heads count their turns, so no two states of a ledger have the same numbers. */
function versionOf(heads: readonly Head[], told: readonly Override[], { rules }: Policy): string {
  const turns = heads.reduce((total, { seq }) => total + seq, 0);
  return JSON.stringify([heads.length, turns, told.map(({ id }) => id), rules.length]);
}
