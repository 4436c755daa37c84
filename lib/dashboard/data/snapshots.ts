import type { PolicyInForce } from '../../config/policy/policy-in-force.ts';
import type { Clock } from '../../jobs/ports.ts';
import { readViewInput } from '../../jobs/queries/read-view-input.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { computeSpan, type Instant, milliseconds, type Span } from '../../model/time/time.ts';
import type { Control } from '../../state/control.ts';
import { buildCondition, type Condition } from '../../views/condition/condition.ts';
import type { WholeInput } from '../../views/view-input.ts';
import type { LedgerDoor } from '../shared-ledger.ts';
import type { Snapshot } from './fleet.ts';

export type SnapshotOptions = {
  readonly ledger: LedgerDoor;
  /** Reads the policy. Rejects when it cannot be read and no last good one is recorded. */
  readonly policy: (control: Control) => Promise<PolicyInForce>;
  readonly intervals: Intervals;
  /** The time of the figures; a simulated cloud has its own. */
  readonly now: () => Instant;
  readonly clock: Pick<Clock, 'now'>;
  /** The minimum time for which a snapshot is used before the next one is read. */
  readonly freshFor: Span;
};

export type Snapshots = {
  /** Returns a fresh snapshot, or the last one with the reason why there is none newer. Rejects when there is none. */
  current(): Promise<Snapshot>;
  /** Reads a new snapshot, as after a change. */
  reread(): Promise<Snapshot>;
};

/** The pause after a read, as a multiple of its duration, so that a slow ledger is not read all the time. */
const restsFor = 20;

export function snapshots({ ledger, policy, intervals, now, clock, freshFor }: SnapshotOptions): Snapshots {
  let last: Snapshot | null = null;
  let readAt: Instant | null = null;
  let goodFor: Span = freshFor;
  let reading: Promise<Snapshot> | null = null;

  async function read(): Promise<Snapshot> {
    const began = clock.now();
    try {
      const at = now();
      const view = await ledger((opened) => readViewInput(opened, policy, { intervals, now: at }));
      const condition = buildCondition(view.heads, view);
      last = { ...view, condition, version: versionOf(view, condition), staleBecause: null };
    } catch (error) {
      if (last === null) throw error;
      last = { ...last, staleBecause: error instanceof Error ? error.message : String(error) };
    } finally {
      readAt = began;
      goodFor = milliseconds(Math.max(freshFor, restsFor * computeSpan(began, clock.now())));
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
      last !== null && readAt !== null && computeSpan(readAt, clock.now()) < goodFor ? last : reread(),
  };
}

/** Returns a text that differs for any two states of a ledger: heads count their turns, and notices include an age. */
function versionOf({ heads, overrides, policy }: WholeInput, { notices }: Condition): string {
  const turns = heads.reduce((total, { seq }) => total + seq, 0);
  const [ids, says] = [overrides.map(({ id }) => id), notices.map((notice) => notice.says)];
  return JSON.stringify([heads.length, turns, ids, policy.rules.length, says]);
}
