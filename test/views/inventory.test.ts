import { describe, expect, it } from 'vitest';
import { earlier, hours, later, minutes } from '../../lib/model/time/time.ts';
import { buildInventory, computes } from '../../lib/views/inventory.ts';
import {
  aHead,
  aMachine,
  anObservation,
  aVm,
  aVolume,
  noon,
  usageUntil,
} from '../support/builders/observation-builders.ts';
import { anIdleRule } from '../support/builders/policy-builders.ts';
import { anAlert, aViewInput } from '../support/builders/view-builders.ts';

const rule = anIdleRule({ window: hours(4) });
const context = aViewInput([rule]);

describe('the inventory of VMs and machines', () => {
  it('leaves out storage and resources that are gone', () => {
    const resources = [aVm(), aMachine(), aVolume(), aVm({ id: 'old', activity: 'gone' })];
    const machines = buildInventory(
      aHead({ observation: anObservation({ resources }) }),
      [],
      context,
      new Map(),
    ).filter(computes);
    expect(machines.map(({ subject }) => subject)).toEqual([
      'project/lab/vm/box',
      'project/lab/machine/metal',
    ]);
  });

  it('has the newest use in any poll, if it is no older than deferred samples may be', () => {
    const before = earlier(noon, minutes(10));
    const past = [anObservation({ at: before, usage: [usageUntil(before, [20, 30])] })];
    const head = aHead({ observation: anObservation() });
    expect(buildInventory(head, past, context, new Map())[0]?.use).toMatchObject({ cpu: 30, at: before });
    expect(
      buildInventory(head, past, { ...context, now: later(noon, minutes(71)) }, new Map())[0]?.use,
    ).toBeNull();
    const stopped = aHead({ observation: anObservation({ resources: [aVm({ activity: 'stopped' })] }) });
    expect(buildInventory(stopped, past, context, new Map())[0]?.use).toBeNull();
  });

  it('has the time since when a firing alert calls a VM idle, only while its verdict is known and the VM is running', () => {
    const idleSince = earlier(noon, hours(5));
    const alert = anAlert({ rule: rule.name, since: earlier(noon, hours(1)), idleSince });
    const alerts = [alert];
    const since = (more: Parameters<typeof aHead>[0]) =>
      buildInventory(aHead({ observation: anObservation(), alerts, ...more }), [], context, new Map())[0]
        ?.idleSince;
    expect(since({})).toBe(idleSince);
    expect(since({ alerts: [{ ...alert, unknownSince: noon }] })).toBeNull();
    expect(since({ failedPolls: 1 })).toBeNull();
    expect(since({ alerts: [anAlert({ rule: rule.name, phase: 'resolved' })] })).toBeNull();
    expect(since({ observation: anObservation({ resources: [aVm({ activity: 'stopped' })] }) })).toBeNull();
  });

  it.each([
    [{ createdBy: 'ann', metadata: { owner: 'bob' } }, 'bob'],
    [{ createdBy: 'ann', metadata: { team: 'ml' } }, 'ann'],
    [{ metadata: { team: 'ml', owner: 'bob' } }, 'bob'],
    [{ metadata: { team: 'ml' } }, 'ml'],
    [{ metadata: null }, null],
  ])('has for %j the owner %s', (vm, owner) => {
    const head = aHead({ observation: anObservation({ resources: [aVm(vm)] }) });
    expect(buildInventory(head, [], context, new Map())[0]?.owner).toBe(owner);
  });
});
