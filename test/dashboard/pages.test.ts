import { beforeAll, describe, expect, it } from 'vitest';
import type { Inventory } from '../../lib/dashboard/replies.ts';
import { hours, later } from '../../lib/model/time/time.ts';
import { aDashboard, type TestDashboard } from './a-dashboard.ts';
import { type Lab, watchedLab } from './a-lab.ts';

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
  it('runs no countdown in the inventory for what a pause holds back', async () => {
    const pause = { kind: 'pause', id: 'pause', author: 'grace', reason: 'a freeze', at: lab.now } as const;
    await lab.ledger.putOverride({ ...pause, until: later(lab.now, hours(2)) });
    const { rows } = await answer<Inventory>('/api/inventory?find=train-7b');
    await lab.ledger.withdraw('pause');
    expect(rows[0]?.note).toMatch(/^to be stopped, on hold: paused by grace until /);
  });
});
