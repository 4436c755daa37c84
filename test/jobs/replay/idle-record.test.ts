import { describe, expect, it } from 'vitest';
import { comparedRisks } from '../../../lib/jobs/replay/found-idle.ts';
import { replayIdleRules } from '../../../lib/jobs/replay/idle-record.ts';
import { readIdleRecord } from '../../../lib/jobs/replay/read-idle-record.ts';
import { type UsagePoint, type UsageSamples, usageSlot } from '../../../lib/model/facts/usage.ts';
import { RuleName, Subject, VmId } from '../../../lib/model/ids.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  later,
  milliseconds,
  minutes,
} from '../../../lib/model/time/time.ts';
import { nothingWritten } from '../../../lib/record/ledger.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { at } from '../../support/at.ts';
import { aHead, anObservation, aVm, lab } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aStop } from '../../support/builders/step-builders.ts';

const now = at('2026-11-20T12:00:00');
const known = days(14);
type Life = (hour: number, time: Instant) => Partial<UsagePoint> | null;
type Vm = Parameters<typeof aVm>[0];

const forgotten: Life = () => ({});
const nightly: Life = (hour) => ({ cpu: hour >= 3 && hour < 4 ? 80 : 4 });
const busy: Life = () => ({ cpu: 60 });

/** Samples of two weeks, an hour of them in each poll. */
function samplingsOf(lives: Readonly<Record<string, Life>>): UsageSamples[] {
  const samplings: UsageSamples[] = [];
  for (let from = earlier(now, known); from < now; from = later(from, hours(1))) {
    const usage = Object.entries(lives).map(([vm, life]) => ({
      vm: VmId.parse(vm),
      points: Array.from({ length: 12 }, (_, slot): UsagePoint[] => {
        const told = life((from % days(1)) / hours(1), from);
        const end = later(from, milliseconds((slot + 1) * usageSlot));
        return told === null ? [] : [{ at: end, cpu: 4, network: 0, disk: 0, answers: null, ...told }];
      }).flat(),
    }));
    samplings.push({ at: later(from, hours(1)), usage });
  }
  return samplings;
}

const rule = anIdleRule({ window: hours(20), percentile: 97, then: [aStop(hours(1))] });
const headOf = (lives: Readonly<Record<string, Life>>, vm: Vm = {}) =>
  aHead({
    observation: anObservation({
      at: now,
      resources: Object.keys(lives).map((id) => aVm({ id, createdAt: null, price: '2', seenAt: now, ...vm })),
    }),
  });

function recorded(
  lives: Readonly<Record<string, Life>>,
  { vm = {} as Vm, policy = {} as Partial<Policy> } = {},
) {
  return replayIdleRules({
    head: headOf(lives, vm),
    samplings: samplingsOf(lives),
    use: null,
    from: earlier(now, days(28)),
    policy: aPolicy({ rules: [rule], ...policy }),
    overrides: [],
    usageEvery: minutes(15),
  });
}
const found = (record: ReturnType<typeof recorded>, risk: (typeof comparedRisks)[number]) =>
  record.byRisk[comparedRisks.indexOf(risk)] ?? expect.fail('not compared');

describe('the record of an idle rule', () => {
  it('has the time of a forgotten VM from its stop on, with its cost', () => {
    const { asWritten, judged, known: told, asked } = recorded({ box: forgotten });
    expect(asWritten.tally).toMatchObject({ stops: 1, wrong: 0, unknown: 0 });
    // The samples of the last two hours may not have arrived yet. It is stopped after its window and an hour of notice.
    const idle = (14 * 24 - 2 - 20 - 1) * 12;
    expect(Math.abs(asWritten.tally.found - idle)).toBeLessThan(12);
    expect(Number(asWritten.spend)).toBeCloseTo((asWritten.tally.found / 12) * 2);
    expect([judged, told]).toEqual([1, hours(14 * 24 - 2) - hours(5 / 12)]);
    expect(asked).toBe(days(28) - hours(2));
  });

  it('has a wrong stop each night for a window that ends before a nightly job, and none for a learning rule', () => {
    const record = recorded({ box: nightly });
    expect(record.asWritten.tally.wrong).toBeGreaterThan(10);
    expect(found(record, 5).tally).toMatchObject({ wrong: 0 });
    expect(found(record, 5).tally.stops).toBeGreaterThan(5);
  });

  it('of a learning rule does not depend on how short the window is', () => {
    const short = { ...rule, window: hours(2), gpuWindow: hours(2) };
    const { byRisk } = recorded({ box: forgotten }, { policy: { rules: [short] } });
    expect(byRisk.map(({ tally }) => tally.stops)).toEqual(
      recorded({ box: forgotten }).byRisk.map(({ tally }) => tally.stops),
    );
    expect(byRisk.at(-1)?.tally.stops).toBe(1);
  });

  it('never has less time for a higher risk, on the same idle hours', () => {
    const { byRisk } = recorded({ box: nightly, other: forgotten });
    const hoursFound = byRisk.map(({ tally }) => tally.found);
    expect(hoursFound).toEqual(hoursFound.toSorted((left, right) => left - right));
    expect(new Set(byRisk.map(({ tally }) => tally.gaps)).size).toBe(1);
  });

  it.each<[string, Life, Vm]>([
    ['that is in use', busy, {}],
    ['whose network is over its limit', () => ({ network: 99_999 }), {}],
    ['without samples', () => null, {}],
    ['whose GPU use is unknown', forgotten, { gpus: 1 }],
  ])('has no stop of a VM %s', (_, life, vm) => {
    const { byRisk, asWritten, judged } = recorded({ box: life }, { vm });
    expect(judged).toBe(1);
    for (const { tally, spend } of [...byRisk, asWritten])
      expect([tally.stops, tally.unknown, tally.found, spend.toFixed()]).toEqual([0, 0, 0, '0']);
  });

  it('counts GPUs in use behind an idle CPU as use', () => {
    const gpu = (busiest: number) => ({ gpu: { known: 1, busiest, memory: null } });
    const life: Life = (hour) => gpu(hour >= 3 && hour < 4 ? 90 : 0);
    const { asWritten } = recorded(
      { box: life },
      { vm: { gpus: 1 }, policy: { rules: [{ ...rule, gpuWindow: hours(20) }] } },
    );
    expect(asWritten.tally.wrong).toBeGreaterThan(10);
  });

  it('has an unknown outcome where samples are missing after a stop', () => {
    const life: Life = (hour) => (hour === 3 ? { cpu: 80 } : hour < 3 ? null : {});
    const { asWritten } = recorded({ box: life }, { policy: { rules: [anIdleRule({ window: hours(18) })] } });
    expect(asWritten.tally.stops).toBe(asWritten.tally.wrong);
    const gap: Life = (hour) => (hour === 23 ? null : hour === 8 ? { cpu: 80 } : {});
    const unknown = recorded({ box: gap }, { policy: { rules: [anIdleRule({ window: hours(12) })] } });
    expect(unknown.asWritten.tally).toMatchObject({ stops: 0, wrong: 0 });
    expect(unknown.asWritten.tally.unknown).toBeGreaterThan(10);
  });

  it('counts stops in the middle of use as wrong, where a rule counts more CPU as idle than the policy does', () => {
    const steady: Life = () => ({ cpu: 7 });
    const { asWritten } = recorded({ box: steady }, { policy: { inUse: 5 } });
    expect(asWritten.tally.stops).toBeGreaterThan(0);
    expect(asWritten.tally).toMatchObject({ wrong: asWritten.tally.stops, found: 0 });
  });

  it('leaves out protected VMs and those that no rule matches, and counts them', () => {
    const policy = aPolicy({
      protect: [{ kind: 'matching', match: { id: 'kept' } }],
      rules: [anIdleRule({ match: { id: '*e*' } })],
    });
    const record = recorded({ kept: forgotten, one: forgotten, no: forgotten }, { policy });
    expect(record).toMatchObject({ judged: 1, protected: 1, unmatched: 1 });
  });

  it('ignores an earlier VM of the same name, and counts VMs without a price', () => {
    const { from, unpriced, asWritten } = recorded(
      { box: forgotten },
      { vm: { createdAt: earlier(now, days(2)), price: null } },
    );
    expect(from).toBe(earlier(now, days(2)));
    expect([unpriced, asWritten.spend.toFixed()]).toEqual([1, '0']);
    expect(asWritten.tally.found).toBeGreaterThan(0);
  });
});

it('the record is made from the samples and the stops of four weeks in the ledger', async () => {
  const ledger = memoryLedger();
  const about = {
    subject: Subject.parse(`${lab}/vm/box`),
    rule: RuleName.parse(rule.name),
    because: 'seen',
  };
  await ledger.record({
    ...nothingWritten,
    target: lab,
    journal: [
      { ...about, id: 'old', at: earlier(now, days(29)), event: 'confirmed', action: 'stop' },
      { ...about, id: 'stop', at: earlier(now, days(9)), event: 'confirmed', action: 'stop' },
      { ...about, id: 'wrong', at: earlier(now, hours(9 * 24 - 1)), event: 'wrong-stop' },
    ],
  });
  for (const sampling of samplingsOf({ box: forgotten }))
    await ledger.record({ ...nothingWritten, target: lab, sampling });
  const { stops, would } = await readIdleRecord(ledger, {
    heads: [headOf({ box: forgotten })],
    policy: aPolicy({ rules: [rule] }),
    overrides: [],
    intervals: defaultIntervals,
    now,
  });
  expect(stops).toMatchObject([{ outcome: 'wrong', at: earlier(now, days(9)) }]);
  expect(would).toEqual(recorded({ box: forgotten }));
});
