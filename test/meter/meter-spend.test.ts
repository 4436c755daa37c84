import { describe, expect, it } from 'vitest';
import { buildSpend, meterSpend } from '../../lib/meter/meter-spend.ts';
import { accountTarget, BillingAccountId } from '../../lib/model/ids.ts';
import { chargeToMoney, money } from '../../lib/model/money/money.ts';
import type { ReportedSpend } from '../../lib/model/money/spend.ts';
import { hours, isoInstant } from '../../lib/model/time/time.ts';
import type { Head } from '../../lib/state/head.ts';
import { at } from '../support/at.ts';
import { aHead, anAccountObservation, anObservation, aVm } from '../support/builders/observation-builders.ts';

type BufferedObservation = {
  readonly time: string;
  readonly report?: string;
  readonly until?: string;
  readonly month?: string;
};

/** Polls a project that costs 60 USD an hour (1 USD a minute), with the reports that came with each poll. */
function polledAt(buffered: readonly BufferedObservation[], zone = 'UTC'): Head {
  let head = aHead();
  for (const { time, report, until = time, month = '2026-11-01T00:00:00' } of buffered) {
    const seenAt = at(time.length === 5 ? `2026-11-21T${time}:00` : time);
    const spend: ReportedSpend | null =
      report === undefined
        ? null
        : {
            amount: money(report),
            from: at(month),
            until: at(until.length === 5 ? `2026-11-21T${until}:00` : until),
          };
    const observation = anObservation({ at: seenAt, resources: [aVm({ price: '60', seenAt })], spend });
    const {
      meters,
      closedHours,
      report: known,
    } = meterSpend(head, observation, null, { timezone: zone, rules: [], attribute: [] }, hours(3));
    head = { ...head, observation, meters, closedHours: [...closedHours], report: known };
  }
  return head;
}
const told = ({ report }: Head) =>
  report && {
    reported: report.spend.amount.toFixed(),
    until: isoInstant(report.spend.until).slice(11, 16),
    since: chargeToMoney(report.accruedSince).toFixed(),
  };

describe('the first poll', () => {
  it('starts every meter at its own time, charges nothing, and takes the report as it is', () => {
    const head = polledAt([{ time: '10:20', report: '500', until: '10:00' }]);
    expect(told(head)).toEqual({ reported: '500', until: '10:00', since: '0' });
    expect(head.meters?.month).toMatchObject({ since: at('2026-11-21T10:20:00'), gap: 0 });
    expect(head.meters?.month.period.from).toBe(at('2026-11-01T00:00:00'));
    expect(head.meters?.month.charge.toFixed()).toBe('0');
  });

  it('ignores a report of the month before', () => {
    const buffered = [{ time: '2026-12-01T00:05:00', report: '9000', until: '2026-12-01T00:00:00' }];
    expect(polledAt(buffered).report).toBeNull();
    expect(polledAt(buffered, 'Asia/Kolkata').report).toBeNull();
  });
});

describe('between reports', () => {
  it('what accrues is added to the last one', () => {
    const head = polledAt([{ time: '10:00', report: '500' }, { time: '10:05' }, { time: '10:20' }]);
    expect(told(head)).toEqual({ reported: '500', until: '10:00', since: '20' });
  });

  it('a poll without a report leaves the last report in place', () => {
    const head = polledAt([{ time: '10:00', report: '500' }, { time: '12:00' }, { time: '14:00' }]);
    expect(told(head)).toEqual({ reported: '500', until: '10:00', since: '240' });
  });
});

describe('a new report', () => {
  const hourly = [
    { time: '09:00', report: '400' },
    { time: '09:30' },
    { time: '10:00' },
    { time: '10:30' },
    { time: '11:00' },
    { time: '11:30' },
  ];

  it('replaces the last one, and only what accrued after it is added', () => {
    const head = polledAt([...hourly, { time: '11:40', report: '560', until: '11:00' }]);
    expect(told(head)).toEqual({ reported: '560', until: '11:00', since: '40' });
  });

  it('that comes hours late has the charges of the hours since added', () => {
    const head = polledAt([...hourly, { time: '11:40', report: '460', until: '10:00' }]);
    expect(told(head)).toEqual({ reported: '460', until: '10:00', since: '100' });
  });

  it('that ends within an hour has that whole hour added, so that spend to date is rather too high than too low', () => {
    const head = polledAt([...hourly, { time: '11:40', report: '540', until: '10:30' }]);
    expect(told(head)).toEqual({ reported: '540', until: '10:30', since: '100' });
  });

  it('that covers the time until now has the running hour added, since the report may lag that much', () => {
    const head = polledAt([...hourly, { time: '11:40', report: '600', until: '11:40' }]);
    expect(told(head)).toEqual({ reported: '600', until: '11:40', since: '40' });
  });

  it('that is later than the hours that are kept never leaves time uncounted', () => {
    const hour = (index: number) =>
      `2026-11-${20 + Math.floor(index / 24)}T${String(index % 24).padStart(2, '0')}:00:00`;
    const long = Array.from({ length: 35 }, (_, index) => ({ time: hour(index + 1) }));
    const head = polledAt([
      { time: hour(0), report: '100' },
      ...long,
      { time: hour(36), report: '220', until: hour(2) },
    ]);
    // Some of it counts twice, since the hours of the report are no longer kept separately.
    expect(told(head)).toMatchObject({ reported: '220', since: '2160' });
  });

  it('for the same time corrects the amount and keeps what accrued since', () => {
    const head = polledAt([...hourly, { time: '11:40', report: '405', until: '09:00' }]);
    expect(told(head)).toEqual({ reported: '405', until: '09:00', since: '160' });
  });

  it('that ends before the last one is ignored', () => {
    const head = polledAt([...hourly, { time: '11:40', report: '340', until: '08:00' }]);
    expect(told(head)).toEqual({ reported: '400', until: '09:00', since: '160' });
  });
});

describe('when the month ends', () => {
  const lastOfNovember = [
    { time: '2026-11-30T22:00:00', report: '9000' },
    { time: '2026-11-30T23:00:00' },
    { time: '2026-12-01T00:00:00' },
  ];
  const december = '2026-12-01T00:00:00';

  it('the old report is dropped, and only what accrued in the new month counts', () => {
    const head = polledAt([...lastOfNovember, { time: '2026-12-01T00:10:00' }]);
    expect(head.report).toBeNull();
    expect(head.meters?.month.period.from).toBe(at(december));
    expect(chargeToMoney(head.meters?.month.charge ?? expect.fail()).toFixed()).toBe('10');
  });

  it('a late report of the old month is not used for the new one', () => {
    const late = { time: '2026-12-01T00:10:00', report: '9120', until: december };
    expect(polledAt([...lastOfNovember, late]).report).toBeNull();
    const known = {
      time: '2026-12-01T01:10:00',
      report: '60',
      until: '2026-12-01T01:00:00',
      month: december,
    };
    const stale = { time: '2026-12-01T01:20:00', report: '9120', until: '2026-12-01T00:00:00' };
    expect(told(polledAt([...lastOfNovember, known, stale]))).toMatchObject({ reported: '60', since: '20' });
  });

  it('the first report of the new month is used, with only what accrued in the new month', () => {
    const first = { time: '2026-12-01T00:10:00', report: '0', until: december, month: december };
    expect(told(polledAt([...lastOfNovember, first]))).toEqual({
      reported: '0',
      until: '00:00',
      since: '10',
    });
  });

  it('earlier at the platform than in the policy’s zone, the old report keeps growing until the policy’s month ends', () => {
    const early = {
      time: '2026-12-01T01:10:00',
      report: '60',
      until: '2026-12-01T01:00:00',
      month: december,
    };
    const head = polledAt([...lastOfNovember, early], 'America/New_York');
    expect(told(head)).toEqual({ reported: '9000', until: '22:00', since: '190' });
  });

  it('later at the platform than in the policy’s zone, only what accrued counts until the platform’s month ends too', () => {
    const late = { time: '2026-11-30T19:00:00', report: '8000', until: '2026-11-30T19:00:00' };
    const head = polledAt(
      [{ time: '2026-11-30T18:00:00', report: '7900' }, { time: '2026-11-30T18:30:00' }, late],
      'Asia/Kolkata',
    );
    expect(head.report).toBeNull();
    expect(head.meters?.month.period.from).toBe(at('2026-11-30T18:30:00'));
  });
});

it('the burn rate of an account that shows none is unknown, and never zero', () => {
  const observation = anAccountObservation({ burnRate: null });
  const target = accountTarget(null, BillingAccountId.parse('main'));
  const policy = { timezone: 'UTC', rules: [], attribute: [] };
  const metered = meterSpend(aHead({ target }), observation, null, policy, hours(3));
  expect(buildSpend(observation, metered).burnRate).toBeNull();
});
