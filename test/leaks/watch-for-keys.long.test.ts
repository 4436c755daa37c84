import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { keyMark } from '../support/api-key.ts';

const checkout = join(import.meta.dirname, '../..');

/** Runs those tests of the sample suite that have this title. */
async function run(title: string, ...options: string[]) {
  const vitest = join(checkout, 'node_modules/vitest/vitest.mjs');
  const config = join(import.meta.dirname, 'sample/vitest.config.ts');
  const child = spawn(process.execPath, [vitest, 'run', '--config', config, '-t', `^${title}$`, ...options], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  });
  const [stderr, , [code]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, 'close'),
  ]);
  const shown = stderr.split('\nA key was shown:\n')[1];
  return { code, shown };
}

describe('a run of tests', () => {
  it.each([
    ['logs', /(console|stdout): .*Bearer \[a key\]/],
    ['writes', /stderr: /],
    ['lets a child write', /stdout: /],
  ])('fails, though every test of it passes, when one %s the key', async (title, words) => {
    const { code, shown } = await run(title);
    expect({ code, shown }).toEqual({ code: 1, shown: expect.stringMatching(words) });
    expect(shown).not.toContain(keyMark);
  });

  it('reports a key in what a failed test threw, whatever the reporter shows', async () => {
    const { shown } = await run('throws', '--reporter=dot', '--silent');
    expect(shown).toMatch(/throws: …/);
  });

  it('passes where the key is not shown, and does not mention keys where a test fails for another reason', async () => {
    const runs = await Promise.all([run('keeps it'), run('fails for another reason')]);
    expect(runs).toEqual([
      { code: 0, shown: undefined },
      { code: 1, shown: undefined },
    ]);
  });
});
