import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Environment } from '../../../lib/config/settings/environment.ts';
import { markedKey } from '../../support/api-key.ts';
import { ran } from '../../support/commands/a-process.ts';
import { aWorkplace } from '../../support/commands/a-workplace.ts';
import { isWhole } from '../../support/tier.ts';

const policy = 'version: 1\nrules: [{ name: small budget, budget: 1 USD a month }]\n';

let place: Awaited<ReturnType<typeof aWorkplace>>;
beforeEach(async () => {
  place = await aWorkplace({ policy });
});

const Line = z.looseObject({ at: z.string(), event: z.string() });
type Line = z.infer<typeof Line>;

type Given = {
  readonly environment?: Environment;
  readonly options?: readonly string[];
  /** Ends the run when it returns true for a line. */
  readonly until?: (line: Line, all: readonly Line[]) => boolean;
};

/** Runs until a line of its log satisfies the condition. */
async function run({ environment, options = [], until = ({ event }) => event === 'pass' }: Given = {}) {
  const ending = new AbortController();
  const lines: Line[] = [];
  const { code, stderr } = await ran({
    arguments: ['run', '--data', place.data, ...options],
    environment: { ...place.environment(), ...environment },
    clock: place.clock,
    signal: ending.signal,
    onLine: (text) => {
      const line = Line.parse(JSON.parse(text));
      lines.push(line);
      if (until(line, lines)) ending.abort();
    },
  });
  return { code, stderr, lines, of: (event: string) => lines.filter((line) => line.event === event) };
}

const passes =
  (count: number) =>
  (_: Line, all: readonly Line[]): boolean =>
    all.filter(({ event }) => event === 'pass').length === count;

describe('a run', () => {
  it('makes a pass at each interval, sends each message once, and ends when interrupted', async () => {
    const { code, stderr, of } = await run({ until: passes(3) });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(of('watching')).toMatchObject([{ every: '5 min', rules: 1, acts: false }]);
    expect(of('one-key')).toHaveLength(1);
    expect(of('message')).toMatchObject([
      { severity: 'critical', subject: expect.stringMatching(/ lab: \d+% of "small budget" spent/) },
    ]);
    expect(of('pass')).toMatchObject([
      { count: 1, turned: 2, blindSpots: 0, delivered: 1, next: '2026-03-01T12:39:56Z' },
      { count: 2, turned: 2, blindSpots: 0, delivered: 0 },
      { count: 3, turned: 2, blindSpots: 0, delivered: 0 },
    ]);
    const hour = (line: Line | undefined) => line?.at.slice(11, 16);
    expect(of('pass').map(hour)).toEqual(['12:34', '12:39', '12:44']);
    expect(of('ended')).toMatchObject([{ as: 'finished' }]);
  });

  it('continues where an earlier run ended', async () => {
    await run();
    const { of } = await run();
    expect(of('message')).toEqual([]);
  });

  it('polls at the interval that is set', async () => {
    const { of } = await run({ environment: { SPENDWATCH_POLL_INTERVAL: '1m' }, until: passes(3) });
    expect(of('pass').map((line) => line.at.slice(11, 16))).toEqual(['12:34', '12:35', '12:36']);
  });

  it('logs once what the platform does not support', async () => {
    await place.serveAgain({ without: ['listClusters'] });
    const { of } = await run({ until: passes(2) });
    expect(of('unsupported')).toMatchObject([
      { because: expect.stringContaining('does not support clusters') },
    ]);
  });

  it('continues while the cloud cannot be reached', async () => {
    await place.close();
    const { code, of } = await run({ until: passes(2) });
    expect(code).toBe(0);
    expect(of('pass')).toMatchObject([{ cloud: 'unreachable', blindSpots: 1 }, { cloud: 'unreachable' }]);
  });

  it('takes actions with the separate key where one is set', async () => {
    const { of } = await run({ environment: { SPENDWATCH_ACT_KEY: markedKey('act') } });
    expect(of('one-key')).toEqual([]);
    expect(of('message')).toHaveLength(1);
  });
});

describe('a change of the policy', () => {
  /** Replaces the file at once. */
  async function write(text: string) {
    await writeFile(join(place.folder, 'policy.new'), text);
    await rename(join(place.folder, 'policy.new'), place.policyFile);
  }

  /** Runs a step after each of these passes, and ends the run after a number of passes. */
  const during =
    (count: number, steps: Readonly<Record<number, () => Promise<void>>>) =>
    (line: Line, all: readonly Line[]): boolean => {
      if (line.event === 'pass') void steps[all.filter(({ event }) => event === 'pass').length]?.();
      return passes(count)(line, all);
    };

  it('takes effect at the next pass', async () => {
    const until = during(3, { 1: () => write(policy.replace('small budget', 'another budget')) });
    const { of } = await run({ until });
    expect(of('policy-loaded')).toMatchObject([{ rules: 1 }]);
    expect(of('message').map(({ subject }) => String(subject))).toEqual([
      expect.stringContaining('"small budget"'),
      expect.stringContaining('"another budget"'),
    ]);
  });

  it.runIf(isWhole())(
    'with a mistake changes nothing, and its beginning and end are each notified once',
    async () => {
      const until = during(6, { 1: () => write('version: 2\n'), 4: () => write(policy) });
      const { code, of } = await run({ until });
      expect(code).toBe(0);
      expect(of('policy-unchanged')).toMatchObject([{ because: expect.stringContaining('policy.yaml:1:') }]);
      expect(of('policy-loaded')).toHaveLength(1);
      expect(of('message').slice(1)).toMatchObject([
        { severity: 'warning', subject: expect.stringContaining('the policy file is not in force') },
        { severity: 'info', subject: expect.stringContaining('the policy file is in force again') },
      ]);
    },
  );
});

describe('a run that cannot start', () => {
  it.each<{ what: string; environment: Environment; says: RegExp }>([
    { what: 'a setting', environment: { SPENDWATCH_POLL_INTERVAL: '5' }, says: /SPENDWATCH_POLL_INTERVAL/ },
    { what: 'the policy', environment: { SPENDWATCH_POLICY: '/nowhere/none.yaml' }, says: /none\.yaml/ },
    {
      what: 'a key file',
      environment: { SPENDWATCH_API_KEY: '', SPENDWATCH_API_KEY_FILE: '/nowhere/key' },
      says: /no such file/,
    },
    {
      what: 'the key',
      environment: { SPENDWATCH_API_KEY: markedKey('wrong') },
      says: /rejected the API key/,
    },
  ])('because of $what exits with 2 and the reason', async ({ environment, says }) => {
    const { code, stderr, of } = await run({ environment });
    expect({ code, passes: of('pass') }).toEqual({ code: 2, passes: [] });
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain(markedKey('wrong'));
  });
});

it('a run on a terminal writes plain lines', async () => {
  const ending = new AbortController();
  const { code, stdout } = await ran({
    arguments: ['run', '--data', place.data, '--log', 'text'],
    environment: place.environment(),
    clock: place.clock,
    signal: ending.signal,
    onLine: (line) => {
      if (line.includes('  pass  ')) ending.abort();
    },
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^2026-03-01 12:34:56Z {2}watching {2}cloud http/);
  expect(stdout).toMatch(/Project lab has spent [\d.,]+ of 1\.00 USD\./);
  expect(stdout).toMatch(/\n2026-03-01 12:34:\d\dZ {2}pass {2}count 1, seconds /);
});
