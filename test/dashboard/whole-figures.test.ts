import { beforeAll, expect, it } from 'vitest';
import type { Inventory } from '../../lib/dashboard/data/inventory.ts';
import type { Overview } from '../../lib/dashboard/data/overview.ts';
import type { BudgetCurve, SubjectPage } from '../../lib/dashboard/replies.ts';
import { hours, later } from '../../lib/model/time/time.ts';
import type { Head } from '../../lib/state/head.ts';
import { aDashboard, type TestDashboard } from './a-dashboard.ts';
import { type Lab, watchedLab } from './a-lab.ts';

let lab: Lab;
let dashboard: TestDashboard;
beforeAll(async () => {
  lab = await watchedLab();
  dashboard = await aDashboard(lab);
});

const answer = async <T>(from: TestDashboard, path: string): Promise<T> =>
  JSON.parse(await (await from.get(path)).text());

it('a project that the platform no longer lists has no resources, and its spend still counts (invariant 20)', async () => {
  const heads = (await lab.ledger.heads()).map((head) =>
    head.target.valueOf() === 'project/attic'
      ? { ...head, failedPolls: 1, failureScope: 'unlisted' as const }
      : head,
  );
  const without = await aDashboard({ ...lab, ledger: { ...lab.ledger, heads: async () => heads } });
  const before = await answer<Overview>(dashboard, '/api/overview');
  const after = await answer<Overview>(without, '/api/overview');
  expect(after.burn.text).toBe('1.50 USD/h');
  expect(after.machines).toBe('3 VMs');
  expect(after.month.spent).toEqual(before.month.spent);
  expect(after.spare.waste.count).toBe(0);
  expect((await answer<Inventory>(without, '/api/inventory')).total).toBe(3);
  const { spent, forecast } = after.budgets.find(({ subject }) => subject === 'project/attic') ?? {};
  expect(after.committed.value).toBe(0);
  expect(forecast?.likely.value).toBe(spent?.value);
});

it('a budget over time ends at the spend of the budget, and marks what is not known in full', async () => {
  const { target } = await answer<SubjectPage>(dashboard, '/api/subject?name=project/lab');
  const curve = await answer<BudgetCurve>(dashboard, '/api/budget?name=project/lab');
  expect(curve.spent).toEqual(target?.budgets[0]?.spent);
  expect(curve.forecast).toEqual(target?.budgets[0]?.forecast);
  const sums = curve.points.map(({ spent }) => spent);
  expect(sums).toEqual(sums.toSorted((left, right) => left - right));
  expect(curve.points[0]).toMatchObject({ at: curve.from });
  expect(curve.points.at(-1)?.at).toBe(curve.knownUntil);
  expect(sums.at(-1)).toBeCloseTo(curve.spent?.value ?? 0, 2);
});

it('hours without polls or reports are marked in it, and are part of the reported total', async () => {
  const late = await aDashboard(await watchedLab({ hasPastSpend: false }));
  const { points, gaps, from, spent } = await answer<BudgetCurve>(late, '/api/budget?name=project/lab');
  expect(gaps[0]?.from).toBe(from);
  expect(points[0]?.spent).toBeGreaterThan((spent?.value ?? 0) / 2);
});

/** A dashboard over the lab with some of a project's head replaced. */
const withHead = async (target: string, more: Partial<Head>, now = lab.now): Promise<TestDashboard> => {
  const heads = (await lab.ledger.heads()).map((head) =>
    head.target.valueOf() === target ? { ...head, ...more } : head,
  );
  return aDashboard({ ...lab, now, ledger: { ...lab.ledger, heads: async () => heads } });
};

it('data from before polls failed are marked as such for each resource, and not shown as in use', async () => {
  const failing = await withHead('project/lab', { failedPolls: 3, failedBecause: 'no route' });
  const { rows } = await answer<Inventory>(failing, '/api/inventory?find=web');
  expect(rows.map(({ remark }) => remark)).toEqual([{ text: 'polls failing for 2 min', tone: 'unsure' }]);
});

it('a project that was never polled has an unknown burn rate, not one of zero', async () => {
  const unseen = await withHead('project/attic', { observation: null });
  const { projects } = await answer<Overview>(unseen, '/api/overview');
  expect(projects.find(({ name }) => name === 'attic')?.burn).toBe('unknown');
});

it('credit that is used up by the estimate since the last poll has no runway left', async () => {
  const late = await withHead('account/main', {}, later(lab.now, hours(29)));
  const { accounts } = await answer<Overview>(late, '/api/overview');
  expect(accounts).toMatchObject([{ runway: 'about none', isOut: true, severity: 'critical' }]);
});
