import { describe, expect, it } from 'vitest';
import { chargeToMoney } from '../../lib/model/money/money.ts';
import { sumReportToDate } from '../../lib/model/money/spend.ts';
import { hours, type Instant, later, minutes } from '../../lib/model/time/time.ts';
import { heads, honest, midnight, type Step } from './billed-heads.ts';

describe('the time between the newest bill and the first poll', () => {
  const at14h25 = (hour: number) => later(midnight, minutes(hour * 60 + 25));
  const firstPolls = (says: readonly Step[]) => heads(says, 'UTC', at14h25);
  const until = (hour: number): Instant => later(midnight, hours(hour));

  it('is an estimate, which a bill replaces as far as it reaches, and falls by a bill that says so', () => {
    const billed = (hour: number) => ({ amount: honest(hour), until: until(hour) });
    const steps = [billed(12), billed(13), billed(14), billed(15)].map((says, index) => ({
      hour: 14 + index,
      says,
    }));
    const told = firstPolls(steps).map(({ report }) => report);
    // At 14:25 nothing was watched since 12:00.
    expect(
      told.map((report) => report?.unwatched && chargeToMoney(report.unwatched.charge).toFixed(2)),
    ).toEqual(['24.17', '14.17', '4.17', undefined]);
    expect(told.map((report) => report && sumReportToDate(report).toFixed(2))).toEqual(
      [14, 15, 16, 17].map((hour) => (honest(hour) + 25 / 6).toFixed(2)),
    );
    const less = { amount: honest(13) - 5, until: until(13) };
    const [, fallen] = firstPolls([
      { hour: 14, says: billed(12) },
      { hour: 14.1, says: less },
    ]);
    expect(fallen?.report?.corrected).toMatchObject({ because: 'billed' });
  });

  it('is no longer estimated than a price holds, and not before a resource was created', () => {
    const [old] = firstPolls([{ hour: 14, says: { amount: 960, until: until(2) } }]);
    expect(old?.report?.unwatched).toMatchObject({ from: later(midnight, minutes(11 * 60 + 25)) });
    const [fresh] = firstPolls([
      { hour: 14, says: { amount: 960, until: until(14) }, createdAt: until(14.25) },
    ]);
    expect(fresh?.report?.unwatched?.charge.toFixed()).toBe(String(10 * minutes(10)));
  });
});
