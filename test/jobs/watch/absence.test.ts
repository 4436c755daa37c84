import { describe, expect, it } from 'vitest';
import { hours, minutes } from '../../../lib/model/time/time.ts';
import type { Head } from '../../../lib/state/head.ts';
import { lab } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { aWasteRule } from '../../support/builders/resource-rule-builders.ts';
import { boxOnTheWire, clusterOnTheWire } from '../../support/clouds/platform.ts';
import { failing } from '../../support/clouds/scripted-cloud.ts';
import { aWatcher } from './a-watcher.ts';

const vms = (head: Head): string[] =>
  head.observation?.kind === 'project'
    ? head.observation.resources.map(({ id, state }) => `${id} ${state}`)
    : [];
const stopped = boxOnTheWire({ state: 'STOPPED' });

/** A polled project whose one VM is stopped and has an alert; then its list is empty. */
async function aStoppedVm(getVm: () => unknown) {
  const rules = [anIdleRule(), aWasteRule({ conditions: ['stopped-vm'], for: hours(1) })];
  const watcher = aWatcher({ policy: aPolicy({ rules }), answers: { listVms: () => [stopped], getVm } });
  await watcher.run('08:00');
  await watcher.run('10:05');
  expect((await watcher.headOf(lab)).alerts).toMatchObject([{ phase: 'firing' }]);
  watcher.cloud.answer('listVms', () => []);
  const poll = async (time: string) => {
    await watcher.run(time);
    return watcher.headOf(lab);
  };
  return { poll, watcher };
}

describe('a list that is empty after a full one (invariant 22)', () => {
  it('resolves no alert and drops no VM while a read by its id finds it, and its charge goes on', async () => {
    const { poll, watcher } = await aStoppedVm(() => ({ VM: stopped }));
    const head = await poll('10:10');
    expect(watcher.cloud.asked).toContain('getVm lab/box');
    expect(vms(head)).toEqual(['box STOPPED']);
    expect(head.alerts).toMatchObject([{ phase: 'firing' }]);
    expect(head.observation?.missing).toEqual([
      { part: 'vms', because: 'the list no longer includes vm/box (it exists)' },
    ]);
    expect(head.meters?.hour.charge.toFixed()).toBe(`${60 * minutes(10)}`);
  });

  it('proves nothing where the key is refused: figures carry on for three hours, and then there is a gap', async () => {
    const { poll } = await aStoppedVm(() => {
      throw failing('unauthenticated', '401');
    });
    const head = await poll('10:10');
    expect(vms(head)).toEqual(['box STOPPED']);
    expect(head.alerts).toMatchObject([{ phase: 'firing' }]);
    const late = await poll('14:00');
    expect(vms(late)).toEqual(['box STOPPED']);
    expect(late.meters?.day.charge.toFixed()).toBe(`${60 * minutes(305)}`);
    expect(late.meters?.day.gap).toBeGreaterThan(0);
  });

  it('counts once the platform reports that there is no such VM', async () => {
    const { poll } = await aStoppedVm(() => {
      throw failing('not-found', 'no such VM');
    });
    const head = await poll('10:10');
    expect(vms(head)).toEqual([]);
    expect(head.alerts).not.toMatchObject([{ phase: 'firing' }]);
    expect(head.observation?.missing).toEqual([]);
  });
});

it('a cluster missing from its list is read once for all its machines, which are kept', async () => {
  const cluster = clusterOnTheWire({}, {});
  const watcher = aWatcher({ answers: { listClusters: () => [cluster], getCluster: () => cluster } });
  await watcher.run('10:00');
  watcher.cloud.answer('listClusters', () => []);
  await watcher.run('10:05');
  const kept = (await watcher.headOf(lab)).observation;
  expect(kept?.kind === 'project' && kept.resources.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['cluster', 'cluster-machine']),
  );
  expect(watcher.cloud.asked.filter((asked) => asked.startsWith('getCluster'))).toEqual([
    'getCluster lab/cluster',
  ]);
});

it('a project is gone only where the list of projects lacks it and the platform does not find it either', async () => {
  const watcher = aWatcher({ answers: { listVms: () => [stopped], listMachines: () => [] } });
  await watcher.run('10:00');
  watcher.cloud.answer('listProjects', () => []);
  const scopeAfter = async (time: string, refuse: 'forbidden' | 'unavailable' | 'not-found') => {
    for (const list of ['listVms', 'listMachines'] as const)
      watcher.cloud.answer(list, () => {
        throw failing(refuse);
      });
    await watcher.run(time);
    return (await watcher.headOf(lab)).failureScope;
  };
  expect(await scopeAfter('10:05', 'unavailable')).toBe(null);
  expect(await scopeAfter('10:10', 'forbidden')).toBe(null);
  expect(await scopeAfter('10:15', 'not-found')).toBe('unlisted');
  expect(await scopeAfter('10:20', 'unavailable')).toBe('unlisted');
});
