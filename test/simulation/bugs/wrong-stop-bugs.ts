import { days, earlier, type Instant, later } from '../../../lib/model/time/time.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { PastStop } from '../../../lib/state/intent.ts';
import type { RunOptions } from '../run.ts';
import type { Bug } from './bug.ts';
import { withHeads, withLearned, withLedger } from './plant.ts';

/** Changes the stops of a head as they are stored. */
const withStops = (change: (stop: PastStop, now: Instant, head: Head) => PastStop) => (): RunOptions =>
  withHeads((head) => {
    const { polledAt } = head;
    return polledAt === null
      ? head
      : { ...head, stops: head.stops.map((stop) => change(stop, polledAt, head)) };
  });

/** Returns the stops of the VM after this one in the head. */
function wrongOfNext({ stops }: Head, { subject, rule }: PastStop): readonly Instant[] {
  const ofRule = stops.filter((stop) => stop.rule === rule);
  const index = ofRule.findIndex((stop) => stop.subject === subject);
  return ofRule[(index + 1) % ofRule.length]?.wrong ?? [];
}

/** Mistakes about the limit of use that a policy sets, and about stops that were wrong. */
export const wrongStopBugs: readonly Bug[] = [
  {
    name: 'a rule that learns uses an `in-use` limit of 15 %, whatever the policy says',
    seed: 127,
    hours: 48,
    breaks: [1, 8],
    accuses: /its samples come to|it was in use until/,
    plant: () => withLearned((learned) => ({ ...learned, inUse: 15 })),
  },
  {
    name: 'the weeks of use are computed with an `in-use` limit of 15 %, whatever the policy says',
    seed: 166,
    hours: 1,
    breaks: [8, 10],
    accuses: /its samples come to|are quiet from|are used from|go by a limit of 15 %/,
    plant: () =>
      withLedger((ledger) => ({
        record: ({ use, ...history }) =>
          ledger.record({ ...history, use: use && { ...use, meaning: { ...use.meaning, cpu: 15 } } }),
      })),
  },
  {
    name: 'weeks of use are kept when the policy changes the `in-use` limit',
    seed: 621,
    hours: 14,
    breaks: [8, 10],
    accuses: /its samples come to|are quiet from|are used from/,
    plant: () =>
      withLedger((ledger, { orders }) => ({
        use: async (target) => {
          const use = await ledger.use(target);
          return use && { ...use, meaning: { ...use.meaning, cpu: orders.policy.inUse } };
        },
      })),
  },
  {
    name: 'wrong stops do not count',
    seed: 127,
    hours: 20,
    breaks: [1, 8],
    accuses: /after wrong stops|are allowed/,
    plant: withStops((stop) => ({ ...stop, wrong: [] })),
  },
  {
    name: 'wrong stops count for another VM',
    seed: 257,
    hours: 25,
    breaks: [1, 8],
    accuses: /after wrong stops|are allowed/,
    plant: withStops((stop, _now, head) => ({ ...stop, wrong: [...wrongOfNext(head, stop)] })),
  },
  {
    name: 'wrong stops are forgotten after a week',
    seed: 296,
    hours: 18,
    breaks: [1, 8],
    accuses: /after wrong stops|are allowed/,
    plant: withStops((stop, now) => ({
      ...stop,
      wrong: stop.wrong.filter((at) => at > earlier(now, days(7))),
    })),
  },
  {
    name: 'wrong stops are never forgotten',
    seed: 2506,
    hours: 25,
    breaks: [8],
    accuses: /is not found idle/,
    plant: withStops((stop, now) => {
      const soonForgotten = earlier(now, days(27));
      const kept = (at: Instant) => (at < soonForgotten ? later(at, days(1)) : at);
      return { ...stop, made: stop.made.map(kept), wrong: stop.wrong.map(kept) };
    }),
  },
  {
    name: 'right stops count as wrong',
    seed: 881,
    hours: 25,
    breaks: [8],
    accuses: /is not found idle|has long been idle/,
    plant: withStops((stop) => ({ ...stop, wrong: stop.made })),
  },
  {
    name: 'the wrong stops of a project never make a rule more careful',
    seed: 686,
    hours: 12,
    breaks: [1, 8],
    accuses: /after wrong stops|are allowed/,
    plant: withStops((stop) => ({ ...stop, made: [] })),
  },
  {
    name: 'a stop that turns out wrong is logged, but counted only days later',
    seed: 686,
    hours: 12,
    breaks: [1, 8],
    accuses: /after wrong stops|are allowed/,
    plant: withStops((stop, now) => ({
      ...stop,
      wrong: stop.wrong.filter((at) => at < earlier(now, days(2.9))),
    })),
  },
  {
    name: 'a wrong stop is not logged',
    seed: 361,
    hours: 11,
    breaks: [10],
    accuses: /the log does not say so/,
    plant: () =>
      withHeads((head) => ({
        ...head,
        pendingWrites: {
          ...head.pendingWrites,
          journal: head.pendingWrites.journal.filter(({ event }) => event !== 'wrong-stop'),
        },
      })),
  },
];
