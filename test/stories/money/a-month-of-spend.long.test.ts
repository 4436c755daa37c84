import { afterEach, expect, it } from 'vitest';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { sumCharges } from '../../../lib/model/money/money.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import { at, type Story, tellStory } from '../../support/story.ts';

const lab = projectTarget(null, ProjectId.parse('lab'));
const account = 'main';
const events = [
  happens('2026-02-27T08:00:00Z', { kind: 'open-account', id: account, paymentTerms: 'INVOICE' }),
  happens('2026-02-27T08:00:00Z', { kind: 'create-project', id: 'lab', account }),
  newVm('2026-02-27T09:17:43Z', 'lab', 'server', { priceHr: '0.3217', workload: { kind: 'web' } }),
  newVm('2026-03-04T11:02:07Z', 'lab', 'trainer', {
    priceHr: '1.618034',
    machineType: 'sapphire-rapids-a100',
    gpus: 2,
    workload: { kind: 'training' },
  }),
  newVm('2026-03-09T23:59:59Z', 'lab', 'odd', { priceHr: '0.0000007', workload: { kind: 'nightly' } }),
  happens('2026-03-12T06:15:37Z', { kind: 'create-machine', project: 'lab', id: 'metal-1', priceHr: '0.9' }),
  happens('2026-03-20T21:07:09Z', { kind: 'set-power', project: 'lab', machine: 'metal-1', power: 'OFF' }),
  happens('2026-03-21T10:30:01Z', { kind: 'stop-vm', project: 'lab', vm: 'server' }),
] as const;

/** 1.41 USD an hour on average: half of the limit is spent by the 14th, all of it before the month ends. */
const policy = `
version: 1
rules:
  - { name: lab budget, budget: 1500 USD a month, match: { project: lab } }
  - { name: main budget, budget: 1500 USD a month, match: { account: main }, on: reported }
`;

let story: Story | undefined;
afterEach(() => story?.close());

it('a budget notifies 50, 80 and 100 % of a month once each, and the month is charged to the last digit', async () => {
  story = await tellStory({ from: '2026-03-01T00:00:00Z', events, policy, every: minutes(60) });
  await story.runUntil(at('2026-04-01T00:00:00Z'));

  const thresholds = (subject: string) =>
    story?.notifications().flatMap((notice) => {
      if (notice.kind !== 'alert' || notice.subject !== subject || notice.figures.kind !== 'budget')
        return [];
      const { threshold, limit } = notice.figures;
      return [threshold?.div(limit).times(100).toNumber()];
    });
  expect(thresholds('project/lab')).toEqual([50, 80, 100]);
  expect(thresholds('account/main')).toEqual([50, 80, 100]);
  expect(story.notifications()).toHaveLength(6);

  const [from, until] = [at('2026-03-01T00:00:00Z'), at('2026-04-01T00:00:00Z')];
  const bill = story.world.bill(from, until, { project: 'lab' });
  const [month] = await closedMeters('month');
  expect(month?.charge.toFixed()).toBe(bill.total.toFixed());
  expect(month?.gap).toBe(0);

  const days = await closedMeters('day');
  const hours = await closedMeters('hour');
  expect([days.length, hours.length]).toEqual([31, 31 * 24]);
  for (const parts of [days, hours]) {
    const sum = sumCharges(parts.map((meter) => meter.charge));
    expect(sum.toFixed()).toBe(bill.total.toFixed());
  }
});

/** Closed periods of March, the newest of which the head still holds. Those before are from the platform's report. */
async function closedMeters(unit: 'hour' | 'day' | 'month') {
  if (!story) throw new TypeError('no story');
  const written = await story.ledger.meters(
    lab,
    unit,
    at('2026-03-01T00:00:00Z'),
    at('2026-12-31T00:00:00Z'),
  );
  const head = await story.ledger.head(lab);
  const waiting =
    head?.pendingWrites.meters.filter(
      ({ period }) => period.unit === unit && period.from >= at('2026-03-01T00:00:00Z'),
    ) ?? [];
  return [...written, ...waiting];
}
