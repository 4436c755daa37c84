import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withLedger } from '../../lib/service/ledger/open-ledger.ts';
import { containerDisk, withErasingVm } from '../support/erasing-vm.ts';
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

describe('spendwatch approve and deny', () => {
  it('is cancelled by a "no" on the terminal, and does not ask with --yes', async () => {
    const asked = await typed(['n'], 'approve', 'train-7b');
    expect(asked).toMatchObject({ code: 1, stdout: '', shown: expect.stringContaining('Approve it? [Y/n]') });
    expect(await told()).toEqual([]);
    expect(await typed([], 'approve', 'train-7b', '--yes')).toMatchObject({ code: 0, shown: '' });
    expect(await told()).toHaveLength(1);
  });
});

describe('spendwatch pause and resume', () => {
  it('apply to everything, or to one project', async () => {
    const { stdout } = await filled.run('pause', ...by);
    expect(stdout).toContain(
      'All actions are paused until 2026-03-21 13:37 (Europe/Berlin); alerts are still sent',
    );
    expect(stdout).toContain('1 announced action on hold: stop of VM train-7b in project lab');
    await filled.run('pause', 'lab', ...by);
    expect(await filled.run('resume', '--by', 'ada')).toMatchObject({ code: 0 });
    expect(await told()).toMatchObject([{ kind: 'pause', project: 'lab' }]);
    expect(await filled.run('resume', '--by', 'ada')).toMatchObject({ code: 1 });
    expect(await filled.run('resume', 'lab', '--by', 'ada')).toMatchObject({ code: 0 });
  });
});

describe('spendwatch stop and start', () => {
  it('stop prints that the VM is still billed', async () => {
    const { code, stdout } = await filled.run('stop', 'lab/box', '--by', 'ada');
    expect(code).toBe(0);
    expect(stdout).toContain(
      'VM box in project lab will be stopped after the next poll; the order expires at 2026-03-20 14:37',
    );
    expect(stdout).toContain('a stopped VM is billed in full until it is deleted');
    expect(await told()).toMatchObject([{ kind: 'order', action: 'stop', author: 'ada' }]);
  });

  it.each([
    [['start', 'lab/box'], 1, 'VM box in project lab is already ACTIVE'],
    [['stop', 'lab/web'], 1, 'cannot be ordered to stop: the policy protects it'],
    [['stop', 'lab'], 2, 'cannot be stopped or started'],
    [['stop', 'lab/bx'], 2, 'did you mean "lab/box"?'],
  ])('%j exits with %i', async (given, code, because) => {
    const shown = await filled.run(...given, '--by', 'ada');
    expect(shown).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(because) });
    expect(await told()).toEqual([]);
  });

  it('asks on a terminal before it stops', async () => {
    const { code, shown } = await typed(['y'], 'stop', 'lab/box');
    expect({ code, shown }).toMatchObject({ code: 0, shown: expect.stringContaining('Stop it? [Y/n]') });
  });
});

describe('spendwatch stop, of a VM whose stop erases something', () => {
  beforeAll(() =>
    withLedger({
      place: { kind: 'folder', data: filled.data, table: 'spendwatch' },
      work: (ledger) => withErasingVm(ledger, 'box'),
    }),
  );

  it('records nothing where the loss is not named, also with --yes', async () => {
    const { code, stderr } = await filled.run('stop', 'lab/box', '--by', 'ada', '--yes');
    expect(code).toBe(1);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'erases its container disk; name that to confirm it: --erases "its container disk"',
    );
    expect(await told()).toEqual([]);
  });

  it('accepts the loss by an option, or asks for it on a terminal', async () => {
    const named = await filled.run('stop', 'lab/box', '--by', 'ada', '--erases', containerDisk);
    expect(named).toMatchObject({ code: 0, stderr: '' });
    await takeAllBack(filled);
    const { code, shown } = await typed([containerDisk], 'stop', 'lab/box');
    expect({ code, shown }).toMatchObject({
      code: 0,
      shown: expect.stringContaining('Type "its container disk" to confirm that it will be erased:'),
    });
    await takeAllBack(filled);
    expect(await typed(['yes'], 'stop', 'lab/box')).toMatchObject({ code: 1 });
    expect(await told()).toEqual([]);
  });
});

describe('without a policy file that can be used', () => {
  it.each([
    ['is not there', null],
    ['is wrong', 'version: 7\n'],
  ])('one that %s leaves the protections of the last good one in force', async (_, text) => {
    const path = join(filled.folder, 'another.yaml');
    if (text !== null) await writeFile(path, text);
    const { code, shown } = await typedWith(
      text === null ? join(filled.folder, 'none.yaml') : path,
      'stop',
      'lab/web',
      '--yes',
    );
    expect(code).toBe(1);
    expect(shown).toContain('The last good policy is used instead.');
    expect(shown).toContain('cannot be ordered to stop: the policy protects it');
  });

  const typedWith = async (path: string, ...given: readonly string[]) => {
    const { environment } = filled;
    filled = { ...filled, environment: { ...environment, SPENDWATCH_POLICY: path } };
    try {
      return await typed([], ...given);
    } finally {
      filled = { ...filled, environment };
    }
  };
});
