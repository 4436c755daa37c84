import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../lib/cli/main.ts';
import type { FilledLedger } from '../support/filled-ledger.ts';
import { by, takeAllBack, toldTo, typedAt, watchedLedger } from './watched-ledger.ts';

let filled: FilledLedger;
beforeAll(async () => {
  filled = await watchedLedger();
});
afterAll(() => filled.close());
beforeEach(() => takeAllBack(filled));

const told = () => toldTo(filled);
const typed = (lines: readonly string[], ...given: readonly string[]) => typedAt(filled, lines, ...given);

describe('spendwatch keep', () => {
  it('records who keeps what, until when and why, and prints the outcome', async () => {
    const { code, stdout, stderr } = await filled.run('keep', 'lab/train-7b', '--for', '7d', ...by);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^VM train-7b in project lab is kept until 2026-03-27 13:37 \(Europe\/Berlin\)\.\n/,
    );
    expect(stdout).toContain('Announced actions on hold: stop of VM train-7b in project lab');
    expect(stdout).toMatch(
      /Takes effect at the next poll, about 2026-03-20 13:40 \(Europe\/Berlin\)\. ID: keep-\w+\n$/,
    );
    expect(await told()).toMatchObject([{ kind: 'keep', author: 'ada', reason: 'a demo' }]);
  });

  it('accepts who needs it and what for in place of a reason', async () => {
    const words = ['--for', '8h', '--purpose', 'nightly training', '--owner', 'eve', '--by', 'ada'];
    const { stdout } = await filled.run('keep', 'lab/train-7b', ...words);
    expect(stdout).toMatch(
      /^VM train-7b in project lab is kept until 2026-03-20 21:37 \(Europe\/Berlin\), owned by eve, for nightly training/,
    );
    expect(await told()).toMatchObject([
      { kind: 'keep', owner: 'eve', purpose: 'nightly training', reason: 'nightly training' },
    ]);
    const { stdout: explained } = await filled.run('explain', 'lab/train-7b');
    expect(explained.replaceAll(/\s+/g, ' ')).toContain('owned by eve, for nightly training');
    const refused = await filled.run('keep', 'lab/train-7b', '--owner', 'a\u001b[2Jb', ...by);
    expect(refused.stderr).toContain('must be one line, without control characters. Set it with --owner.');
  });

  it.each([
    ['2026-03-30 18:00', '2026-03-30T16:00:00Z'],
    ['2026-03-30T18:00', '2026-03-30T16:00:00Z'],
    ['2026-03-25', '2026-03-24T23:00:00Z'],
    ['2026-03-25T18:00:00Z', '2026-03-25T18:00:00Z'],
  ])('until %s ends in the time zone of the policy', async (until, at) => {
    const { stdout } = await filled.run('keep', 'lab', '--until', until, ...by, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0, kind: 'placed', override: { until: at } });
  });

  it('lasts a day by default, and changes nothing when repeated', async () => {
    await filled.run('keep', 'lab', ...by);
    await filled.run('keep', 'lab/*', ...by);
    expect(await told()).toMatchObject([{ kind: 'keep', until: expect.stringMatching(/^2026-03-21T12:37/) }]);
    expect(await filled.run('unkeep', 'lab', '--by', 'bob')).toMatchObject({ code: 0, stderr: '' });
    expect(await told()).toEqual([]);
  });

  it.each([
    [['lab/train-7'], 'did you mean "lab/train-7b"?'],
    [['lab', '--until', 'tomorrow'], '--until is not a valid time: tomorrow'],
    [['lab', '--until', '2020-01-01'], 'is in the past. Set it with --for or --until.'],
    [['lab', '--until', '2026-02-30'], 'is not a valid time'],
    [['lab', '--for', 'ever'], 'such as 90m, 24h or 7d'],
    [['lab', '--for', '367d'], 'at most 366 days'],
    [['lab', '--for', '999999999999d'], 'of 100 years at most'],
    [['lab', '--for', '1h', '--until', '2026-05-01'], 'cannot be used with'],
    [['lab', '--by', '\u001b[2J'], 'must be one line, without control characters. Set it with --by.'],
  ])('refuses %j and records nothing', async (given, because) => {
    const { code, stdout, stderr } = await filled.run('keep', ...by, ...given);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(because);
    expect(stderr).not.toContain('\u001b');
    expect(await told()).toEqual([]);
  });

  it('reports a missing author or reason where no terminal can ask for it', async () => {
    const nobody = await filled.run('keep', 'lab', '--reason', 'a demo');
    expect(nobody).toMatchObject({ code: 2, stderr: 'The author is missing. Set it with --by.\n' });
    const silent = await filled.run('keep', 'lab', '--by', 'ada');
    expect(silent).toMatchObject({ code: 2, stderr: 'The reason is missing. Set it with --reason.\n' });
    expect(await told()).toEqual([]);
  });

  it('asks for the reason on a terminal, and reads the name from the environment', async () => {
    const { code, shown, stdout } = await typed(['', 'a long run'], 'keep', 'lab');
    expect(code).toBe(0);
    expect(shown).toContain('Resources matching project/lab/* are kept until');
    expect(shown).toContain('The reason is missing. Reason: ');
    expect(stdout).toContain('are kept until');
    expect(await told()).toMatchObject([{ author: 'grace', reason: 'a long run' }]);
  });
});

describe('spendwatch silence and unsilence', () => {
  it('prints how many firing alerts it matches', async () => {
    const { code, stdout } = await filled.run('silence', 'small budget/lab', '--for', '2h', ...by);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'Alerts of "small budget" on project lab and everything in it are silenced until 2026-03-20 15:37',
    );
    expect(stdout).toContain('1 matching alert is firing.');
    expect(await filled.run('unsilence', 'small budget/lab', '--by', 'ada')).toMatchObject({ code: 0 });
    expect(await filled.run('unsilence', 'small budget/lab', '--by', 'ada')).toMatchObject({
      code: 1,
      stderr: 'Nothing is silenced.\n',
    });
  });

  it('suggests the rule that was meant', async () => {
    const { code, stderr } = await filled.run('silence', 'smal budget', ...by);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'Unknown rule "smal budget"; did you mean "small budget"?\n',
    });
  });
});

describe('spendwatch overrides and revoke', () => {
  it('lists active overrides, in all forms, and revokes one by its id', async () => {
    expect(await filled.run('overrides')).toMatchObject({
      code: 0,
      stdout: 'No active overrides.\n',
    });
    await filled.run('keep', 'lab/box', ...by);
    await filled.run('pause', '--by', 'bob', '--reason', '=cmd()');
    const { stdout } = await filled.run('overrides');
    expect(stdout).toMatch(/^OVERRIDE +UNTIL +BY +REASON +ID\n/);
    expect(stdout).toMatch(/VM box in project lab is kept +2026-03-21 13:37 {2}ada +a demo +keep-\w{10}\n/);
    const csv = await filled.run('overrides', '--csv');
    expect(csv.stdout).toMatch(/bob,'=cmd\(\),2026-03-20T12:37/);
    const [, pause] = await told();
    expect(await filled.run('revoke', pause?.id ?? '', '--by', 'ada')).toMatchObject({ code: 0 });
    expect(await told()).toMatchObject([{ kind: 'keep' }]);
    expect(await filled.run('revoke', 'keep-0', '--by', 'ada')).toMatchObject({ code: 1 });
  });
});

describe('every command', () => {
  it.each([
    'keep',
    'unkeep',
    'approve',
    'deny',
    'silence',
    'unsilence',
    'pause',
    'resume',
    'stop',
    'start',
    'overrides',
    'revoke',
  ])('%s has help with an example, and reports a missing ledger', async (name) => {
    const help = await filled.run(name, '--help');
    expect(help.code).toBe(0);
    expect(help.stdout).toMatch(new RegExp(`Examples?:\n {2}spendwatch ${name}`));
    const place = name === 'overrides' ? ['overrides'] : [name, 'lab', ...by];
    const { data } = filled;
    const nowhere = await main({
      arguments: [...place, '--data', `${data}-none`],
      environment: filled.environment,
      clock: filled.clock,
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      signal: new AbortController().signal,
    });
    expect(nowhere).toBe(2);
  });
});
