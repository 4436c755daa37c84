import { describe, expect, it } from 'vitest';
import type { PollResult } from '../../../lib/model/facts/observation.ts';
import { chargeToMoney, sumCharges } from '../../../lib/model/money/money.ts';
import type { Period } from '../../../lib/model/time/period.ts';
import { days, earlier, hours } from '../../../lib/model/time/time.ts';
import { createVolume } from '../../../lib/simulators/runpod/world/holdings.ts';
import { findByName } from '../../../lib/simulators/runpod/world/ids.ts';
import { createPod, takeAction } from '../../../lib/simulators/runpod/world/pods.ts';
import type { State } from '../../../lib/simulators/runpod/world/state.ts';
import { aPod, at, start } from '../../simulators/runpod/an-account.ts';
import { account, aWatchedAccount, pods, poll, polled } from './a-watched-account.ts';

const ago = (time: Parameters<typeof days>[0], happen: (state: State) => unknown) => ({
  at: earlier(start, days(time)),
  happen,
});
/** A volume of 730 GB at 0.07 USD a GB and month of 730 hours, since October. */
const always = ago(27, (state) => createVolume(state, { name: 'datasets', gb: 730 }));
const anHour = 0.07;

const spendOf = (result: PollResult) => {
  if (result.kind === 'failed-poll' || result.kind === 'group') throw new TypeError('no figures');
  return result.spend;
};

/** Changes the records of the platform on their way. */
const withRecords = (change: (records: readonly unknown[]) => readonly unknown[]) => ({
  change: (path: string, reply: unknown) =>
    path.startsWith('/v2/billing?') ? { records: change(Object(reply).records) } : reply,
});

describe('the reported spend of a month', () => {
  it.each([
    ['UTC', '2026-11-01T00:00:00Z', '2026-11-24T10:00:00Z'],
    ['Asia/Kolkata', '2026-10-31T18:30:00Z', '2026-11-24T09:30:00Z'],
    ['Asia/Kathmandu', '2026-10-31T18:15:00Z', '2026-11-24T09:15:00Z'],
  ])(
    'in %s includes all of its hours, also those that begin within an hour of the platform',
    async (zone, from, until) => {
      const watched = aWatchedAccount({ script: [always], credit: 1_000 });
      for (const target of [pods, account]) {
        const spend = spendOf(await polled(watched, target, { zone }));
        expect(spend).toMatchObject({ from: at(from), until: at(until) });
        const expected = ((at(until) - at(from)) / hours(1)) * anHour;
        expect(spend?.amount.toNumber()).toBeCloseTo(expected, 6);
      }
    },
  );

  it('reaches as far as there are records, after which spend is metered', async () => {
    const late = aWatchedAccount({ script: [always], ...withRecords((records) => records.slice(0, -3)) });
    expect(spendOf(await polled(late, account))).toMatchObject({ until: earlier(start, hours(3)) });
  });

  it('is unknown where there are no records, and reported as missing once something has been charged for hours', async () => {
    const emptied = (created: number) =>
      aWatchedAccount({
        credit: 1_000,
        script: [ago(created, (state) => createPod(state, aPod))],
        ...withRecords(() => []),
      });
    expect(await polled(emptied(1), pods)).toMatchObject({
      spend: null,
      missing: [{ part: 'spend', because: expect.stringContaining('does not prove that nothing was spent') }],
    });
    for (const watched of [emptied(0.1), aWatchedAccount()])
      expect(await polled(watched, pods)).toMatchObject({ spend: null, missing: [] });
    expect(await polled(emptied(1), account)).toMatchObject({ spend: null, missing: [] });
  });
});

describe('the spend of past periods', () => {
  const [first, november, december, last] = [
    '2026-10-31T18:00:00Z',
    '2026-10-31T18:30:00Z',
    '2026-11-20T18:30:00Z',
    '2026-11-20T19:00:00Z',
  ].map(at);
  const day = (from = start, until = start): Period => ({ unit: 'day', from, until });
  const halves = [day(first, november), day(november, december), day(december, last)];

  it('has an hour of the platform divided between two of them, to the last digit', async () => {
    const watched = aWatchedAccount({ script: [always], credit: 1_000 });
    const { pastSpend: parts } = await poll(watched, account, { pastSpend: halves });
    const { pastSpend: one } = await poll(watched, account, { pastSpend: [day(first, last)] });
    const charges = parts?.periods.map(({ charge }) => charge) ?? [];
    expect(charges.map((part) => chargeToMoney(part).toFixed())).toEqual(['0.035', '33.6', '0.035']);
    expect(one?.periods.map(({ charge }) => charge.toFixed())).toEqual([sumCharges(charges).toFixed()]);
    expect([parts?.gap, one?.gap]).toEqual([null, null]);
  });

  it('is not zero without a record where something is charged, and is asked for again', async () => {
    const emptied = aWatchedAccount({ script: [always], ...withRecords(() => []) });
    const gap = { because: expect.stringContaining('no billing records since'), isUnsupported: false };
    for (const target of [pods, account])
      expect((await poll(emptied, target, { pastSpend: halves })).pastSpend).toMatchObject({
        periods: [],
        gap,
      });
  });

  it('is zero of an account without any record where nothing is charged, up to when records may be late', async () => {
    const untilNow = [...halves, day(earlier(start, hours(2)), start)];
    for (const target of [pods, account]) {
      const { pastSpend } = await poll(aWatchedAccount(), target, { pastSpend: untilNow });
      expect(pastSpend?.periods).toMatchObject(halves.map((period) => ({ period, isWhole: true })));
      expect(pastSpend?.periods.every(({ charge }) => charge.isZero())).toBe(true);
      expect(pastSpend?.gap?.because).toContain('no billing records since');
    }
  });

  it('is zero before the first record, and after the last one where nothing is charged any longer', async () => {
    const spent = aWatchedAccount({
      script: [
        ago(3, (state) => createPod(state, { ...aPod, storage: { kind: 'none' } })),
        ago(2, (state) => takeAction(state, findByName(state.pods, aPod.name).id, 'stop')),
      ],
      credit: 1_000,
    });
    const periods = [4, 3, 2, 1].map((ago) => day(earlier(start, days(ago)), earlier(start, days(ago - 1))));
    for (const target of [pods, account]) {
      const { pastSpend } = await poll(spent, target, { pastSpend: periods.slice(0, 3) });
      const sums = pastSpend?.periods.map(({ charge }) => chargeToMoney(charge).toNumber().toFixed(2));
      expect(sums).toEqual(['0.00', '152.80', '0.00']);
      const charged = aWatchedAccount({
        script: [always],
        ...withRecords((records) => records.slice(0, -30)),
      });
      const { pastSpend: known } = await poll(charged, target, { pastSpend: periods });
      expect(known?.periods).toHaveLength(2);
      expect(known?.gap?.because).toContain('no billing records since 2026-11-23T04:00:00Z');
    }
  });
});
