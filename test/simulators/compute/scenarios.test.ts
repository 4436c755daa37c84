import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { getBillingAccount } from '../../../lib/clouds/compute/contract/billing-accounts.ts';
import { listVms, monitorVm } from '../../../lib/clouds/compute/contract/vms.ts';
import { demoPolicy } from '../../../lib/demo/demo-policy.ts';
import { chargeToMoney, computeShare } from '../../../lib/model/money/money.ts';
import { fitsGlob } from '../../../lib/model/rules/match.ts';
import { days, hours, type Instant, later, minutes, type Span } from '../../../lib/model/time/time.ts';
import { createApp } from '../../../lib/simulators/compute/http/app.ts';
import type { Scenario } from '../../../lib/simulators/compute/scenario.ts';
import { demo } from '../../../lib/simulators/compute/scenarios/demo.ts';
import { month } from '../../../lib/simulators/compute/scenarios/month.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';
import { isWhole } from '../../support/tier.ts';
import { askOf, at, viewer } from './a-cloud.ts';

function opened(scenario: Scenario) {
  const clock = virtualClock(scenario.start);
  const world = createWorld({ ...scenario, clock });
  const ask = askOf(createApp({ world, keys: [viewer] }));
  const read = async (path: string) => JSON.stringify((await ask('GET', path, { key: viewer.key })).body);
  return { clock, world, ask, read };
}

const total = ({ netRx, netTx }: z.infer<typeof monitorVm.item>) => Number(netRx) + Number(netTx);
const march = at('2026-03-01T00:00:00Z');

describe('the demo', async () => {
  const { rules } = await demoPolicy();
  const idle = rules.find((rule) => rule.kind === 'idle');
  const limitOf = (project: string) => {
    const rule = rules.find(({ kind, match }) => kind === 'budget' && fitsGlob(match.project ?? '', project));
    if (rule?.kind !== 'budget') throw new TypeError(`no budget for ${project}`);
    return rule.limit;
  };
  const shareAt = (world: ReturnType<typeof opened>['world'], time: Instant, project: string) =>
    computeShare(chargeToMoney(world.bill(march, time, { project }).total), limitOf(project));

  it('starts research at 45 to 50 % of its budget, which it fills through 50, 80 and 100 % within sixteen hours', () => {
    const { clock, world } = opened(demo);
    expect(shareAt(world, clock.now(), 'research')).toBeGreaterThan(0.45);
    expect(shareAt(world, clock.now(), 'research')).toBeLessThan(0.5);
    const crossed: number[] = [];
    for (let time = clock.now(); time < later(demo.start, demo.length); time = later(time, minutes(5))) {
      clock.set(time);
      for (const threshold of [0.5, 0.8, 1]) {
        const before = shareAt(world, later(time, minutes(-5)), 'research');
        if (before < threshold && shareAt(world, time, 'research') >= threshold) crossed.push(threshold);
      }
    }
    expect(crossed).toEqual([0.5, 0.8, 1]);
  });

  it.each(['ml-infra', 'prod-web'])('keeps %s within its budget all month', (project) => {
    const { world } = opened(demo);
    expect(shareAt(world, at('2026-04-01T00:00:00Z'), project)).toBeLessThan(1);
  });

  it('brings the runway under three days once the GPU VM runs, and never under one day', async () => {
    const { clock, ask } = opened(demo);
    const runway = async () => {
      const { body } = await ask('GET', '/v1/billing-accounts/northwind', { key: viewer.key });
      const { creditBalance, hourlySpendRate } = getBillingAccount.reply.parse(body);
      return Number(creditBalance) / Number(hourlySpendRate);
    };
    expect(await runway()).toBeGreaterThan(72);
    clock.advance(hours(2));
    expect(await runway()).toBeLessThan(72);
    clock.set(later(demo.start, demo.length));
    expect(await runway()).toBeGreaterThan(24);
  });

  it.each([demo.seed, 1])(
    'has noise in which idle and busy VMs can still be distinguished, with seed %s',
    async (seed) => {
      const { clock, ask } = opened({ ...demo, seed });
      /** Samples of the morning that are over a limit of the idle rule. */
      async function busySamples(project: string, id: string, cores: number): Promise<number> {
        const { body } = await ask('GET', `/v1/projects/${project}/vms/${id}/monitor`, { key: viewer.key });
        const { items } = z.object({ items: z.array(monitorVm.item) }).parse(body);
        return items.filter((item, index) => {
          const previous = items[index - 1];
          const network = previous
            ? (total(item) - total(previous)) / (item.timestamp - previous.timestamp)
            : 0;
          return !idle || Number(item.cpu) / cores >= idle.cpuBelow || network >= idle.networkBelow;
        }).length;
      }
      const busy = { etl: 0, standby: 0, training: 0, notebook: 0, web: 0 };
      for (let hour = 1; hour <= 6; hour++) {
        clock.set(later(demo.start, hours(hour)));
        busy.etl += await busySamples('research', 'etl-backfill', 12);
        busy.standby += await busySamples('prod-web', 'db-standby', 16);
        busy.training += await busySamples('ml-infra', 'train-7b', 96);
        busy.notebook += await busySamples('research', 'notebook-ana', 8);
        busy.web += await busySamples('prod-web', 'web-1', 8);
      }
      expect(busy).toMatchObject({ etl: 0, standby: 0, training: 0 });
      // A window of four hours has 48 samples, of which a rule lets a twentieth or so be busy.
      expect(busy.notebook).toBeGreaterThan(30);
      expect(busy.web).toBe(72);
    },
  );

  it('has all its events within its day', async () => {
    const { clock, ask, read } = opened(demo);
    const states = async (project: string) => {
      const { body } = await ask('GET', `/v1/projects/${project}/vms`, { key: viewer.key });
      const { VMs } = z.object({ VMs: z.array(listVms.item) }).parse(body);
      return Object.fromEntries(VMs.map(({ id, state }) => [id, state]));
    };
    expect(await states('research')).toEqual({
      'etl-backfill': 'ACTIVE',
      'notebook-ana': 'ACTIVE',
      'notebook-lee': 'STOPPED',
    });
    expect(await read('/v1/projects/render/machines')).toContain('"powerState":"ON"');
    clock.set(at('2026-03-17T16:00:00Z'));
    expect(await states('research')).toMatchObject({ 'notebook-lee': 'ACTIVE', 'ablation-h100': 'ACTIVE' });
    expect(await states('ml-infra')).toMatchObject({ 'eval-runner': 'ACTIVE' });
    expect(await states('prod-web')).toMatchObject({ 'web-3': 'ACTIVE', 'db-standby': 'ACTIVE' });
    clock.set(later(demo.start, demo.length));
    expect(await states('ml-infra')).toEqual({ 'train-7b': 'ACTIVE', 'train-embed': 'ACTIVE' });
  });
});

describe('the month', () => {
  const paths = [
    '/v1/projects',
    '/v1/billing-accounts',
    '/v1/projects/lab/vms',
    '/v1/projects/site/vms',
    '/v1/projects/lab/machines',
    '/v1/projects/site/volumes',
    '/v1/projects/lab/spend',
    '/v1/projects/site/spend/current',
    '/v1/projects/lab/spend/2026-03/details',
    '/v1/projects/site/vms/server/monitor',
    '/v1/projects/lab/vms/notebook/monitor',
    '/v1/resources/search?query=lab',
    '/v1/billing-accounts/main/spend/details?startTime=2026-03-01T00:00:00Z&endTime=2026-04-01T00:00:00Z',
  ];

  /** Returns the replies at each midnight, in a month that is polled at an interval. */
  async function replies(seed: number, every: Span, length = month.length): Promise<string[]> {
    const { clock, read } = opened({ ...month, seed });
    const kept: string[] = [];
    for (let time = month.start; time <= later(month.start, length); time = later(time, every)) {
      clock.set(time);
      const all = await Promise.all(paths.map(read));
      if (time % days(1) === 0) kept.push(...all);
    }
    return kept;
  }

  it.runIf(isWhole())(
    'is the same to the last byte for the same seed, however often it is polled',
    async () => {
      const seldom = await replies(5, days(1));
      expect(seldom).toHaveLength(32 * paths.length);
      expect(await replies(5, hours(6))).toEqual(seldom);
      expect(await replies(6, days(1), days(2))).not.toEqual(seldom.slice(0, 3 * paths.length));
    },
  );

  it('recharges its credit once it runs low, and loses nothing', () => {
    const { clock, world } = opened(month);
    clock.advance(days(31));
    const account = world.state().accounts.values().next().value;
    expect(account?.payments.map(({ at: paidAt }) => new Date(paidAt).getUTCDate())).toEqual([27, 31]);
  });
});
