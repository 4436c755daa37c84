import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours } from '../../lib/model/time/time.ts';
import { northwind } from '../../lib/simulators/compute/scenarios/northwind.ts';
import { type FilledLedger, fillLedger } from '../support/filled-ledger.ts';
import { isWhole } from '../support/tier.ts';

const policy = `version: 1
timezone: Europe/London
mode: enforce
protect:
  - project: prod-*
attribute: [env]
rules:
  - { name: research budget, budget: 150 USD a month, match: { project: research }, forecast: 100% }
  - { name: everything, budget: 20000 USD a month }
  - { name: idle machines, idle: 1h, then: [{ stop: after 2h }] }
  - { name: paid for nothing, waste: all, after: 30m }
  - { name: credit, runway: default }
  - { name: not seen, freshness: default }
`;

let ledger: FilledLedger;

/** Two hours of a company's clouds, from five in the morning. */
beforeAll(async () => {
  const from = '2026-03-20T05:00:00Z';
  ledger = await fillLedger({ from, passes: 25, events: northwind, policy, without: ['listClusters'] });
});
afterAll(() => ledger.close());

const commands: readonly (readonly string[])[] = [
  ['status'],
  ['spend'],
  ['spend', '--by', 'project,hour', '--last', '3h'],
  ['spend', '--by', 'hour', '--last', '3h'],
  ['spend', '--by', 'kind,gpu'],
  ['vms'],
  ['vms', '--sort', 'cpu', '--project', 'research'],
  ['idle', '--all'],
  ['waste'],
  ['budgets'],
  ['alerts', '--all'],
  ['actions', '--all', '--last', '3h'],
  ['actions', '--last', '3h'],
];

const fileOf = (name: string, columns: number): string =>
  join('sessions', `${columns}`, `${name.replaceAll(/[^a-z0-9]+/g, '-')}.txt`);

describe.each([80, 200])('on a terminal of %i columns', (columns) => {
  it.each(commands.map((given) => ({ given, name: given.join(' ') })))(
    'spendwatch $name shows what was recorded',
    async ({ given, name }) => {
      const { code, stdout, stderr } = await ledger.show(columns, ...given);
      const isFirst = given[0] === 'status';
      const loss = /^Everything in account northwind is deleted at 2026-03-21 14:16 .*\n$/;
      expect({ code, stderr }).toEqual({ code: 0, stderr: isFirst ? '' : expect.stringMatching(loss) });
      const widest = Math.max(...stdout.split('\n').map((line) => stringWidth(line)));
      expect(widest).toBeLessThanOrEqual(columns);
      await expect(plain(stdout)).toMatchFileSnapshot(fileOf(name, columns));
    },
  );
});

it('every session in docs/cli.md is one of the recorded ones', async () => {
  const page = await readFile('docs/cli.md', 'utf8');
  const sessions = [...page.matchAll(/^\$ spendwatch (.*)\n([\s\S]*?)\n```$/gm)];
  expect(sessions.length).toBeGreaterThan(3);
  for (const [, given = '', shown] of sessions) {
    const recorded = await readFile(join(import.meta.dirname, fileOf(given, 80)), 'utf8');
    expect(recorded.trimEnd()).toBe(shown);
  }
});

describe.each(commands.map((given) => ({ given, name: given.join(' ') })))(
  'in a pipe spendwatch $name',
  ({ given }) => {
    it('is without colour', async () => {
      const { stdout } = await ledger.run(...given);
      expect(plain(stdout)).toBe(stdout);
    });

    it('is one JSON document, and CSV with as many cells in every line', async () => {
      const json = await ledger.run(...given, '--json');
      expect(() => JSON.parse(json.stdout)).not.toThrow();
      const { stdout } = await ledger.run(...given, '--csv');
      const lines = cellsOf(stdout);
      expect(new Set(lines.map((cells) => cells.length)).size).toBe(1);
      expect(lines[0]?.every((cell) => /^[a-zA-Z:-]+$/.test(cell))).toBe(true);
    });
  },
);

describe('figures', () => {
  it('have the same sum however they are grouped, to the last digit', async () => {
    const spent = async (by: string) => {
      const { stdout } = await ledger.run('spend', '--by', by, '--last', '3h', '--json');
      return JSON.parse(stdout).total;
    };
    const whole = await spent('project');
    expect(Number(whole)).toBeGreaterThan(40);
    for (const by of ['kind', 'hour', 'project,hour', 'metadata:env', 'gpu,day'])
      expect(await spent(by)).toBe(whole);
  });

  it('are exact: a price has all digits of the platform', async () => {
    const { stdout } = await ledger.run('vms', '--json', '--project', 'prod-web');
    const prices = JSON.parse(stdout).machines.map(({ usdAnHour }: { usdAnHour: string }) => usdAnHour);
    expect(prices.some((price: string) => /^0\.\d{3,}$/.test(price))).toBe(true);
  });
});

describe('a suspect or unknown VM', () => {
  it('is never listed as idle', async () => {
    const { stdout } = await ledger.run('idle', '--json', '--all');
    const { idle, suspect, unknown, inUse } = JSON.parse(stdout);
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();
    expect(ids(idle)).toEqual(['db-standby', 'etl-backfill', 'nightly-report']);
    expect(ids([...suspect, ...unknown, ...inUse])).toEqual([
      'db-primary',
      'notebook-ana',
      'train-7b',
      'train-embed',
      'web-1',
      'web-2',
    ]);
  });

  it('is the only kind after a while without polls', async () => {
    const { stdout } = await ledger.runLater(hours(3), 'idle', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ idle: [] });
    const { suspect, unknown } = JSON.parse(stdout);
    expect([suspect.length, unknown.length]).toEqual([2, 7]);
    const checked = await ledger.runLater(hours(3), 'status', '--check');
    expect(checked).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('No poll has succeeded since'),
    });
  });
});

describe('exit codes', () => {
  it.each([
    { given: ['status'], code: 0 },
    { given: ['status', '--check'], code: 1 },
    { given: ['budgets', '--check'], code: 1 },
    { given: ['budgets', '--check', '--project', 'render'], code: 0 },
    { given: ['alerts', '--check'], code: 1 },
    { given: ['alerts', '--check', '--rule', 'not seen'], code: 0 },
    { given: ['vms', '--project', 'reserch'], code: 2, says: 'did you mean "research"?' },
    { given: ['vms', '--state', 'runing'], code: 2, says: 'Allowed choices are running' },
    { given: ['spend', '--by', 'projct'], code: 2, says: 'did you mean project?' },
    { given: ['spend', '--by', 'day,hour'], code: 2, says: 'one of hour, day and month' },
    { given: ['spend', '--month', '2026-13'], code: 2, says: 'a month such as 2026-11' },
    { given: ['spend', '--from', 'yesterday'], code: 2, says: 'a day such as' },
    { given: ['spend', '--from', '2026-03-21'], code: 2, says: 'selects an empty period' },
    { given: ['spend', '--last', '7d', '--month', '2026-03'], code: 2, says: 'cannot be combined with' },
    { given: ['alerts', '--rule', 'researh budget'], code: 2, says: 'did you mean "research budget"?' },
    { given: ['actions', '--rule', 'idel'], code: 2, says: 'did you mean "idle machines"?' },
    { given: ['actions', '--subject', 'etl-backfil'], code: 2, says: 'did you mean "etl-backfill"?' },
    { given: ['actions', '--subject', 'etl-backfill'], code: 0 },
    { given: ['vms', '--json', '--csv'], code: 2, says: 'cannot be used with' },
    { given: ['statsu'], code: 2, says: 'Did you mean status?' },
    { given: ['vms', '--projct', 'x'], code: 2, says: 'Did you mean --project?' },
  ])('$given exits with $code', async ({ given, code, says = '' }) => {
    const shown = await ledger.run(...given);
    expect(shown).toMatchObject({ code, stderr: expect.stringContaining(says) });
  });
});

it.runIf(isWhole())('a command ends without an error when its reader closes the pipe', async () => {
  const words = ['--import', 'tsx', 'bin/spendwatch.ts', 'vms', '--data', ledger.data];
  const child = spawn(process.execPath, words, { env: { ...ledger.environment, PATH: process.env['PATH'] } });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  // By the real clock the last poll was long ago.
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^According to its last figures.*\nNo poll has succeeded.*\n$/),
  });
});

/** Without colour. */
const plain = stripVTControlCharacters;

/** The cells of lines, where no cell has a line break. */
const cellsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].slice(0, -1).map(([, cell = '']) => cell),
    );
