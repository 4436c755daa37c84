import { beforeAll, describe, expect, it } from 'vitest';
import type { Inventory } from '../../lib/dashboard/data/inventory.ts';
import type { Overview } from '../../lib/dashboard/data/overview.ts';
import type { CreditCurve, SpendSeriesReply, SubjectPage } from '../../lib/dashboard/replies.ts';
import { Subject } from '../../lib/model/ids.ts';
import { hours, later } from '../../lib/model/time/time.ts';
import { listAlerts } from '../../lib/views/alerts.ts';
import { alertColumns } from '../../lib/views/columns/alert-columns.ts';
import { formatCell } from '../../lib/views/columns/column.ts';
import { ledgerWith } from '../jobs/overrides/a-fleet.ts';
import { aHead, anObservation, aVm, noon } from '../support/builders/observation-builders.ts';
import { anAlert, aViewInput } from '../support/builders/view-builders.ts';
import { place, withdraw } from '../support/place.ts';
import { isWhole } from '../support/tier.ts';
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

describe('the inventory', () => {
  it('shows no countdown for an action that a pause holds back', async () => {
    const pause = { kind: 'pause', id: 'pause', author: 'grace', reason: 'a freeze', at: lab.now } as const;
    await place(lab.ledger, { ...pause, until: later(lab.now, hours(2)) });
    const { rows } = await answer<Inventory>('/api/inventory?find=train-7b');
    await withdraw(lab.ledger, 'pause');
    expect(rows[0]?.remark.text).toMatch(/^stop waits for approval, on hold: paused by grace until /);
  });
});

describe('resources whose names are not their ids', () => {
  const pod = Subject.parse('project/lab/vm/x4b6n3yh8s');
  const head = aHead({
    seq: 1,
    observation: anObservation({ resources: [aVm({ id: 'x4b6n3yh8s', metadata: { name: 'llama-serve' } })] }),
    alerts: [anAlert({ subject: pod })],
  });

  it.each(['llama', 'lab LLAMA-serve', 'x4b6'])('are found by name and by id: %s', async (find) => {
    const pods = await aDashboard({ ...lab, ledger: await ledgerWith([head]), now: noon });
    const { rows } = await answer<Inventory>(`/api/inventory?${new URLSearchParams({ find })}`, pods);
    expect(rows).toMatchObject([{ id: 'x4b6n3yh8s', name: 'llama-serve', word: 'VM' }]);
  });

  it('stand under their names in alerts, with the id beside it', async () => {
    const pods = await aDashboard({ ...lab, ledger: await ledgerWith([head]), now: noon });
    const { alerts, resource } = await answer<SubjectPage>('/api/subject?name=llama-serve', pods);
    expect(alerts).toMatchObject([{ subject: pod, name: 'llama-serve' }]);
    expect(resource).toMatchObject({ name: 'llama-serve' });
    const [alert] = listAlerts([head], aViewInput([]));
    expect(alert && formatCell(alertColumns.subject, alert, { now: noon, zone: 'UTC' })).toBe(
      'lab/llama-serve (x4b6n3yh8s)',
    );
  });
});

describe('the overview', () => {
  it('shows the cost of unused resources, and what deleting them would save', async () => {
    const { spare, withoutFigures, month } = await answer<Overview>('/api/overview');
    expect(spare).toMatchObject({
      idle: { count: 2, what: '2 VMs' },
      waste: { count: 1 },
      rate: { text: '0.88 USD/h' },
    });
    const unused = await answer<Inventory>('/api/inventory?state=unused');
    expect(unused.rows.map(({ id }) => id).toSorted()).toEqual([hostile, 'resting', 'train-7b']);
    expect(unused.unused).toMatch(/^0\.88 USD\/h idle and waste: deleting it ends 0\.88 USD\/h/);
    const idle = await answer<Inventory>('/api/inventory?state=unused&project=lab');
    expect(idle.unused).toMatch(/^0\.75 USD\/h idle and waste/);
    expect(withoutFigures).toBe(0);
    expect(month.isWhole).toBe(true);
    expect(month.covers).toMatch(/^measured for 3 h; the rest from the platform's billing$/);
  });
});

describe('the page of a project', () => {
  it('shows its budget, machines, spend by owner, unused resources, and savings with how much was watched', async () => {
    const { target } = await answer<SubjectPage>('/api/subject?name=lab');
    expect(target).toMatchObject({
      burn: { text: '1.50 USD/h' },
      month: { text: '40.50 USD' },
      account: null,
      budgets: [{ rule: 'small budget', subject: 'project/lab' }],
      resourceCount: 3,
      spare: { idle: { count: 2 }, rate: { text: '0.75 USD/h' } },
      savings: { avoidedSince: { text: '0.00 USD' }, watched: '180 of 28,140 minutes' },
    });
    expect(target?.machines.map(({ id }) => id)).toEqual(['web', 'train-7b', hostile]);
    const [owners, ...others] = target?.who ?? [];
    expect(others).toEqual([]);
    expect(owners?.rows.map(({ name, spent }) => [name, spent.text])).toEqual([
      [null, '3.75 USD'],
      [hostileOwner, '0.75 USD'],
    ]);
    expect(owners?.before?.text).toBe('36.00 USD');
  });

  it('does not show such figures for a resource', async () => {
    expect((await answer<SubjectPage>('/api/subject?name=lab/web')).target).toBeNull();
  });
});

describe('the page of an account', () => {
  it('shows its credit, its projects, and what the platform reports of it', async () => {
    const { target, facts } = await answer<SubjectPage>('/api/subject?name=account/main');
    expect(target?.account).toMatchObject({
      runway: '28 h',
      isOut: false,
      faults: [],
      atZero: 'deletes 5 VMs',
    });
    expect(target?.projects.map(({ name }) => name)).toEqual(['attic', 'lab']);
    expect(target?.savings).toBeNull();
    expect(facts).toEqual(
      expect.arrayContaining([
        { name: 'State', value: 'active' },
        { name: 'Payment terms', value: 'prepaid' },
        { name: 'Invoices overdue', value: 'none' },
      ]),
    );
  });

  it('shows the spend of its projects', async () => {
    const series = await answer<SpendSeriesReply>('/api/spend?range=7d&by=project&subject=account/main');
    expect(series.layers.map(({ subject, total }) => [subject, total.text])).toEqual([
      ['project/attic', '57.38 USD'],
      ['project/lab', '40.50 USD'],
    ]);
    expect(new Set(series.layers.map(({ colour }) => colour)).size).toBe(2);
  });

  it('has each project in the colour that it has in all charts, whichever of them spends more', async () => {
    const coloursIn = async (query: string) =>
      (await answer<SpendSeriesReply>(`/api/spend?range=7d&by=project${query}`)).layers.map(
        ({ subject, colour }) => `${subject} ${colour}`,
      );
    const all = await coloursIn('');
    expect(all).toEqual(await coloursIn('&subject=account/main'));
    expect(all).toContain((await coloursIn('&subject=project/lab'))[0]);
  });

  it('shows the credit as it was reported, and as it is expected to end', async () => {
    const curve = await answer<CreditCurve>('/api/credit?name=account/main&range=24h');
    const { points, outlook, gaps, until, lost } = curve;
    expect(points.map(({ credit }) => credit.text)).toEqual([
      '113.00 USD',
      '109.38 USD',
      '105.75 USD',
      '102.13 USD',
    ]);
    expect(outlook[0]).toEqual({ at: points.at(-1)?.at, credit: 102.125 });
    expect(outlook.at(-1)).toMatchObject({ credit: expect.closeTo(0, 1) });
    expect(until).toBe(outlook.at(-1)?.at);
    expect(gaps, 'only the time before monitoring').toHaveLength(1);
    expect(lost).toBeNull();
  });

  it.runIf(isWhole())('shows what was lost at the end of credit, and when', async () => {
    const after = await aDashboard(await watchedLab({ credit: '97', length: 420 }));
    const { lost } = await answer<CreditCurve>('/api/credit?name=account/main&range=24h', after);
    expect(lost).toMatchObject({ total: 5, rate: { text: '3.63 USD/h' } });
    expect(lost?.resources.map(({ subject }) => subject)).toContain('project/lab/vm/web');
    for (const { goneBy } of lost?.resources ?? []) expect(goneBy).toBe(lost?.endedBy);
    const { accounts } = await answer<Overview>('/api/overview', after);
    expect(accounts[0]).toMatchObject({
      ...{ runway: 'none', isOut: true, severity: 'critical' },
      faults: ['its state is suspended payment'],
    });
  });

  it('exists for accounts only', async () => {
    expect((await dashboard.get('/api/credit?name=project/lab')).status).toBe(404);
    expect((await dashboard.get('/api/credit')).status).toBe(400);
  });
});
