import { describe, expect, it } from 'vitest';
import type { PreviousFacts } from '../../../lib/clouds/cloud.ts';
import { commitTurn } from '../../../lib/jobs/watch/commit-turn.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { hours, type Instant, isoInstant, later, minutes } from '../../../lib/model/time/time.ts';
import { type History, type Ledger, nothingWritten } from '../../../lib/record/ledger.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import type { Verdict } from '../../../lib/rules/verdict.ts';
import { firstHead, type Head } from '../../../lib/state/head.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { at } from '../../support/at.ts';
import {
  aHead,
  anObservation,
  aVm,
  lab,
  noon,
  times,
  usageUntil,
} from '../../support/builders/observation-builders.ts';
import { aBudgetRule, anAnomalyRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { emptyFleet } from '../../support/turn-input.ts';

const start = at('2026-11-10T00:00:00');
/** A budget of the last 24 hours has no forecast, and needs no closed day. */
const ofLastDay = aPolicy({ rules: [aBudgetRule({ period: { kind: 'rolling', days: 1 } })] });
const weekly = aPolicy({ rules: [aBudgetRule({ period: { kind: 'week', startsOn: 1 } })] });
const unusual = aPolicy({ rules: [anAnomalyRule()] });

/** A project polled each hour, at 1 USD an hour unless given otherwise; reads of its history are counted. */
function watched() {
  const ledger = memoryLedger();
  const read: string[] = [];
  const counting = {
    ...ledger,
    meters: async (...asked: Parameters<typeof ledger.meters>) => {
      read.push(asked[1]);
      return ledger.meters(...asked);
    },
  };
  let now = start;
  let verdicts: readonly Verdict[] = [];
  async function poll(policy: Policy, price: string): Promise<void> {
    const seen: Instant = now;
    const pollResult = anObservation({ at: seen, resources: [aVm({ price, seenAt: seen })] });
    const polled = { at: seen, asked: [], unsupported: [], observe: () => pollResult };
    const order = { policy, intervals: defaultIntervals, polled, fleet: emptyFleet };
    const turn = await commitTurn({ ledger: counting }, order, (await ledger.head(lab)) ?? firstHead(lab));
    verdicts = turn?.verdicts ?? [];
    now = later(now, hours(1));
  }
  return {
    read,
    ledger,
    verdicts: () => verdicts,
    head: async (): Promise<Head> => (await ledger.head(lab)) ?? expect.fail(),
    async hours(count: number, policy: Policy, price = '1') {
      for (let hour = 0; hour < count; hour += 1) await poll(policy, price);
    },
  };
}
const daysIn = ({ days }: Head) => days?.closed.map(({ period }) => isoInstant(period.from).slice(8, 10));

describe('closed days', () => {
  it('are neither kept nor read for a rule that does not need them', async () => {
    const project = watched();
    await project.hours(50, ofLastDay);
    expect([(await project.head()).days, project.read]).toEqual([null, []]);
    const elsewhere = aBudgetRule({ period: { kind: 'rolling', days: 9 }, match: { project: 'other' } });
    await project.hours(2, aPolicy({ rules: [elsewhere] }));
    expect([(await project.head()).days, project.read]).toEqual([null, []]);
  });

  it('are read once when a rule is added that needs them, and kept from then on', async () => {
    const project = watched();
    await project.hours(24 * 5 + 3, ofLastDay);
    await project.hours(1, weekly);
    expect(daysIn(await project.head())).toEqual(['10', '11', '12', '13', '14']);
    expect(project.verdicts()).toMatchObject([
      { because: expect.stringMatching(/^123\.00 USD .* accrued, counted/) },
    ]);
    await project.hours(24 * 4, weekly);
    expect(daysIn(await project.head())).toEqual(['10', '11', '12', '13', '14', '15', '16', '17', '18']);
    expect(project.read).toEqual(['day']);
  });

  it('include those that closed in the turn before, though history has them only now', async () => {
    const project = watched();
    await project.hours(24 * 3 + 1, ofLastDay);
    await project.hours(1, weekly);
    expect(daysIn(await project.head())).toEqual(['10', '11', '12']);
  });

  it('include each day once, even where a head was lost after its history was written', async () => {
    const project = watched();
    await project.hours(24 * 3 + 1, ofLastDay);
    const { pendingWrites } = await project.head();
    await project.ledger.record({ ...nothingWritten, target: lab, meters: pendingWrites.meters });
    await project.hours(1, weekly);
    expect(daysIn(await project.head())).toEqual(['10', '11', '12']);
  });

  it('are read again for a rule that looks further back, and dropped for one that does not', async () => {
    const project = watched();
    await project.hours(
      24 * 9 + 3,
      aPolicy({ rules: [aBudgetRule({ period: { kind: 'rolling', days: 3 } })] }),
    );
    expect(daysIn(await project.head())).toEqual(['17', '18']);
    await project.hours(1, weekly);
    expect(daysIn(await project.head())).toEqual(['10', '11', '12', '13', '14', '15', '16', '17', '18']);
    await project.hours(1, ofLastDay);
    expect((await project.head()).days).toBeNull();
    expect(project.read).toEqual(['day', 'day']);
  });
});

describe('closed hours', () => {
  it('are read once an hour where an anomaly rule needs them, and show what is anomalous', async () => {
    const project = watched();
    await project.hours(49, ofLastDay);
    await project.hours(1, unusual, '1');
    expect(project.verdicts()).toMatchObject([{ kind: 'clear', figures: { hours: 48 } }]);
    await project.hours(1, unusual, '5');
    expect(project.verdicts()).toMatchObject([{ kind: 'breached', subject: 'project/lab' }]);
    expect((await project.head()).outbox).toHaveLength(1);
    await project.hours(6, unusual, '5');
    expect((await project.head()).outbox).toHaveLength(1);
    expect(project.read).toEqual(Array.from({ length: 8 }, () => 'hour'));
  });
});

it('A second try writes the same samples as the first, whatever another turn has received meanwhile', async () => {
  const ledger = memoryLedger();
  const [before, others, now] = [0, 15, 20].map((minute) => later(noon, minutes(minute)));
  if (before === undefined || others === undefined || now === undefined) return expect.fail();
  const known = aHead({ seq: 1, observation: anObservation({ at: before }), usageUntil: before });
  await ledger.commit(known);
  await ledger.commit({ ...known, seq: 2, observation: anObservation({ at: others }), usageUntil: others });
  const told: History['sampling'][] = [];
  const watched = {
    ...ledger,
    record: async (history: History) => {
      told.push(history.sampling);
      await ledger.record(history);
    },
  };
  const observe = ({ usageUntil: since }: PreviousFacts) => {
    const { vm, points } = usageUntil(now, times(6, 5));
    const usage = [{ vm, points: points.filter(({ at }) => since === null || at > since) }];
    return anObservation({ at: now, seen: ['vms', 'machines', 'usage'], usage });
  };
  const polled = { at: now, asked: ['vms', 'usage'] as const, unsupported: [], observe };
  const order = { policy: aPolicy(), intervals: defaultIntervals, polled, fleet: emptyFleet };
  expect(await commitTurn({ ledger: watched }, order, known)).not.toBeNull();
  expect(told).toHaveLength(2);
  expect(told[1]).toEqual(told[0]);
});

it('A second try charges what the first would have charged, once (invariant 9)', async () => {
  const next = later(noon, hours(1));
  const seenAt = (at: Instant) => anObservation({ at, resources: [aVm({ price: '2.5', seenAt: at })] });
  const pollTarget = (at: Instant) => ({ at, asked: [], unsupported: [], observe: () => seenAt(at) });
  const order = { policy: aPolicy(), intervals: defaultIntervals, fleet: emptyFleet };
  const charged = async (...rivals: readonly ((ledger: Ledger) => Promise<unknown>)[]): Promise<Head> => {
    const ledger = memoryLedger();
    await commitTurn({ ledger }, { ...order, polled: pollTarget(noon) }, firstHead(lab));
    const known = (await ledger.head(lab)) ?? expect.fail();
    const left = [...rivals];
    const contested = {
      ...ledger,
      async commit(head: Head) {
        await left.shift()?.(ledger);
        return ledger.commit(head);
      },
    };
    expect(
      await commitTurn({ ledger: contested }, { ...order, polled: pollTarget(next) }, known),
    ).not.toBeNull();
    return (await ledger.head(lab)) ?? expect.fail();
  };
  const changes = async (ledger: Ledger) => {
    const stored = (await ledger.head(lab)) ?? expect.fail();
    return ledger.commit({ ...stored, seq: stored.seq + 1 });
  };
  const buffered = async (ledger: Ledger) => {
    const stored = (await ledger.head(lab)) ?? expect.fail();
    return commitTurn({ ledger }, { ...order, polled: pollTarget(later(noon, minutes(30))) }, stored);
  };
  const [alone, contested, polledAt] = [
    await charged(),
    await charged(changes, changes),
    await charged(buffered),
  ];
  // 2.5 USD an hour for an hour, counted in milliseconds.
  expect(alone.meters?.day.charge.toFixed()).toBe('9000000');
  expect(contested.seq).toBe(alone.seq + 2);
  expect(contested.meters).toEqual(alone.meters);
  expect(contested.pendingWrites.meters).toEqual(alone.pendingWrites.meters);
  // The other turn has charged the time up to its poll.
  expect(polledAt.seq).toBe(alone.seq + 1);
  expect(polledAt.meters).toEqual(alone.meters);
});
