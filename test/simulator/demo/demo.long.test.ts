import { expect, it } from 'vitest';
import { play } from './play.ts';

it('shows credit running out, a budget crossed, two idle VMs announced, stopped after the grace and confirmed, one by its GPUs', async () => {
  const shown = await play({ length: 5 });
  const lines = shown.split('\n').filter((line) => /^2026-03-17 \d\d:\d\d {2}[A-Z]+ /.test(line));
  expect(lines).toEqual([
    '2026-03-17 07:45  WARNING  [warning] northwind: credit gone in 2 d 4 h (2,474.07 USD left)',
    '2026-03-17 07:55  INFO  [info] research: 50% of "research budget" spent',
    '2026-03-17 09:15  WARNING  [warning] VM etl-backfill in research: idle at 0.29 USD/h, will be stopped',
    '2026-03-17 09:20  WARNING  [warning] VM db-standby in prod-web: idle at 0.30 USD/h, and 1 more',
    '2026-03-17 09:35  WARNING  [warning] VM train-embed in ml-infra: idle at 4.52 USD/h, will be stopped',
    '2026-03-17 10:35  INFO  [info] VM etl-backfill in research: stopped, still billed',
    '2026-03-17 10:55  INFO  [info] VM train-embed in ml-infra: stopped, still billed',
  ]);
  expect(shown).toMatch(/156 GiB of\s+GPU memory allocated, 0 % busy for 4 h: probably a notebook/);
  expect(shown).toContain('stopped: research/etl-backfill, ml-infra/train-embed.');
  expect(shown).toContain('Scenario finished.');
});

it('shows the same for the same seed', async () => {
  expect(await play({ length: 1, seed: 5 })).toBe(await play({ length: 1, seed: 5 }));
});
