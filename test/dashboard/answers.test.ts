import { beforeAll, describe, expect, it } from 'vitest';
import type { Inventory } from '../../lib/dashboard/data/inventory.ts';
import type { Overview } from '../../lib/dashboard/data/overview.ts';
import type {
  Alerts,
  SpendSeriesReply,
  SubjectPage,
  UsePoints,
  UseReply,
} from '../../lib/dashboard/replies.ts';
import { chargeToMoney, moneyInWords, priceInWords, sumPrices } from '../../lib/model/money/money.ts';
import { sumOfShares } from '../../lib/model/money/share.ts';
import { LedgerError } from '../../lib/record/ledger.ts';
import { aDashboard, type TestDashboard } from './a-dashboard.ts';
import { hostile, hostileOwner, type Lab, watchedLab } from './a-lab.ts';

let lab: Lab;
let dashboard: TestDashboard;
beforeAll(async () => {
  lab = await watchedLab();
  dashboard = await aDashboard(lab);
});

async function answer<T>(path: string, from = dashboard): Promise<T> {
  const reply = await from.get(path);
  expect(reply.status, path).toBe(200);
  return JSON.parse(await reply.text());
}

const headOf = async (target: string) => {
  const head = (await lab.ledger.heads()).find((known) => known.target.valueOf() === target);
  if (head?.observation == null || head.meters === null) throw new Error(`no ${target}`);
  return { ...head, observation: head.observation, meters: head.meters };
};

describe('the figures of the dashboard', () => {
  it('have as burn rate the sum of all prices, those of stopped VMs included', async () => {
    const { burn } = await answer<Overview>('/api/overview');
    const heads = [await headOf('project/lab'), await headOf('project/attic')];
    const prices = heads.flatMap(({ observation }) =>
      observation.kind === 'project'
        ? observation.resources.flatMap(({ price }) => price?.running ?? [])
        : [],
    );
    expect(burn.text).toBe(priceInWords(sumPrices(prices)));
    expect(burn.text).toBe('3.63 USD/h');
  });

  it('have spend by hour that sums to the metered spend of the month, with earlier reported spend apart', async () => {
    const series = await answer<SpendSeriesReply>('/api/spend?range=24h&by=kind&subject=project/lab');
    const { meters } = await headOf('project/lab');
    const [, measured] = series.layers;
    expect(series.layers.map(({ name }) => name)).toEqual(['reported', 'vm']);
    const ofVms = meters.month.shares.filter(({ tags }) => tags.kind === 'vm');
    expect(measured?.total.text).toBe(moneyInWords(chargeToMoney(sumOfShares(ofVms))));
    expect(series.periods.length).toBeGreaterThan(4);
  });

  it.each(['project', 'kind'])('have the same sum of spend by %s', async (by) => {
    const { layers, periods } = await answer<SpendSeriesReply>(`/api/spend?range=30d&by=${by}`);
    const total = (figures: readonly { readonly value: number }[]) =>
      figures.reduce((sum, { value }) => sum + value, 0);
    expect(total(layers.map((layer) => layer.total))).toBeCloseTo(
      total(periods.map((period) => period.total)),
      1,
    );
    expect(total(periods.map((period) => period.total))).toBeGreaterThan(10);
  });

  it('show of a budget what was spent, on which basis, and what share that is', async () => {
    const { budgets, counts, machines } = await answer<Overview>('/api/overview');
    expect(machines).toBe('5 VMs');
    expect(counts).toMatchObject({
      projects: 2,
      running: 4,
      budgets: 2,
      accounts: 1,
      actions: 2,
    });
    expect(budgets.map(({ subject, severity }) => [subject, severity])).toEqual([
      ['project/attic', 'critical'],
      ['project/lab', 'critical'],
    ]);
    expect(budgets[0]?.because).toContain(budgets[0]?.spent?.text);
  });
});

describe('use by hour', () => {
  it('distinguishes idle, busy, stopped, unknown and absent hours', async () => {
    const { vms, from } = await answer<UseReply>('/api/use?project=lab&hours=4');
    const cells = (id: string) => vms.find((vm) => vm.id === id)?.cells;
    expect(new Date(from).toISOString()).toBe('2026-03-20T09:00:00.000Z');
    expect(cells('web')?.slice(0, 3)).toEqual([60, 60, 60]);
    expect(cells('train-7b')?.every((cell) => cell < 10)).toBe(true);
    const attic = await answer<UseReply>('/api/use?project=attic&hours=24');
    const resting = attic.vms.find((vm) => vm.id === 'resting')?.cells ?? [];
    expect(resting[0]).toBe(-2);
    expect(resting.at(-2)).toBe(-1);
  });

  it('has each sample of one VM once', async () => {
    const { points, signals } = await answer<UsePoints>('/api/points?name=project/lab/vm/web&hours=24');
    const times = points.map(({ at }) => at);
    expect(times).toEqual([...new Set(times)].sort((left, right) => left - right));
    expect([signals.join(), points.at(-1)]).toMatchObject(['cpu,network,disk', { cpu: 60, gpu: null }]);
  });
});

describe('the inventory', () => {
  it.each([
    ['', 5],
    ['kind=vm', 5],
    ['kind=machine', 0],
    ['state=idle', 2],
    ['state=stopped', 1],
    ['project=attic', 2],
    ['find=WEB', 1],
    ['find=lab+active', 3],
    ['find=nothing-like-it', 0],
    ['kind=nonsense', 0],
    ['page=99', 5],
    ['page=-1', 5],
    ['page=x&state=x&sort=x', 5],
  ])('with "%s" has %i rows', async (query, count) => {
    const inventory = await answer<Inventory>(
      `/api/inventory?kind=computes&${query}`.replace('kind=computes&kind', 'kind'),
    );
    expect(inventory.total).toBe(count);
  });

  it('is sorted by price', async () => {
    const { rows } = await answer<Inventory>('/api/inventory?sort=price');
    expect(rows.map(({ id }) => id)).toEqual(['gpu-box', 'web', 'train-7b', hostile, 'resting']);
  });

  it('states that the CPU of a GPU VM is no evidence, and that a stopped VM is still billed', async () => {
    const { rows } = await answer<Inventory>('/api/inventory?project=attic');
    expect(rows.map(({ id, hasGpus, remark }) => [id, hasGpus, remark.text])).toEqual([
      ['gpu-box', true, 'GPU use unknown'],
      ['resting', false, 'stopped, still billed'],
    ]);
  });
});

describe('alerts and actions', () => {
  it('show what waits for a person, and why', async () => {
    const { actions, rows } = await answer<Alerts>('/api/alerts');
    expect(actions).toMatchObject([
      { action: 'stop', request: 'stopped', state: 'waits-for-approval', announcement: expect.any(String) },
      { action: 'stop' },
    ]);
    const leads = rows.map(({ kind, lead }) => `${kind}: ${lead}`).join();
    expect(leads).toMatch(/budget: 40\.50 USD of 1\.00 USD .* to date,idle: 0\.50 USD\/h/);
  });

  it.each([
    ['find=budget', /budget/],
    ['find=lab+critical', /lab/],
  ])('can be searched: %s', async (query, expected) => {
    const { rows } = await answer<Alerts>(`/api/alerts?${query}`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { subject, kind } of rows) expect(`${subject} ${kind}`).toMatch(expected);
  });
});

describe('the page of a subject', () => {
  it('shows the subject, and the finding of each rule with its reason', async () => {
    const page = await answer<SubjectPage>('/api/subject?name=lab/train-7b');
    expect(page.subject).toBe('project/lab/vm/train-7b');
    expect(page.rules.find(({ rule }) => rule === 'forgotten machines')?.verdicts).toMatchObject([
      { kind: 'breached', because: expect.stringContaining('samples') },
    ]);
    expect(page.actions).toHaveLength(1);
  });

  it('exists for projects and accounts too', async () => {
    expect(await answer<SubjectPage>('/api/subject?name=account/main')).toMatchObject({ resource: null });
    const lab = await answer<SubjectPage>('/api/subject?name=lab');
    expect(lab.subject).toBe('project/lab');
    // What is about to happen to its resources is part of a project's page.
    expect(lab.actions.map(({ subject }) => subject)).toContain('project/lab/vm/train-7b');
    expect(lab.alerts.map(({ subject }) => subject)).toContain('project/lab/vm/train-7b');
  });

  it.each(['/api/subject?name=nobody', '/api/use?project=nobody', '/api/points?name=project/lab/vm/../x'])(
    'does not exist for an unknown subject: %s',
    async (path) => {
      const reply = await dashboard.get(path);
      expect(path.includes('points') ? await reply.json() : reply.status).toEqual(
        path.includes('points') ? expect.objectContaining({ points: [] }) : 404,
      );
    },
  );

  it.each(['/api/subject', '/api/use', '/api/subject?name='])('is found by name: %s', async (path) => {
    expect((await dashboard.get(path)).status).toBe(400);
  });
});

describe('hostile names', () => {
  it('are sent unchanged as JSON, and never as HTML', async () => {
    for (const path of [
      '/api/inventory',
      `/api/subject?${new URLSearchParams({ name: `project/lab/vm/${hostile}` })}`,
    ]) {
      const reply = await dashboard.get(path);
      expect(reply.headers.get('Content-Type')).toMatch(/^application\/json/);
      expect(JSON.stringify(await reply.json())).toContain(JSON.stringify(hostile).slice(1, -1));
    }
  });

  it('are not in the page itself', async () => {
    expect(
      await (await dashboard.get(`/subject?name=${encodeURIComponent(hostileOwner)}`)).text(),
    ).not.toContain('stolen');
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'that are properties of JavaScript objects are treated like any other: %s',
    async (name) => {
      expect((await dashboard.get(`/api/use?project=${name}`)).status).toBe(404);
      expect((await dashboard.get(`/api/subject?name=${name}`)).status).toBe(404);
    },
  );
});

describe('a ledger that cannot be read', () => {
  it('is reported, with the reason', async () => {
    const broken = await aDashboard(lab, {
      ledger: () => Promise.reject(new LedgerError('the table is gone')),
    });
    const reply = await broken.get('/api/overview');
    expect(reply.status).toBe(503);
    expect(await reply.json()).toEqual({ because: 'the table is gone' });
  });

  it('leaves the last figures, marked as old', async () => {
    let isGone = false;
    const flaky = await aDashboard(lab, {
      ledger: (work) => (isGone ? Promise.reject(new LedgerError('no answer')) : work(lab.ledger)),
    });
    const before = await answer<Overview>('/api/overview', flaky);
    isGone = true;
    const after = await answer<Overview>('/api/overview', flaky);
    expect(after).toEqual({ ...before, staleBecause: 'no answer' });
    isGone = false;
    expect(await answer<Overview>('/api/overview', flaky)).toMatchObject({ staleBecause: null });
  });
});
