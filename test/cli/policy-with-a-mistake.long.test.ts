import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilledLedger } from '../support/filled-ledger.ts';
import { watchedLedger } from './watched-ledger.ts';

let ledger: FilledLedger;
const file = () => ledger.environment['SPENDWATCH_POLICY'] ?? '';
beforeAll(async () => {
  ledger = await watchedLedger();
});
afterAll(() => ledger.close());

const says =
  /^The policy file is not in force: .*policy\.yaml.*The last good policy is in force instead, recorded 2026-03-20 13:00 \(37 min ago\), with 2 rules\.$/m;

describe.each(['with a mistake', 'missing'])('a policy file %s', (what) => {
  let good = '';
  beforeAll(async () => {
    good = await readFile(file(), 'utf8');
    await (what === 'missing' ? rm(file()) : writeFile(file(), 'version: 2\n'));
  });
  afterAll(() => writeFile(file(), good));

  it('is reported at the top of the status, which uses the last good one', async () => {
    const { code, stdout, stderr } = await ledger.run('status');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')[1]).toMatch(says);
    expect(stdout).toContain('small budget');
    expect(await ledger.run('status', '--check')).toMatchObject({ code: 3 });
  });

  it.each([
    { given: ['budgets'] },
    { given: ['alerts', '--json'] },
    { given: ['spend', '--csv', '--by', 'project'] },
    { given: ['explain', 'lab', '--json'] },
    { given: ['vms'] },
    { given: ['idle', '--all'] },
    { given: ['actions', '--all'] },
  ])('is reported beside the output of $given', async ({ given }) => {
    const { code, stdout, stderr } = await ledger.run(...given);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(says) });
    expect(stdout).toContain('lab');
  });

  it('leaves overrides to the last good one, which is reported', async () => {
    const { code, stderr } = await ledger.run('keep', 'lab/train-7b', '--by', 'ada', '--reason', 'a demo');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^The policy file is not in force: .*\. The last good policy is used instead\.$/m);
    await ledger.run('unkeep', 'lab/train-7b');
  });

  it('is reported at the top of an explanation, and does not block an export', async () => {
    const { stdout } = await ledger.run('explain', 'lab');
    expect(stdout.split('\n')[1]).toMatch(says);
    const exported = await ledger.run('export', '--format', 'csv');
    expect(exported).toMatchObject({ code: 0, stderr: expect.stringContaining('not in force') });
  });
});

describe('a countdown', () => {
  it('does not run for a paused action, and the status and an explanation show the pause first', async () => {
    await ledger.run('pause', '--by', 'ada', '--reason', 'a demo');
    const { stdout } = await ledger.run('status');
    expect(stdout.split('\n')[1]).toMatch(
      /^All actions are paused by ada until .*: a demo\. Alerts are still sent\.$/,
    );
    expect(stdout).toMatch(/waits for approval, on hold: paused by ada until/);
    expect((await ledger.run('explain', 'lab/train-7b')).stdout).toContain('All actions are paused by ada');
  });
});
