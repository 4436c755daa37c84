import { expect, it } from 'vitest';
import { runDemo } from '../../lib/demo/demo.ts';
import { plainDisplay } from '../../lib/demo/display.ts';
import { simulatedPods } from '../../lib/demo/simulated-pods.ts';
import { minutes } from '../../lib/model/time/time.ts';
import { scenarioOf } from '../../lib/simulators/compute/scenarios.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { findByName } from '../../lib/simulators/runpod/world/ids.ts';
import { asFastAsItGoes, play } from './play.ts';

it('shows credit running out, budgets of a project and of both clouds crossed, and idle VMs of both announced, stopped after the grace and confirmed', async () => {
  const shown = await play({ length: 5.25 });
  const { seed, start } = scenarioOf('demo', 1);
  const { pods } = simulatedPods(seed, virtualClock(start)).state();
  const { id: fineTune } = findByName(pods, 'fine-tune');
  const lines = shown.split('\n').filter((line) => /^2026-03-17 \d\d:\d\d {2}[A-Z]+ /.test(line));
  expect(lines).toEqual([
    '2026-03-17 07:45  CRITICAL  [critical] northwind: everything deleted at 2026-03-19 11:44, credit gone in 2 d 4 h',
    '2026-03-17 07:45  INFO  [info] projects of all clouds: 50% of their budget spent, 10,001 of 20,000 USD',
    '2026-03-17 07:55  INFO  [info] research: 50% of its budget spent, 250 of 500 USD',
    '2026-03-17 09:15  WARNING  [warning] VM etl-backfill in research: idle at 0.29 USD/h, will be stopped',
    '2026-03-17 09:35  WARNING  [warning] VM train-embed in ml-infra: idle at 4.52 USD/h, will be stopped',
    `2026-03-17 09:55  WARNING  [warning] pod fine-tune in pods (runpod): idle at 6.39 USD/h (estimate), will be stopped`,
    '2026-03-17 10:35  INFO  [info] VM etl-backfill in research: stopped, still billed',
    '2026-03-17 10:55  INFO  [info] VM train-embed in ml-infra: stopped, still billed',
    `2026-03-17 11:05  INFO  [info] pod fine-tune in pods (runpod): stopped; about 0.0548 USD/h still billed`,
  ]);
  expect(shown).toMatch(
    /156\s+GiB\s+of\s+GPU\s+memory\s+allocated,\s+0\s+%\s+busy\s+for\s+4\s+h:\s+probably\s+a\s+notebook/,
  );
  const stopped = `stopped: research/etl-backfill, pods/${fineTune} (runpod), ml-infra/train-embed.`;
  expect(shown).toContain(stopped);
  // What a stop saves differs between the clouds.
  expect(shown).toContain('The stops end 6.34 USD/h.');
  expect(shown).toContain('until they are deleted: research/etl-backfill, ml-infra/train-embed.');
  // The gauges of its GPU read zero between two bursts.
  expect(shown).not.toContain('pod serving-api');
  // Its CPU is as idle as that of the one that was stopped, and its GPUs work.
  expect(shown).not.toMatch(/train-7b\b.*\b(idle|stopped)/);
  expect(shown).toContain('Scenario finished.');
});

it('shows the same for the same seed', async () => {
  expect(await play({ length: 1, seed: 5 })).toBe(await play({ length: 1, seed: 5 }));
});

it('serves the dashboard for as long as it plays', async () => {
  let seen: Promise<string> | undefined;
  let address = '';
  await runDemo({
    scenario: scenarioOf('demo', 1),
    speed: asFastAsItGoes,
    length: minutes(10),
    signal: new AbortController().signal,
    dashboard: 'ends',
    command: 'spendwatch',
    display: (setting) => {
      address = setting.dashboard ?? '';
      const display = plainDisplay(() => {}, setting);
      // Once: an answer that is still on its way when the demo ends is cut off.
      return {
        ...display,
        polled: () => {
          seen ??= pageAt(address);
        },
      };
    },
  });
  expect(await seen).toContain('<title>spendwatch</title>');
  await expect(pageAt(address)).rejects.toThrow();
});

it('keeps serving the dashboard when the scenario is over, until it is interrupted', async () => {
  const end = new AbortController();
  const pages: Promise<string>[] = [];
  const last: string[] = [];
  await runDemo({
    scenario: scenarioOf('demo', 1),
    speed: asFastAsItGoes,
    length: minutes(5),
    signal: end.signal,
    dashboard: 'stays',
    command: 'spendwatch',
    display: (setting) => ({
      ...plainDisplay(() => {}, setting),
      ended: (lines) => {
        last.push(...lines);
        const page = pageAt(setting.dashboard ?? '').finally(() => end.abort());
        pages.push(page);
      },
    }),
  });
  expect(last.at(-1)).toMatch(/^The dashboard stays at http:.* Press Ctrl-C to stop\.$/);
  expect(await pages[0]).toContain('<title>spendwatch</title>');
});

const pageAt = (address: string): Promise<string> => fetch(address).then((reply) => reply.text());
