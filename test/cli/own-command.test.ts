import { describe, expect, it } from 'vitest';
import { ownCommand } from '../../lib/cli/own-command.ts';
import { runnable } from '../../lib/notify/parts/runnable.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { at } from '../support/at.ts';
import { runCommand } from '../support/commands/run-command.ts';

const npx = 'npx --no-install spendwatch';

describe('the command that starts spendwatch again', () => {
  const cache = '/root/.npm/_npx/1f/node_modules';
  it.each([
    [
      'npx beside a package',
      '/opt/sw/node_modules/.bin/spendwatch',
      '/opt/sw/node_modules/spendwatch/dist',
      'exec',
      npx,
    ],
    ['npx in a checkout', `${cache}/.bin/spendwatch`, '/opt/sw/bin', 'exec', npx],
    ['npm start', '/opt/sw/bin/spendwatch.ts', '/opt/sw/bin', 'start', npx],
    [
      'npx with a tarball',
      `${cache}/.bin/spendwatch`,
      `${cache}/spendwatch/dist`,
      'exec',
      `node ${cache}/.bin/spendwatch`,
    ],
    ['its name on the path', '/usr/local/bin/spendwatch', '/usr/lib/spendwatch/dist', '', 'spendwatch'],
    [
      'its name beside it',
      '/opt/sw/node_modules/.bin/spendwatch',
      '/opt/sw/node_modules/spendwatch/dist',
      '',
      'node node_modules/.bin/spendwatch',
    ],
    ['node in a checkout', '/opt/sw/bin/spendwatch.mjs', '/opt/sw/bin', '', 'node bin/spendwatch.mjs'],
    ['tsx in a checkout', '/opt/sw/bin/spendwatch.ts', '/opt/sw/bin', '', 'node bin/spendwatch.mjs'],
    [
      'node elsewhere',
      '/srv/a b/bin/spendwatch.mjs',
      '/srv/a b/bin',
      '',
      "node '/srv/a b/bin/spendwatch.mjs'",
    ],
  ])('is that of %s', (_, script, source, npm, command) => {
    const environment = { PATH: `/usr/local/bin:${cache}/.bin:/usr/bin`, ...(npm && { npm_command: npm }) };
    expect(ownCommand({ script, source, environment, folder: '/opt/sw' })).toBe(command);
  });
});

describe('help and errors', () => {
  it('show commands as they can be run, and change nothing else', () => {
    const text =
      'Usage: spendwatch run [options]\n`spendwatch once`; spendwatch polls; a/spendwatch run; spendwatch-x';
    expect(runnable(text, npx)).toBe(
      `Usage: ${npx} run [options]\n\`${npx} once\`; spendwatch polls; a/spendwatch run; spendwatch-x`,
    );
    expect(runnable(text, 'spendwatch')).toBe(text);
    expect(runnable(runnable(text, npx), npx)).toBe(runnable(text, npx));
    expect(runnable('run spendwatch\n  keep', 'node bin/spendwatch.mjs')).toBe(
      'run node bin/spendwatch.mjs\n  keep',
    );
  });

  it.each([
    ['the help', ['--help'], `Usage: ${npx} [options]`],
    ['the help of a command', ['run', '--help'], `\n  ${npx} run --log json`],
    ['an error', ['status', '--data', '/nowhere'], `\`${npx} once\` creates one`],
  ])('show commands that begin as the process was started: %s', async (_, words, says) => {
    const { stdout, stderr } = await runCommand({
      arguments: words,
      environment: {},
      clock: virtualClock(at('2026-03-01T12:00:00')),
      command: npx,
    });
    expect(stdout + stderr).toContain(says);
    expect(stdout + stderr).not.toMatch(/(?<!npx --no-install )spendwatch (run|once|init|demo)\b/);
  });
});
