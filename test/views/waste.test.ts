import { describe, expect, it } from 'vitest';
import { later } from '../../lib/model/time/time.ts';
import { judgeAllWaste } from '../../lib/views/waste.ts';
import { aHead, anObservation, aVm, aVolume, noon } from '../support/builders/observation-builders.ts';
import { aWasteRule } from '../support/builders/resource-rule-builders.ts';
import { anAlert, aViewInput } from '../support/builders/view-builders.ts';

const rule = aWasteRule();
const stopped = aVm({ state: 'STOPPED', activity: 'stopped' });
const disk = aVm({ kind: 'disk', id: 'old', price: null, createdAt: null, metadata: null, inUse: false });
const volume = aVolume({ usedGib: 40, sizeGib: 100 });
const context = aViewInput([rule]);
const wasted = (phase: 'pending' | 'firing', subject: string, episode: string) =>
  anAlert({ kind: 'waste', rule: rule.name, phase, subject, episode });

describe('waste', () => {
  it.each([
    { what: 'a running VM', resource: aVm(), states: [] },
    { what: 'a stopped VM', resource: stopped, states: ['waste'] },
    {
      what: 'one that has been stopped for longer than the grace',
      resource: stopped,
      alerts: [wasted('firing', 'project/lab/vm/box', '2026-11-01T12:00:00Z/stopped-vm')],
      states: ['waste'],
    },
    {
      what: 'one that has not been stopped long enough for any rule',
      resource: stopped,
      alerts: [wasted('pending', 'project/lab/vm/box', '2026-11-01T12:00:00Z/stopped-vm')],
      states: ['waste'],
    },
    {
      what: 'a disk that is not attached, though this poll did not ask for disks',
      resource: disk,
      states: ['grace'],
    },
    { what: 'a disk whose use is unknown', resource: { ...disk, inUse: null }, states: ['unknown'] },
    { what: 'a volume of the same size as an hour ago', resource: volume, states: [] },
    {
      what: 'a volume of the same size for longer than the grace',
      resource: volume,
      alerts: [wasted('firing', 'project/lab/volume/data', '/untouched-volume/40')],
      states: ['waste'],
    },
    {
      what: 'a VM of an unknown state',
      resource: aVm({ activity: 'unknown', state: 'ODD' }),
      states: ['unknown'],
    },
    { what: 'a failed VM', resource: aVm({ activity: 'failed', state: 'FAILED' }), states: ['grace'] },
  ])('$what: $states', ({ resource, alerts = [], states }) => {
    const head = aHead({ observation: anObservation({ seen: ['vms'], resources: [resource] }), alerts });
    expect(judgeAllWaste([head], context).map(({ state }) => state)).toEqual(states);
  });

  it('includes what is billed at rest, without any rule on it', () => {
    const heads = [
      aHead({
        observation: anObservation({ resources: [stopped, aVm({ id: 'odd', activity: 'unknown' })] }),
      }),
    ];
    expect(judgeAllWaste(heads, aViewInput([]))).toMatchObject([
      { rule: null, state: 'waste', resource: stopped },
    ]);
  });

  it('has the time when its alert fires', () => {
    const alerts = [wasted('pending', 'project/lab/vm/box', '2026-11-01T12:00:00Z/stopped-vm')];
    const head = aHead({ observation: anObservation({ resources: [stopped] }), alerts });
    expect(judgeAllWaste([head], context)).toMatchObject([
      { since: noon, notifiedFrom: later(noon, rule.for) },
    ]);
  });

  it.each([
    {
      what: 'its project',
      more: { failedPolls: 2, failedBecause: 'refused' },
      because: /later polls of its project failed: refused/,
    },
    { what: 'its kind', more: { failingSince: { vms: noon } }, because: /vms could not be read in full/ },
  ])('is unknown while $what cannot be read', ({ more, because }) => {
    const alerts = [wasted('firing', 'project/lab/vm/box', '2026-11-01T12:00:00Z/stopped-vm')];
    const head = aHead({ observation: anObservation({ resources: [stopped] }), alerts, ...more });
    expect(judgeAllWaste([head], context)).toMatchObject([
      { state: 'unknown', because: expect.stringMatching(because) },
    ]);
  });
});
