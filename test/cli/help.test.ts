import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { commandNames } from '../../lib/notify/parts/runnable.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { noon } from '../support/builders/observation-builders.ts';
import { runCommand } from '../support/commands/run-command.ts';

const run = (...given: readonly string[]) =>
  runCommand({ arguments: given, environment: {}, clock: virtualClock(noon) });

/** The names in the lists of a help, without their arguments. */
const namesIn = (help: string): string[] =>
  [...help.matchAll(/^ {2}([a-z][\w-]*)/gm)].flatMap(([, name]) => name ?? []);

const commands = namesIn((await run('--help')).stdout).filter(
  (name) => !['help', 'policy', 'agent', 'connections'].includes(name),
);

describe('the help', () => {
  it('lists every command under a heading, in lines of at most 80 columns', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('Override (see docs/answers.md):\n  keep <resource>');
    expect(stdout).not.toContain('Commands:');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect([...namesIn(stdout)].sort()).toEqual([...commandNames, 'help'].sort());
  });

  it.each([
    ...commands.map((name) => [name]),
    ['policy', 'check'],
    ['policy', 'schema'],
    ['connections', 'rename'],
    ['agent', 'token'],
    ['agent', 'install'],
  ])('of %s %s has an example of it and its exit codes, and no bare milliseconds', async (...words) => {
    const { code, stdout } = await run(...words.filter(Boolean), '--help');
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nExamples?:\n/);
    expect(stdout).toMatch(new RegExp(`^  .*spendwatch ${words.join(' ')}`, 'm'));
    expect(stdout).toMatch(/\nExit codes: 0 /);
    expect(stdout).not.toMatch(/default: \d{6,}/);
  });
});

describe('the version', () => {
  it.each(['--version', '-V'])('is printed by %s as in package.json', async (option) => {
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await run(option)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});
