import { describe, expect, it } from 'vitest';
import { ClockError } from '../../../lib/clouds/http/clock-error.ts';
import { minutes } from '../../../lib/model/time/time.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { failing } from '../../support/clouds/scripted-cloud.ts';
import { aWatcher, main, outcomes } from './a-watcher.ts';

describe('finding targets', () => {
  it('keeps the account of a project whose account cannot be read, and names the field (invariant 17)', async () => {
    const watcher = aWatcher();
    await watcher.run('10:00');
    watcher.cloud.answer('listProjects', () => [{ id: 'lab', billingAccountId: { value: 7 } }]);
    const report = await watcher.run('10:05');
    expect(outcomes(report)).toEqual({ [lab]: 'turned', [main]: 'turned' });
    expect((await watcher.headOf(lab)).observation).toMatchObject({
      account: 'main',
      unreadable: [{ part: 'account', field: 'billingAccountId' }],
    });
    expect(watcher.lines.join()).toContain('fact-unreadable');
  });

  it('that the cloud refuses counts as a failed poll of every known target, with the reason', async () => {
    const watcher = aWatcher();
    await watcher.run('10:00');
    watcher.cloud.answer('listProjects', () => {
      throw failing('unauthenticated', 'the key was rejected');
    });
    const report = await watcher.run('10:05');
    expect(report.failures).toMatchObject([{ connection: null, error: { kind: 'unauthenticated' } }]);
    for (const target of [lab, main]) {
      expect(await watcher.headOf(target)).toMatchObject({
        failedPolls: 1,
        failedBecause: 'scripted: the key was rejected',
      });
    }
    expect(watcher.lines[0]).toBe('targets-not-found scripted: the key was rejected');
  });

  it.each([
    ['forbidden', []],
    ['unsupported', []],
    ['not-found', []],
    ['unavailable', ['targets-not-all-listed scripted: unavailable']],
    ['contract', ['targets-not-all-listed scripted: contract']],
  ] as const)('knows accounts by their projects when they cannot be listed: %s', async (kind, lines) => {
    const watcher = aWatcher({
      answers: {
        listBillingAccounts: () => {
          throw failing(kind);
        },
      },
    });
    expect(outcomes(await watcher.run('10:00'))).toEqual({ [lab]: 'turned', [main]: 'turned' });
    expect(watcher.lines).toEqual(lines);
  });

  it('trusts no clock that one of the answers contradicts, whatever the other answers are', async () => {
    const watcher = aWatcher();
    await watcher.run('10:00');
    const before = await watcher.headOf(lab);
    watcher.cloud.answer('listProjects', () => {
      throw failing('timeout');
    });
    watcher.cloud.answer('listBillingAccounts', () => {
      throw new ClockError(minutes(46));
    });
    const report = await watcher.run('10:05');
    expect(report).toMatchObject({
      targets: [],
      failures: [{ connection: null, error: { kind: 'wrong-clock' } }],
    });
    expect(await watcher.headOf(lab)).toEqual(before);
  });

  it('reports a project that could not be read and may be missing', async () => {
    const watcher = aWatcher({ answers: { listProjects: () => [{ id: 'lab' }, { id: '' }] } });
    await watcher.run('10:00');
    expect(watcher.lines).toEqual([
      expect.stringMatching(/^targets-not-all-listed listProjects: projects\[1\]\.id: /),
    ]);
  });
});

describe('a target that the cloud no longer lists', () => {
  const gone = () => {
    throw failing('not-found');
  };

  it('is not known to be gone where the list had a gap', async () => {
    const watcher = aWatcher();
    await watcher.run('10:00');
    watcher.cloud.answer('listProjects', () => [{ id: '' }]);
    for (const operation of ['listVms', 'listMachines'] as const) watcher.cloud.answer(operation, gone);
    await watcher.run('10:05');
    expect(await watcher.headOf(lab)).toMatchObject({ failedPolls: 1, failureScope: null });
  });

  it.each([
    ['cannot be read completely', () => [{ id: 'main' }, { id: '' }]],
    [
      'is not answered',
      () => {
        throw failing('unavailable');
      },
    ],
  ])('is gone all the same where it is the list of accounts that %s (invariant 8)', async (_, accounts) => {
    const watcher = aWatcher();
    await watcher.run('10:00');
    watcher.cloud.answer('listProjects', () => []);
    watcher.cloud.answer('listBillingAccounts', accounts);
    for (const operation of ['listVms', 'listMachines'] as const) watcher.cloud.answer(operation, gone);
    await watcher.run('10:05');
    expect(await watcher.headOf(lab)).toMatchObject({ failedPolls: 1, failureScope: 'unlisted' });
  });

  it('stays unlisted through a poll without any answer, and one with a gap after it (invariant 8)', async () => {
    const watcher = aWatcher();
    await watcher.run('10:00');
    watcher.cloud.answer('listProjects', () => []);
    for (const operation of ['listVms', 'listMachines'] as const) watcher.cloud.answer(operation, gone);
    await watcher.run('10:05');
    watcher.cloud.answer('listProjects', () => {
      throw failing('unavailable');
    });
    await watcher.run('10:10');
    expect(await watcher.headOf(lab)).toMatchObject({ failedPolls: 2, failureScope: 'unlisted' });
    watcher.cloud.answer('listProjects', () => [{ id: '' }]);
    await watcher.run('10:15');
    expect(await watcher.headOf(lab)).toMatchObject({ failedPolls: 3, failureScope: 'unlisted' });
  });
});
