import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { main } from '../../lib/cli/main.ts';
import { later, minutes } from '../../lib/model/time/time.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { startEmbeddedLedger } from '../../lib/service/ledger/embedded-ledger.ts';
import { at } from '../support/at.ts';
import { anObservation, aVm } from '../support/builders/observation-builders.ts';
import { ran } from '../support/commands/a-process.ts';
import { parseCsv, recordsIn } from '../support/csv.ts';
import { meteredLedger } from '../support/metered-ledger.ts';
import { setClock } from '../support/set-clock.ts';
import { faultsIn } from '../views/export/focus-rules.ts';

const start = at('2026-11-21T09:00:00');
const now = later(start, minutes(150));
/** Names that have broken one program or another. */
const names = [
  'plain',
  'a,b',
  'say "hi"',
  'two\nlines',
  'cr\r',
  '=cmd()|x',
  '@SUM(1)',
  'größe-日本-🙂',
  ' spaced ',
  "'quoted",
];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-export-'));
  await writeFile(join(folder, 'policy.yaml'), 'version: 1\nrules: [{ name: b, budget: 1 USD a month }]\n');
});
afterEach(() => rm(folder, { recursive: true }));

async function watched(buffered = 16): Promise<void> {
  const { client, close } = await startEmbeddedLedger({ path: join(folder, 'ledger'), table: 'spendwatch' });
  const observations = Array.from({ length: buffered }, (_, index) => {
    const seenAt = later(start, minutes(10 * index));
    const metadata = { note: 'a "b", c\n=d' };
    const resources = names.map((id) => aVm({ id, seenAt, price: '0.1', createdBy: id, metadata }));
    return anObservation({ at: seenAt, resources });
  });
  await meteredLedger(observations, { ledger: dynamoLedger({ client, table: 'spendwatch' }) });
  await close();
}

const started = (options: readonly string[], environment = {}) => ({
  arguments: ['export', '--data', join(folder, 'ledger'), ...options],
  environment: { SPENDWATCH_POLICY: join(folder, 'policy.yaml'), ...environment },
  clock: setClock(now),
});
const exported = (...options: readonly string[]) => ran(started(options));
const sorted = (texts: Iterable<string | null | undefined>) => [...new Set(texts)].toSorted();

describe('an export', () => {
  it('in FOCUS follows its rules and keeps every name', async () => {
    await watched();
    const { code, stdout, stderr } = await exported('--per', 'hour', '--provider', 'Example, Cloud');
    const rows = recordsIn(stdout);
    expect(code).toBe(0);
    expect(rows).toHaveLength(2 * names.length);
    expect(rows.flatMap(faultsIn)).toEqual([]);
    expect(sorted(rows.map((row) => row['ResourceName']))).toEqual(sorted(names));
    expect(rows.map((row) => row['x_CreatedBy'])).toEqual(rows.map((row) => row['ResourceName']));
    expect(new Set(rows.map((row) => row['ProviderName']))).toEqual(new Set(['Example, Cloud']));
    expect(JSON.parse(rows[0]?.['Tags'] ?? '')).toEqual({ note: 'a "b", c\n=d' });
    expect(stderr.split('\n')[0]).toBe('20 rows of 1 project, 2.00 USD accrued');
  });

  it('in CSV has no cell that is a formula', async () => {
    await watched();
    const { stdout } = await exported('--format', 'csv', '--per', 'hour');
    const cells = parseCsv(stdout).flat();
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(cells).toContain("'=cmd()|x");
    const rows = recordsIn(stdout);
    expect(rows[0]).toMatchObject({
      from: '2026-11-21T09:00:00Z',
      cost_usd: '0.1',
      charge: '360000',
      hours: '1',
    });
  });

  it('in JSON Lines has unchanged names, and figures as text', async () => {
    await watched();
    const { stdout } = await exported('--format', 'jsonl', '--running');
    const Row = z.looseObject({
      resource: z.string(),
      cost_usd: z.string(),
      metadata: z.object({ note: z.string() }),
    });
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => Row.parse(JSON.parse(line)));
    expect(sorted(rows.map(({ resource }) => resource))).toEqual(sorted(names));
    expect(rows[0]).toMatchObject({ running: true, until: '2026-11-21T11:30:00Z', cost_usd: '0.25' });
  });

  it('derives the provider from the address of the cloud', async () => {
    await watched();
    const given = started(['--per', 'hour'], { SPENDWATCH_CLOUD_URL: 'https://api.example.com/v1' });
    expect(recordsIn((await ran(given)).stdout)[0]).toMatchObject({
      ProviderName: 'api.example.com',
      InvoiceIssuerName: 'api.example.com',
    });
  });

  it.each([
    ['an empty ledger', 0, []],
    ['a time in which nothing was watched', 16, ['--from', '2026-10-01', '--until', '2026-11-01']],
    ['the current day', 16, ['--from', '2026-11-21']],
  ])('of %s has a header and no row', async (_, buffered, options) => {
    await watched(buffered);
    const { code, stdout } = await exported('--format', 'csv', ...options);
    expect({ code, rows: parseCsv(stdout).length }).toEqual({ code: 0, rows: 1 });
    expect((await exported('--format', 'jsonl', ...options)).stdout).toBe('');
  });

  it.each<[string, string[], RegExp]>([
    [
      'an unknown project',
      ['--format', 'csv', '--project', 'lob'],
      /--project matches no known project.*lob; did you mean "lab"/,
    ],
    ['no provider', [], /--provider is required/],
    ['an invalid day', ['--format', 'csv', '--from', '2026-02-30'], /--from must be a day/],
    [
      'an end before the beginning',
      ['--format', 'csv', '--until', '2026-01-01'],
      /--until selects an empty period/,
    ],
    [
      'an output folder that does not exist',
      ['--format', 'csv', '--out', '/nowhere/x.csv'],
      /--out names a file/,
    ],
    ['an unknown format', ['--format', 'xml'], /Allowed choices/],
  ])('is refused for %s', async (_, options, told) => {
    await watched(2);
    const { code, stdout, stderr } = await exported(...options);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(told);
  });

  it('appears in its file once it is complete, and nowhere else', async () => {
    await watched();
    const out = join(folder, 'out.csv');
    await writeFile(out, 'what was there');
    const { code, stdout } = await exported('--format', 'csv', '--per', 'hour', '--out', out);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(recordsIn(await readFile(out, 'utf8'))).toHaveLength(20);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('that was interrupted leaves the file as it was', async () => {
    await watched();
    const out = join(folder, 'out.csv');
    await writeFile(out, 'what was there');
    const { code } = await ran({
      ...started(['--format', 'csv', '--out', out]),
      signal: AbortSignal.abort(),
    });
    expect(code).toBe(130);
    expect(await readFile(out, 'utf8')).toBe('what was there');
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('ends quietly when the reader is gone', async () => {
    await watched();
    let written = 0;
    const stdout = new Writable({
      highWaterMark: 1,
      write(_chunk, _encoding, done) {
        written += 1;
        done(written > 1 ? Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) : null);
      },
    });
    let said = '';
    const stderr = {
      write: (text: string) => {
        said += text;
      },
    };
    const signal = new AbortController().signal;
    expect(await main({ ...started(['--format', 'csv', '--per', 'hour']), stdout, stderr, signal })).toBe(0);
    expect({ said, written }).toEqual({ said: '', written: 2 });
  });
});
