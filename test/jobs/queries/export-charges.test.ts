import { describe, expect, it } from 'vitest';
import {
  type ExportedPeriod,
  type ExportOrder,
  exportCharges,
} from '../../../lib/jobs/queries/export-charges.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { addMoney, noMoney } from '../../../lib/model/money/money.ts';
import { days, earlier, hours, isoInstant, later, minutes } from '../../../lib/model/time/time.ts';
import { at } from '../../support/at.ts';
import { anObservation, aVm } from '../../support/builders/observation-builders.ts';
import { meteredLedger } from '../../support/metered-ledger.ts';

const start = at('2026-11-20T22:10:00');
/** Polls every ten minutes for five hours: one VM all the time, and another one for a while. */
const buffered = Array.from({ length: 31 }, (_, index) => later(start, minutes(10 * index)));
const observations = buffered.map((seenAt, index) => {
  const brief =
    index >= 8 && index < 14
      ? [aVm({ id: 'brief', seenAt, price: '3', createdAt: buffered[8] ?? null })]
      : [];
  return anObservation({ at: seenAt, resources: [aVm({ id: 'steady', seenAt, price: '0.6' }), ...brief] });
});
const now = later(start, minutes(305));

async function exported(ledger: Parameters<typeof exportCharges>[0], order: Partial<ExportOrder> = {}) {
  const whole: ExportOrder = {
    projects: [projectTarget(null, ProjectId.parse('lab'))],
    from: at('2026-11-01T00:00:00'),
    until: now,
    per: 'hour',
    withRunning: false,
    now,
    zone: 'UTC',
    carry: hours(3),
    ...order,
  };
  const periods: ExportedPeriod[] = [];
  for await (const period of exportCharges(ledger, whole)) periods.push(period);
  return periods;
}

const told = (periods: readonly ExportedPeriod[]) =>
  periods.flatMap(({ rows }) =>
    rows.map((row) => {
      const stretch = [row.from, row.until].map((moment) => isoInstant(moment).slice(5, 16)).join('/');
      return `${stretch} ${row.resource?.id ?? row.tags.kind} ${row.cost.toFixed()}`;
    }),
  );

describe('charges of a project', () => {
  it('are listed for each resource and hour that has ended', async () => {
    const ledger = await meteredLedger(observations);
    expect(told(await exported(ledger))).toEqual([
      '11-20T22:00/11-20T23:00 steady 0.5',
      '11-20T23:00/11-21T00:00 brief 1.5',
      '11-20T23:00/11-21T00:00 steady 0.6',
      '11-21T00:00/11-21T01:00 brief 1.5',
      '11-21T00:00/11-21T01:00 steady 0.6',
      '11-21T01:00/11-21T02:00 steady 0.6',
      '11-21T02:00/11-21T03:00 steady 0.6',
    ]);
  });

  it('include the running period up to the last poll, if they are asked for', async () => {
    const ledger = await meteredLedger(observations);
    const periods = await exported(ledger, { withRunning: true });
    expect(told(periods).at(-1)).toBe('11-21T03:00/11-21T03:10 steady 0.1');
    expect(periods.flatMap(({ rows }) => rows).filter(({ isRunning }) => isRunning)).toHaveLength(1);
    expect(told(await exported(ledger, { withRunning: true, per: 'day' }))).toEqual([
      '11-20T00:00/11-21T00:00 brief 1.5',
      '11-20T00:00/11-21T00:00 steady 1.1',
      '11-21T00:00/11-21T03:10 brief 1.5',
      '11-21T00:00/11-21T03:10 steady 1.9',
    ]);
  });

  it('begin and end where they were asked to, with every resource at the edges', async () => {
    const ledger = await meteredLedger(observations);
    const stretch = { from: at('2026-11-21T00:00:00'), until: at('2026-11-21T01:00:00') };
    expect(told(await exported(ledger, stretch))).toEqual([
      '11-21T00:00/11-21T01:00 brief 1.5',
      '11-21T00:00/11-21T01:00 steady 0.6',
    ]);
    const before = { from: at('2026-10-01T00:00:00'), until: at('2026-11-20T22:00:00') };
    expect(await exported(ledger, before)).toEqual([]);
  });

  it('include the hour that ended with the last poll, which is only in the head', async () => {
    const ledger = await meteredLedger(observations.slice(0, 6));
    expect(told(await exported(ledger))).toEqual(['11-20T22:00/11-20T23:00 steady 0.5']);
  });

  it('are listed by kind and tags once samples have expired', async () => {
    const ledger = await meteredLedger(observations);
    const then = later(start, days(35));
    const periods = await exported(ledger, { now: then });
    expect(told(periods)).toEqual([
      '11-20T22:00/11-20T23:00 vm 0.5',
      '11-20T23:00/11-21T00:00 brief 1.5',
      '11-20T23:00/11-21T00:00 steady 0.6',
      ...told(periods).slice(3),
    ]);
    const all = told(await exported(ledger, { now: later(start, days(36)) }));
    expect(all).toHaveLength(5);
    expect(all.every((line) => / vm /.test(line))).toBe(true);
  });

  it('are the same when a running process has written more meanwhile', async () => {
    const [early, late] = [await meteredLedger(observations.slice(0, 20)), await meteredLedger(observations)];
    const order = { until: at('2026-11-21T01:00:00') };
    expect(told(await exported(late, order))).toEqual(told(await exported(early, order)));
  });

  it('do not exist for a project that is unknown or was never seen', async () => {
    const ledger = await meteredLedger([]);
    expect(await exported(ledger)).toEqual([]);
    const other = await meteredLedger(observations, {
      target: projectTarget(null, ProjectId.parse('other')),
    });
    expect(await exported(other)).toEqual([]);
  });

  it('are read with no more than a day of observations at a time', async () => {
    const ledger = await meteredLedger(observations);
    const asked: number[] = [];
    await exported({
      ...ledger,
      observations: (target, from, until) => {
        asked.push(until - from);
        return ledger.observations(target, from, until);
      },
    });
    expect(asked.length).toBeGreaterThan(0);
    expect(Math.max(...asked)).toBeLessThanOrEqual(days(1));
  });

  it('are carried on no longer than the ledger carries them', async () => {
    const gap = [anObservation({ at: earlier(now, hours(6)) }), anObservation({ at: now })];
    const periods = await exported(await meteredLedger(gap), { withRunning: true });
    const cost = periods.flatMap(({ rows }) => rows).map((row) => row.cost);
    expect(cost.reduce(addMoney, noMoney).toFixed()).toBe('1.5');
    expect(periods.reduce((total, { rollup }) => total + rollup.gap, 0)).toBe(hours(3));
  });
});
