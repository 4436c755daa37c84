import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyMark, secretKey } from '../support/api-key.ts';
import { keyWatch } from './shown-keys.ts';

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
    ['writes in two pieces', /stdout: /],
    ['encodes', /(console|stderr): /],
    ['lets a child write', /stdout: /],
  ])('fails, though every test of it passes, when one %s the key', async (title, words) => {
    const { code, shown } = await run(title);
    expect({ code, shown }).toEqual({ code: 1, shown: expect.stringMatching(words) });
    expect(shown).not.toContain(keyMark);
  });

  it('says so when the key is in what a failed test threw, whatever is reported of it', async () => {
    const { shown } = await run('throws', '--reporter=dot', '--silent');
    expect(shown).toMatch(/throws: …/);
  });

  it('passes where the key is not shown, and fails without a word of it for another reason', async () => {
    const runs = await Promise.all([run('keeps it'), run('fails for another reason')]);
    expect(runs).toEqual([
      { code: 0, shown: undefined },
      { code: 1, shown: undefined },
    ]);
  });
});

describe('the watch for keys', () => {
  it('finds a mark however it is encoded, coloured and cut, and wherever it stands', () => {
    const around = fc.string({ maxLength: 40 });
    const encoded = fc.constantFrom<BufferEncoding>('utf8', 'base64', 'base64url');
    fc.assert(
      fc.property(around, around, encoded, fc.nat(200), (left, right, encoding, cut) => {
        const watch = keyWatch([keyMark]);
        const shown = Buffer.from(`${left}${secretKey}${right}`).toString(encoding);
        watch.poll('stdout', shown.slice(0, cut));
        watch.poll('stderr', 'between');
        watch.poll('stdout', `\u001b[31m${shown.slice(cut)}\u001b[39m`);
        expect(watch.found().length).toBeGreaterThan(0);
        expect(watch.found().join()).not.toContain(keyMark);
      }),
    );
  });

  it('finds nothing where there is nothing', () => {
    const watch = keyWatch([keyMark]);
    for (const piece of ['sk-', 'live', '-Zm9', 'x']) watch.poll('stdout', piece);
    expect(watch.found()).toEqual([]);
  });
});
