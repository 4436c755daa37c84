import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { noon } from '../support/builders/observation-builders.ts';
import { runCommand } from '../support/commands/run-command.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

const completion = (shell: string) =>
  runCommand({ arguments: ['completion', shell], environment: {}, clock: virtualClock(noon) });

async function aFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-completion-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'script');
  await writeFile(file, text);
  return file;
}

const output = async (shell: string, given: readonly string[]): Promise<string> =>
  (await promisify(execFile)(shell, given)).stdout;

/** What a shell offers for the last of the words; the last one may be empty. */
const offered = {
  bash: async (script: string, words: readonly string[]) => {
    const count = words.length - 1;
    const run = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=${count}; _spendwatch; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await output('bash', ['-c', run, script, ...words])).split('\n').filter(Boolean);
  },
  fish: async (script: string, words: readonly string[]) => {
    const lines = await output('fish', ['-c', `source ${script}; complete -C '${words.join(' ')}'`]);
    return lines.split('\n').flatMap((line) => line.split('\t')[0] || []);
  },
};

const questions = [
  { words: ['spendwatch', 'stat'], offers: ['status'] },
  { words: ['spendwatch', 'vms', '--so'], offers: ['--sort'] },
  {
    words: ['spendwatch', 'vms', '--state', ''],
    offers: ['changing', 'failed', 'running', 'stopped', 'unknown'],
  },
  { words: ['spendwatch', 'vms', '--json', '--state', 'st'], offers: ['stopped'] },
  { words: ['spendwatch', 'policy', ''], offers: ['check', 'schema'] },
  { words: ['spendwatch', 'policy', 'check', '--da'], offers: ['--data'] },
  { words: ['spendwatch', 'completion', ''], offers: ['bash', 'fish', 'zsh'] },
  { words: ['spendwatch', 'vms', '--project', ''], offers: [] },
];

describe.each(['bash', 'fish'] as const)('a completion of %s', (shell) => {
  it.skipIf(!isThere(shell)).each(questions)('after $words offers $offers', async ({ words, offers }) => {
    const script = await aFile((await completion(shell)).stdout);
    const found = await offered[shell](script, words);
    // Where nothing of ours fits, fish offers files.
    if (offers.length > 0 || shell === 'bash') expect(found.toSorted()).toEqual(offers);
  });
});

describe.each(shells)('the script for %s', (shell) => {
  it.skipIf(!isThere(shell))('is one that the shell can read', async () => {
    const script = await aFile((await completion(shell)).stdout);
    expect(spawnSync(shell, ['-n', script]).status).toBe(0);
  });

  it('knows every command and tells what it is for, where the shell shows that', async () => {
    const { stdout: help } = await runCommand({
      arguments: ['--help'],
      environment: {},
      clock: virtualClock(noon),
    });
    const commands = [...help.matchAll(/^ {2}([a-z-]+)(?: \[options\]| <| {2})/gm)].map(
      ([, name = '']) => name,
    );
    expect(commands.length).toBeGreaterThan(15);
    const { code, stdout } = await completion(shell);
    expect(code).toBe(0);
    for (const command of commands.filter((name) => name !== 'help')) expect(stdout).toContain(command);
    if (shell !== 'bash') expect(stdout).toContain('(read-only)');
  });
});

it('for another shell is refused, with those that there are', async () => {
  expect(await completion('powershell')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('bash, zsh, fish'),
  });
});
