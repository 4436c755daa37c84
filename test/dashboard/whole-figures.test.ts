import { beforeAll, expect, it } from 'vitest';
import type { BudgetCurve, Inventory, Overview, SubjectPage } from '../../lib/dashboard/replies.ts';
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

it('a project that the platform no longer lists holds nothing more, and what it spent stays spent (invariant 20)', async () => {
  const heads = (await lab.ledger.heads()).map((head) =>
    head.target.valueOf() === 'project/attic'
      ? { ...head, failedPolls: 1, failureScope: 'unlisted' as const }
      : head,
  );
  const without = await aDashboard({ ...lab, ledger: { ...lab.ledger, heads: async () => heads } });
  const before = await answer<Overview>(dashboard, '/api/overview');
  const after = await answer<Overview>(without, '/api/overview');
  expect(after.burn.text).toBe('1.50 USD/h');
  expect(after.counts.machines).toBe(3);
  expect(after.month.spent).toEqual(before.month.spent);
  expect(after.spare.waste.count).toBe(0);
  expect((await answer<Inventory>(without, '/api/inventory')).total).toBe(3);
  const { spent, forecast } = after.budgets.find(({ subject }) => subject === 'project/attic') ?? {};
  expect(after.committed.value).toBe(0);
  expect(forecast?.likely).toEqual(spent);
});

it('a budget over time ends at what the budget has as spent, and says what is not known in full', async () => {
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

it('hours that nobody watched and nothing is reported of are marked in it, and what is reported of the whole holds them', async () => {
  const late = await aDashboard(await watchedLab({ hasPastSpend: false }));
  const { points, gaps, from, spent } = await answer<BudgetCurve>(late, '/api/budget?name=project/lab');
  expect(gaps[0]?.from).toBe(from);
  expect(points[0]?.spent).toBeGreaterThan((spent?.value ?? 0) / 2);
});
