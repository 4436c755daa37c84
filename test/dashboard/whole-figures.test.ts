import { beforeAll, expect, it } from 'vitest';
import type { Inventory, Overview } from '../../lib/dashboard/replies.ts';
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
