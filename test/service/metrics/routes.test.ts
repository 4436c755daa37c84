import { describe, expect, it } from 'vitest';
import { ConnectionName } from '../../../lib/model/connection-name.ts';
import { accountTarget, BillingAccountId, ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { charge, hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { earlier, hours, minutes, seconds } from '../../../lib/model/time/time.ts';
import { metricsRoutes } from '../../../lib/service/metrics/routes.ts';
import type { Head } from '../../../lib/state/head.ts';
import { aMeter } from '../../support/builders/meter-builders.ts';
import {
  aHead,
  aMachine,
  anAccountObservation,
  anObservation,
  aVm,
  noon,
} from '../../support/builders/observation-builders.ts';
import { aBudgetRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { parseOpenMetrics } from '../../support/open-metrics.ts';
import { setClock } from '../../support/set-clock.ts';

const odd = projectTarget(null, ProjectId.parse('a "b"\\c\nd'));
const main = accountTarget(null, BillingAccountId.parse('main'));
const accrued = { charge: charge(hourlyPrice('0.1'), hours(3)) };
const meters = {
  hour: aMeter('hour', noon),
  day: aMeter('day', noon, accrued),
  month: aMeter('month', noon, accrued),
};

const heads: readonly Head[] = [
  aHead({
    observation: anObservation({
      resources: [aVm(), aVm({ id: 'two' }), aMachine(), aVm({ id: 'old', activity: 'gone' })],
    }),
    meters,
    report: {
      spend: { amount: money('12.5'), from: meters.month.period.from, until: earlier(noon, hours(1)) },
      accruedSince: charge(hourlyPrice('1'), hours(1)),
    },
    polledAt: noon,
    failedPolls: 2,
  }),
  aHead({
    target: odd,
    observation: anObservation({ resources: [aVm({ price: '0.00000012' })] }),
    meters,
    polledAt: noon,
  }),
  aHead({ target: main, observation: anAccountObservation({ creditBalance: money('48') }), polledAt: noon }),
  aHead({ target: projectTarget(null, ProjectId.parse('never')) }),
];

function aService(found: () => Promise<readonly Head[]> = async () => heads) {
  const clock = setClock(noon);
  const passing = { startedAt: earlier(noon, hours(1)), lastPassAt: noon as typeof noon | null };
  let reads = 0;
  const lines: string[] = [];
  const routes = metricsRoutes({
    clock,
    log: (event, details) => void lines.push(`${event} ${JSON.stringify(details)}`),
    heads: () => {
      reads += 1;
      return found();
    },
    policy: () => aPolicy({ rules: [aBudgetRule()] }),
    passing: () => passing,
    every: minutes(5),
  });
  const get = (path: string, accept = 'application/openmetrics-text; version=1.0.0') =>
    Promise.resolve(routes.request(path, { headers: { accept } }));
  return { clock, get, passing, lines, reads: () => reads };
}

async function scraped() {
  const families = parseOpenMetrics(await (await aService().get('/metrics')).text());
  return (name: string) =>
    Object.fromEntries(
      (families.get(`spendwatch_${name}`)?.samples ?? []).map(({ labels, value }) => [
        Object.values(labels).join(' '),
        value,
      ]),
    );
}

describe('/metrics', () => {
  it('returns OpenMetrics, with each value under the right labels', async () => {
    const of = await scraped();
    expect(of('burn_rate_dollars_per_hour')).toEqual({ lab: 1.5, 'a "b"\\c\nd': 1.2e-7 });
    expect(of('spend_today_dollars')).toEqual({ lab: 0.3, 'a "b"\\c\nd': 0.3 });
    expect(of('spend_month_to_date_dollars')).toEqual({
      'lab accrued': 0.3,
      'lab reported': 12.5,
      'lab to-date': 13.5,
      'a "b"\\c\nd accrued': 0.3,
    });
    expect(of('resources')).toEqual({
      'lab vm running': 2,
      'lab machine running': 1,
      'a "b"\\c\nd vm running': 1,
    });
    expect(of('credit_balance_dollars')).toEqual({ main: 48 });
    expect(of('runway_seconds')).toEqual({ main: 86_400 });
    expect(of('failed_polls')).toMatchObject({ 'project/lab': 2, 'account/main': 0 });
    expect(of('last_poll_timestamp_seconds')).toMatchObject({ 'project/lab': noon / 1_000 });
    expect(of('last_pass_timestamp_seconds')).toEqual({ '': noon / 1_000 });
    expect(of('targets')).toEqual({ project: 3, account: 1 });
    expect(of('notifications_pending')).toEqual({ '': 0 });
  });

  it('distinguishes projects of the same name in several connections', async () => {
    const eu = ConnectionName.parse('eu');
    const twin = aHead({
      target: projectTarget(eu, ProjectId.parse('lab')),
      observation: anObservation(),
      polledAt: noon,
    });
    const text = await (await aService(async () => [...heads, twin]).get('/metrics')).text();
    const samples = parseOpenMetrics(text).get('spendwatch_burn_rate_dollars_per_hour')?.samples ?? [];
    expect(samples.map(({ labels }) => labels).filter(({ project }) => project === 'lab')).toEqual([
      { project: 'lab' },
      { project: 'lab', connection: 'eu' },
    ]);
  });

  it('returns metrics in the order of names, whatever order heads come in', async () => {
    const text = async (found: readonly Head[]) => (await aService(async () => found).get('/metrics')).text();
    expect(await text(heads.toReversed())).toBe(await text(heads));
  });

  it('returns the older text format to a client that accepts no other', async () => {
    const { get } = aService();
    const response = await get('/metrics', 'text/plain;version=0.0.4');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await response.text()).not.toContain('# EOF');
    expect((await get('/metrics', '*/*')).headers.get('content-type')).toMatch(
      /^application\/openmetrics-text/,
    );
  });

  it('reads the ledger once for all requests within a moment', async () => {
    const { clock, get, reads } = aService();
    await Promise.all([get('/metrics'), get('/metrics')]);
    clock.pass(seconds(4));
    await get('/metrics');
    expect(reads()).toBe(1);
    clock.pass(seconds(2));
    await get('/metrics');
    expect(reads()).toBe(2);
  });

  it('reports that the ledger cannot be read, logs the reason, and reads it again at the next request', async () => {
    let isBroken = true;
    const { get, lines } = aService(async () => {
      if (isBroken) throw new Error('the table is on fire');
      return heads;
    });
    const response = await get('/metrics');
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('fire');
    expect(lines).toEqual([expect.stringContaining('fire')]);
    isBroken = false;
    expect((await get('/metrics')).status).toBe(200);
  });

  it('is complete without any target', async () => {
    const response = await aService(async () => []).get('/metrics');
    expect([...parseOpenMetrics(await response.text()).keys()]).toEqual([
      'spendwatch_notifications_pending',
      'spendwatch_last_pass_timestamp_seconds',
    ]);
  });
});

describe('/healthz', () => {
  it.each([
    ['a pass just ended', minutes(0), 200],
    ['the last pass is three intervals old', minutes(15), 200],
    ['it is older', minutes(15) + 1, 503],
  ])('depends on the age of the last pass: %s', async (_, age, status) => {
    const { get, passing } = aService();
    passing.lastPassAt = earlier(noon, seconds(age / 1_000));
    expect((await get('/healthz')).status).toBe(status);
  });

  it('allows the same time for the first pass', async () => {
    const { get, passing } = aService();
    passing.lastPassAt = null;
    expect((await get('/healthz')).status).toBe(503);
    passing.startedAt = earlier(noon, minutes(14));
    const response = await get('/healthz');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: 'ok',
      last_pass_at: null,
      because: 'no pass completed yet; interval 5 min',
    });
  });
});
