import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../../lib/cli/main.ts';
import { systemClock } from '../../../lib/jobs/system-clock.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { at } from '../../support/at.ts';
import { keptStream } from '../../support/commands/kept-stream.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { rudeService } from '../../support/rude-service.ts';

// Time stands still, but sleepers still wait: a pass that is cut off would continue in a ledger that closes.
const clock = { ...virtualClock(at('2026-11-22T12:00:00')), sleep: systemClock.sleep };
let folder: string;
const data = () => join(folder, 'ledger');
const command = (...given: string[]) =>
  runCommand({ arguments: [...given, '--data', data()], environment: {}, clock });

/** Watches a simulated cloud on a terminal until its screen shows a text. */
async function watchUntil(
  text: string,
  given: readonly string[] = ['--ahead', '15m'],
  slack = 'https://slack.invalid/hook',
): Promise<string> {
  const ending = new AbortController();
  const stdout = Object.assign(keptStream(), { isTTY: true, columns: 100, rows: 60 });
  const { write } = stdout;
  stdout.write = (chunk: unknown, ...rest: unknown[]) => {
    if (String(chunk).includes(text)) ending.abort();
    return Reflect.apply(write, stdout, [chunk, ...rest]);
  };
  const code = await main({
    arguments: ['run', '--simulate', ...given, '--data', data()],
    // A real route receives simulated alerts only where an option asks for that.
    environment: { NO_COLOR: '1', SPENDWATCH_SLACK_URL: slack },
    clock,
    stdout,
    stderr: keptStream(),
    signal: ending.signal,
  });
  expect(code).toBe(0);
  return stdout.text();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-simulate-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a simulated run', () => {
  it('shows the state in the form of status, and the commands to try', async () => {
    const screen = await watchUntil('2026-03-17 06:15 (UTC), last successful poll now.');
    expect(screen).toContain('simulated cloud at 60× real time');
    expect(screen).toMatch(/TARGETS[\s\S]*ml-infra[\s\S]*BUDGETS[\s\S]*research budget/);
    expect(screen.replaceAll('\n', ' ')).toContain(`spendwatch status --data ${data()}; also spend`);
  });

  it('leaves a ledger that other commands read with its own clock and policy', async () => {
    const { code, stdout, stderr } = await command('status');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('2026-03-17 06:15 (UTC)');
    expect((await command('explain', 'etl-backfill')).stdout).toContain('forgotten machines (idle)');
    expect((await command('keep', 'etl-backfill', '--reason', 'needed', '--by', 'ada')).stdout).toContain(
      '2026-03-18 06:15',
    );
  });

  it('starts over each time, and its folder is refused for a real cloud', async () => {
    await watchUntil('2026-03-17 06:05 (UTC), last successful poll now.');
    const environment = {
      SPENDWATCH_CLOUD_URL: 'https://cloud.invalid',
      SPENDWATCH_API_KEY: 'none-but-long',
    };
    await writeFile(
      join(folder, 'policy.yaml'),
      'version: 1\nrules: [{ name: budget, budget: 1 USD a month }]\n',
    );
    const { code, stderr } = await runCommand({
      arguments: ['once', '--data', data()],
      environment: { ...environment, SPENDWATCH_POLICY: join(folder, 'policy.yaml') },
      clock,
    });
    expect(code).toBe(2);
    expect(stderr).toContain('names a folder with the ledger of a simulation');
  });

  it('sends its messages over the routes of the environment where an option asks for that, marked as simulated', async () => {
    const { url, received } = await rudeService((response) => response.end('ok'));
    await watchUntil('2026-03-17 08:00 (UTC), last', ['--routes', '--ahead', '2h'], `${url}/hook`);
    const texts = received.map(({ body }) => JSON.parse(body).text);
    expect(texts).toContainEqual(
      expect.stringMatching(/^\[critical\] simulated: northwind: everything deleted at /),
    );
    expect(texts.filter((text) => !text.includes('] simulated: '))).toEqual([]);
  });

  it('does not touch the ledger of a real cloud', async () => {
    await rm(join(data(), 'simulation.json'));
    const { code, stderr } = await command('run', '--simulate');
    expect(code).toBe(2);
    expect(stderr).toContain('names a folder with the ledger of a real cloud');
  });
});
