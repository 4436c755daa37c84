import { describe, expect, it } from 'vitest';
import { recoverHead } from '../../../lib/jobs/recover-head.ts';
import { chargeToMoney } from '../../../lib/model/money/money.ts';
import { LedgerError } from '../../../lib/record/ledger.ts';
import { unreadableHead } from '../../../lib/state/head.ts';
import { unreadableOverride } from '../../../lib/state/override.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { boxOnTheWire } from '../../support/clouds/platform.ts';
import { type Answers, failing } from '../../support/clouds/scripted-cloud.ts';
import { on } from '../../support/timeline.ts';
import { always, aWatcher, main, outcomes, shop } from './a-watcher.ts';

describe('a run', () => {
  it('takes each project and billing account through one turn and commits it', async () => {
    const watcher = aWatcher();
    const report = await watcher.run('10:00');
    expect(outcomes(report)).toEqual({ [lab]: 'turned', [main]: 'turned' });
    expect(report.failures).toEqual([]);
    expect(await watcher.headOf(lab)).toMatchObject({
      seq: 1,
      observation: { at: on('10:00'), account: 'main' },
    });
    expect(await watcher.headOf(main)).toMatchObject({ seq: 1, observation: { kind: 'account' } });
    expect(await watcher.ledger.observations(lab, ...always)).toEqual([]);
  });

  it('writes the observation before it to history, and the hours that have closed', async () => {
    const watcher = aWatcher();
    await watcher.run('10:00');
    const { observation } = await watcher.headOf(lab);
    await watcher.run('11:00');
    expect(await watcher.ledger.observations(lab, ...always)).toEqual([observation]);
    const sinceItBegan = [on('10:00'), on('22 00:00')] as const;
    expect(await watcher.ledger.meters(lab, 'hour', ...sinceItBegan)).toEqual([]);
    await watcher.run('11:05');
    const [hour] = await watcher.ledger.meters(lab, 'hour', ...sinceItBegan);
    expect(chargeToMoney(hour?.charge ?? expect.fail()).toFixed()).toBe('60');
    expect(await watcher.headOf(lab)).toMatchObject({ seq: 3, pendingWrites: { meters: [], journal: [] } });
  });

  it('asks every time for VMs, machines and the account, and for the rest at its interval', async () => {
    const watcher = aWatcher();
    await watcher.run('10:00');
    const first = [...watcher.cloud.asked];
    expect(first).toContain('getCurrentSpend lab');
    expect(first).toContain('listVolumes lab');
    expect(first).not.toContain('monitorVm lab/box');
    await watcher.run('10:05');
    const second = watcher.cloud.asked.slice(first.length);
    expect(second).toEqual(
      expect.arrayContaining(['listVms lab', 'listMachines lab', 'getBillingAccount main']),
    );
    expect(second).toContain('monitorVm lab/box');
  });
});

describe('a target that fails (invariant 11)', () => {
  const twoProjects: Answers = {
    listProjects: () => [{ id: 'lab' }, { id: 'shop' }],
    listBillingAccounts: () => [],
  };

  it('because the cloud does not answer has a failed poll, and changes nothing for the others', async () => {
    const answers: Answers = {
      ...twoProjects,
      listVms: ({ projectId }) => {
        if (projectId === 'shop') throw failing('unavailable', 'listVms: 503');
        return [boxOnTheWire()];
      },
      listMachines: ({ projectId }) => {
        if (projectId === 'shop') throw failing('unavailable', 'listMachines: 503');
        return [];
      },
    };
    const watcher = aWatcher({ answers });
    expect(outcomes(await watcher.run('10:00'))).toEqual({ [lab]: 'turned', [shop]: 'turned' });
    expect(await watcher.headOf(shop)).toMatchObject({
      failedPolls: 1,
      failedBecause: 'scripted: listVms: 503',
      observation: null,
    });
    expect(await watcher.headOf(lab)).toMatchObject({ failedPolls: 0, observation: { at: on('10:00') } });
    watcher.cloud.answer('listVms', () => []);
    await watcher.run('10:05');
    expect(await watcher.headOf(shop)).toMatchObject({ failedPolls: 0, observation: { at: on('10:05') } });
  });

  it('because the ledger rejects its commit is reported, and changes nothing for the others', async () => {
    const watcher = aWatcher({
      answers: twoProjects,
      worsen: (inner) => ({
        ...inner,
        commit: (head) =>
          head.target === shop ? Promise.reject(new LedgerError('the table is gone')) : inner.commit(head),
      }),
    });
    const report = await watcher.run('10:00');
    expect(report.targets).toContainEqual({
      kind: 'failed',
      target: shop,
      because: 'LedgerError: the table is gone',
    });
    expect(outcomes(report)[lab]).toBe('turned');
    expect(watcher.lines).toContain(`turn-failed ${shop} LedgerError: the table is gone`);
  });

  it('because of a bug is reported too, and changes nothing for the others', async () => {
    const answers: Answers = {
      ...twoProjects,
      listVms: ({ projectId }) => {
        if (projectId === 'shop') throw new TypeError('a mistake');
        return [];
      },
    };
    const watcher = aWatcher({ answers });
    const report = await watcher.run('10:00');
    expect(outcomes(report)).toEqual({ [lab]: 'turned', [shop]: 'failed' });
    expect(await watcher.headOf(lab)).toMatchObject({ seq: 1 });
  });
});

describe('invariant 18: an override that cannot be read', () => {
  it('is noted for act to report, and pauses everything while all else goes on', async () => {
    const lost = unreadableOverride('keep-1', 'damaged');
    const watcher = aWatcher({ worsen: (inner) => ({ ...inner, overrides: async () => [lost] }) });
    const report = await watcher.run('10:00');
    expect(new Set(Object.values(outcomes(report)))).toEqual(new Set(['turned']));
    expect(await watcher.ledger.noted()).toMatchObject([
      { matter: 'records', because: expect.stringContaining('1 override cannot be read') },
    ]);
  });
});

describe('invariant 18: a head that cannot be read', () => {
  it('fails only its target, which is not polled, and is not replaced', async () => {
    const watcher = aWatcher();
    await watcher.run('10:00');
    watcher.ledger.damage(lab);
    const asked = watcher.cloud.asked.length;
    const report = await watcher.run('10:05');
    expect(outcomes(report)).toEqual({ [lab]: 'unreadable', [main]: 'turned' });
    expect(watcher.cloud.asked.slice(asked).filter((question) => question.includes('lab'))).toEqual([]);
    await expect(watcher.headOf(lab)).rejects.toThrow('damaged');
    expect(await watcher.ledger.heads()).toContainEqual(unreadableHead(lab, 'it is damaged'));
  });

  it('starts over after it was recovered, and its target is polled again', async () => {
    const watcher = aWatcher();
    await watcher.run('10:00');
    watcher.ledger.damage(lab);
    const { clock, ledger } = watcher;
    expect(await recoverHead(ledger, lab, { author: 'ada', now: clock.now() })).toBe('begun-anew');
    expect(outcomes(await watcher.run('10:10'))).toMatchObject({ [lab]: 'turned' });
    expect(await watcher.headOf(lab)).toMatchObject({ seq: 3, failedPolls: 0 });
    await watcher.run('10:15');
    expect(await ledger.journal(lab, ...always)).toMatchObject(
      [{ event: 'override-placed', by: 'ada' }, {}].slice(0, 1),
    );
  });
});
