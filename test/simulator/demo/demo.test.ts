import { expect, it } from 'vitest';
import { minutes } from '../../../lib/model/time/time.ts';
import { runDemo } from '../../../lib/simulator/demo/demo.ts';
import { plainDisplay } from '../../../lib/simulator/demo/display.ts';
import { scenarioOf } from '../../../lib/simulator/scenarios.ts';
import { asFastAsItGoes, play } from './play.ts';

it('shows credit running out and a budget crossed; the rest of the day is played in demo.long.test.ts', async () => {
  const shown = await play({ length: 2 });
  const lines = shown.split('\n').filter((line) => /^2026-03-17 \d\d:\d\d {2}[A-Z]+ /.test(line));
  expect(lines).toEqual([
    '2026-03-17 07:45  WARNING  [warning] northwind: credit gone in 2 d 4 h (2,474.07 USD left)',
    '2026-03-17 07:55  INFO  [info] research: 50% of "research budget" spent',
  ]);
  expect(shown).toContain('Scenario finished.');
});

it('ends cleanly when it is interrupted', async () => {
  const shown = await play({ length: 16, signal: AbortSignal.abort() });
  expect(shown).toContain('Stopped.\n0 projects monitored');
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

it('leaves the dashboard when the scenario is over, until someone says stop', async () => {
  const end = new AbortController();
  const pages: Promise<string>[] = [];
  const last: string[] = [];
  await runDemo({
    scenario: scenarioOf('demo', 1),
    speed: asFastAsItGoes,
    length: minutes(5),
    signal: end.signal,
    dashboard: 'stays',
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
