import { describe, expect, it } from 'vitest';
import { type Dimension, type SpendAnswer, sumSpend } from '../../../lib/jobs/queries/spend-by.ts';
import type { TargetId } from '../../../lib/model/ids.ts';
import type { Rollup } from '../../../lib/model/money/meter.ts';
import { chargeToMoney, money, moneyToCharge } from '../../../lib/model/money/money.ts';
import { type Share, sumOfShares, type Tags } from '../../../lib/model/money/share.ts';
import { buildPlatformReport } from '../../../lib/model/money/spend.ts';
import { days, earlier, hours, later, minutes } from '../../../lib/model/time/time.ts';
import { type Ledger, nothingWritten } from '../../../lib/record/ledger.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { at } from '../../support/at.ts';
import { aMeter } from '../../support/builders/meter-builders.ts';
import { aHead, anObservation, lab } from '../../support/builders/observation-builders.ts';
import { anHour, aVmsTags } from '../../support/builders/share-builders.ts';
import { shop } from '../watch/a-watcher.ts';

/** The last poll: half past two on a Saturday. */
const now = at('2026-11-21T14:30:00');
const ml: Partial<Tags> = { metadata: { team: 'ml' }, createdBy: 'ann', dataCenter: 'a', gpuModel: 'H100' };
const web: Partial<Tags> = { metadata: { team: 'web' }, createdBy: 'bob', dataCenter: 'a' };
const team: Dimension = { kind: 'metadata', key: 'team' };

const usd = ({ total, rows }: SpendAnswer) => ({
  total: chargeToMoney(total).toFixed(),
  rows: rows.map(({ values, charge }) => `${values.join(' ')} ${chargeToMoney(charge).toFixed()}`),
});
const made = (...parts: readonly Share[]) => ({ charge: sumOfShares(parts), shares: [...parts] });

/** A project with hours, days and months as they would be: 2 USD an hour of the team ml and 1 of web. */
async function watched(
  target: TargetId,
  { from = at('2026-09-10T08:00:00') } = {},
): Promise<Pick<Ledger, 'head' | 'heads' | 'meters'> & { readonly read: string[] }> {
  const ledger = memoryLedger();
  const running: Rollup[] = [];
  for (const unit of ['hour', 'day', 'month'] as const) {
    for (let start = from; start < now; ) {
      const empty = aMeter(unit, start, { since: start });
      const end = Math.min(empty.period.until, now);
      const count = (end - start) / hours(1);
      const meter = {
        ...empty,
        ...made(anHour(aVmsTags(ml), String(2 * count)), anHour(aVmsTags(web), String(count))),
      };
      if (meter.period.until <= now) {
        await ledger.record({ ...nothingWritten, target, meters: [meter] });
      } else running.push(meter);
      start = meter.period.until;
    }
  }
  const [hour, day, month] = running;
  if (!hour || !day || !month) throw new TypeError('none runs');
  const observation = anObservation({ at: now });
  await ledger.commit(aHead({ target, seq: 1, observation, meters: { hour, day, month } }));
  const read: string[] = [];
  return {
    ...ledger,
    read,
    meters: (of, unit, since, until) => {
      read.push(unit);
      return ledger.meters(of, unit, since, until);
    },
  };
}

describe('spend', () => {
  it.each<[string, Dimension[], string[]]>([
    ['nothing', [], [' 43.5']],
    ['team', [team], ['ml 29', 'web 14.5']],
    ['creator', [{ kind: 'tag', tag: 'createdBy' }], ['ann 29', 'bob 14.5']],
    ['data center', [{ kind: 'tag', tag: 'dataCenter' }], ['a 43.5']],
    ['GPU model', [{ kind: 'tag', tag: 'gpuModel' }], ['H100 29', ' 14.5']],
    ['target and kind', [{ kind: 'target' }, { kind: 'tag', tag: 'kind' }], ['project/lab vm 43.5']],
    ['a key that no resource has', [{ kind: 'metadata', key: 'owner' }], [' 43.5']],
  ])('of today is divided by %s', async (_, by, rows) => {
    const ledger = await watched(lab);
    const answer = await sumSpend(ledger, {
      targets: [lab],
      from: at('2026-11-21T00:00:00'),
      until: now,
      by,
    });
    expect(usd(answer)).toEqual({ total: '43.5', rows });
    expect(answer.missing).toEqual([]);
  });

  it('of the running month is read from heads alone, of however many targets', async () => {
    const ledger = await watched(lab);
    const from = at('2026-11-01T00:00:00');
    const answer = await sumSpend(ledger, { targets: [lab, shop], from, until: now, by: [team] });
    expect(usd(answer)).toEqual({ total: '1483.5', rows: ['ml 989', 'web 494.5'] });
    expect(answer.missing).toEqual([{ target: shop, from, until: now }]);
    expect(ledger.read).toEqual([]);
  });

  it.each([
    ['a month and the running one', '2026-10-01T00:00:00', now, ['month']],
    ['since a day within a month', '2026-10-20T00:00:00', now, ['day']],
    ['days alone', '2026-11-03T00:00:00', at('2026-11-13T00:00:00'), ['day']],
    ['hours at both ends of days', '2026-11-03T05:00:00', at('2026-11-13T03:00:00'), ['day', 'hour', 'hour']],
    ['the time since before monitoring began', '2026-09-10T08:00:00', now, ['month']],
    ['the last hours', '2026-11-21T10:00:00', now, ['hour']],
  ])('of %s is added up from the fewest rollups', async (_, since, until, read) => {
    const ledger = await watched(lab);
    const from = at(since);
    const answer = await sumSpend(ledger, { targets: [lab], from, until, by: [] });
    expect(usd(answer).total).toBe(String((3 * (until - from)) / hours(1)));
    expect(answer.missing).toEqual([]);
    expect(ledger.read).toEqual(read);
  });

  it.each([
    [
      'days',
      'day',
      ['2026-11-19T00:00:00Z 72', '2026-11-20T00:00:00Z 72', '2026-11-21T00:00:00Z 43.5'],
      ['day'],
    ],
    ['months', 'month', ['2026-11-01T00:00:00Z 187.5'], ['day']],
  ] as const)(
    'is divided by the %s in which it accrued, from rollups of no longer periods',
    async (_, unit, rows, read) => {
      const ledger = await watched(lab);
      const by: Dimension[] = [{ kind: 'period', unit, zone: 'UTC' }];
      const answer = await sumSpend(ledger, {
        targets: [lab],
        from: at('2026-11-19T00:00:00'),
        until: now,
        by,
      });
      expect({ ...usd(answer), rows: usd(answer).rows.toSorted() }).toEqual({ total: '187.5', rows });
      expect(ledger.read).toEqual(read);
    },
  );

  it('of a whole month by its days adds up to the same total', async () => {
    const ledger = await watched(lab);
    const question = { targets: [lab], from: at('2026-10-01T00:00:00'), until: at('2026-11-01T00:00:00') };
    const whole = await sumSpend(ledger, { ...question, by: [] });
    const daily = await sumSpend(ledger, { ...question, by: [{ kind: 'period', unit: 'day', zone: 'UTC' }] });
    expect(daily.rows).toHaveLength(31);
    expect(daily.total).toEqual(whole.total);
    expect(ledger.read).toEqual(['month', 'day']);
  });

  it('of times without polls, or of partial hours, is listed as missing', async () => {
    const begun = at('2026-11-10T08:00:00');
    const ledger = await watched(lab, { from: begun });
    const early = earlier(begun, days(3));
    const ofAll = await sumSpend(ledger, { targets: [lab], from: early, until: later(now, days(9)), by: [] });
    expect(usd(ofAll).total).toBe(String((3 * (now - begun)) / hours(1)));
    expect(ofAll.missing).toEqual([{ target: lab, from: early, until: begun }]);
    const from = at('2026-11-12T10:20:00');
    const until = later(from, minutes(100));
    const cut = await sumSpend(ledger, { targets: [lab], from, until, by: [] });
    expect(usd(cut).total).toBe('3');
    expect(cut.missing).toEqual([{ target: lab, from, until: later(from, minutes(40)) }]);
  });

  it.each([
    ['more, which is of no hour', '1500', '20', '1520', '36.5', [' 36.5']],
    ['less', '1400', '0', '1400', '-83.5', [' -83.5']],
  ])('of the running month is spend to date where the platform bills %s', async (_, ...figures) => {
    const [billed, since, total, beyond, rows] = figures;
    const ledger = await watched(lab);
    const head = (await ledger.head(lab)) ?? aHead();
    const from = at('2026-11-01T00:00:00');
    const spend = { amount: money(billed), from, until: at('2026-11-21T12:00:00') };
    const report = buildPlatformReport(spend, { charge: moneyToCharge(money(since)) });
    const reader = { ...ledger, head: async () => ({ ...head, report }) };
    const by: Dimension[] = [{ kind: 'period', unit: 'day', zone: 'UTC' }];
    const answer = await sumSpend(reader, { targets: [lab], from, until: now, by });
    expect(usd(answer).total).toBe(total);
    expect(answer.beyondHours && chargeToMoney(answer.beyondHours.charge).toFixed()).toBe(beyond);
    expect(usd(answer).rows.filter((row) => row.startsWith(' '))).toEqual(rows);
    // A part of the month stays what was metered.
    const today = { targets: [lab], from: at('2026-11-21T00:00:00'), until: now, by };
    expect(await sumSpend(reader, today)).toMatchObject({ beyondHours: null });
  });

  it('includes what closed with the last turn, which is still in the head', async () => {
    const ledger = memoryLedger();
    const closed = aMeter('hour', at('2026-11-21T13:00:00'), made(anHour(aVmsTags(ml), '2')));
    const empty = (unit: 'hour' | 'day' | 'month') => aMeter(unit, now, { since: at('2026-11-21T14:00:00') });
    await ledger.commit(
      aHead({
        seq: 1,
        observation: anObservation({ at: now }),
        meters: { hour: empty('hour'), day: empty('day'), month: empty('month') },
        pendingWrites: { buffered: [], meters: [closed], journal: [] },
      }),
    );
    const from = at('2026-11-21T13:00:00');
    const answer = await sumSpend(ledger, { targets: [lab], from, until: now, by: [team] });
    expect(usd(answer)).toEqual({ total: '2', rows: ['ml 2'] });
  });
});
