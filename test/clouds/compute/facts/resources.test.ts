import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clusterResources,
  machineResource,
  vmResource,
} from '../../../../lib/clouds/compute/facts/resources.ts';
import { volumeResource } from '../../../../lib/clouds/compute/facts/storage-resources.ts';
import { WireVm } from '../../../../lib/clouds/compute/wire/vm.ts';
import { readRecord } from '../../../../lib/clouds/http/read-record.ts';
import { ResourceId } from '../../../../lib/model/ids.ts';
import { at } from '../../../support/at.ts';
import { noon } from '../../../support/builders/observation-builders.ts';
import { aWireMachine, aWireVm, aWireVolume } from '../../../support/builders/wire-builders.ts';

const vmWords = {
  running: ['ACTIVE'],
  stopped: ['STOPPED', 'SUSPENDED'],
  failed: ['FAILED'],
  gone: ['DELETED'],
  changing: [
    'PENDING',
    'CLONING',
    'CREATING_SNAPSHOT',
    'DELETING',
    'DELETING_SNAPSHOT',
    'HOTPLUGGING',
    'MIGRATING',
    'RECREATING',
    'REVERTING_SNAPSHOT',
    'RESIZING',
    'RESIZING_DISK',
    'STARTING',
    'STOPPING',
    'SUSPENDING',
  ],
  unknown: [
    'UNKNOWN',
    '',
    'active',
    'ACTIVE ',
    'POWERED_DOWN',
    'IDLE',
    'constructor',
    'toString',
    '__proto__',
  ],
} as const;
const known = new Set<string>(
  Object.entries(vmWords).flatMap(([to, words]) => (to === 'unknown' ? [] : words)),
);

/** A VM as the client reads it, whatever its fields hold. */
function readVm(fields: object): WireVm {
  const read = readRecord(WireVm, { id: 'box', state: 'ACTIVE', ...fields });
  return read.kind === 'read' ? read.record : expect.fail(read.mismatch.because);
}

describe('the state of a VM', () => {
  it('keeps its memory while it is suspended, and in no other state', () => {
    const states = Object.values(vmWords).flat();
    expect(states.filter((state) => vmResource(readVm({ state }), noon).keepsMemory)).toEqual(['SUSPENDED']);
  });

  it.each(
    Object.entries(vmWords).flatMap(([activity, words]) => words.map((word) => [word, activity] as const)),
  )('%j means %s', (word, activity) => {
    const vm = vmResource(aWireVm({ state: word }), noon);
    expect(vm.activity).toBe(activity);
    expect(vm.state).toBe(word || 'UNKNOWN');
  });

  it('is unknown, never idle and never stopped, for any value that is not in the table (invariant 1)', () => {
    fc.assert(
      fc.property(
        fc.string().filter((word) => !known.has(word)),
        (word) => {
          expect(vmResource(aWireVm({ state: word }), noon).activity).toBe('unknown');
          expect(machineResource(aWireMachine({ powerState: `x${word}` }), noon).activity).toBe('unknown');
          expect(volumeResource(aWireVolume({ state: `x${word}` }), noon).activity).toBe('unknown');
        },
      ),
    );
  });

  it('is read from where older platforms put it, and is unknown where there is none', () => {
    expect(vmResource(aWireVm({ state: undefined, vmState: 'STOPPED' }), noon).activity).toBe('stopped');
    expect(vmResource(aWireVm({ state: null, vmState: 'STOPPED' }), noon).activity).toBe('stopped');
    expect(vmResource(aWireVm({ state: 'ACTIVE', vmState: 'ACTIVE' }), noon).activity).toBe('running');
    expect(vmResource(aWireVm({ state: undefined }), noon).activity).toBe('unknown');
  });

  it.each(['ACTIVE', 'STOPPED', 'DELETED'])(
    'is unknown, and named, where %s contradicts its older field',
    (state) => {
      const vm = vmResource(aWireVm({ state, vmState: 'FAILED' }), noon);
      expect(vm).toMatchObject({ activity: 'unknown', unreadable: [{ field: 'state' }] });
    },
  );
});

describe('the state of a machine and a volume', () => {
  it.each([
    ['ON', 'running'],
    ['OFF', 'stopped'],
    ['POWERING_ON', 'changing'],
    ['POWERING_OFF', 'changing'],
    ['REBOOTING', 'changing'],
    ['MACHINE_POWER_STATE_UNSPECIFIED', 'unknown'],
    [undefined, 'unknown'],
  ])('the power state %s means %s', (word, activity) => {
    expect(machineResource(aWireMachine({ powerState: word }), noon).activity).toBe(activity);
  });

  it.each([
    ['CREATING', 'CREATING', 'changing'],
    ['DEPLOYING', 'DEPLOYING', 'changing'],
    ['UPDATING', 'UPDATING', 'changing'],
    ['DELETING', 'DELETING', 'changing'],
    ['FAILED', 'FAILED', 'failed'],
    ['STATE_UNSPECIFIED', 'STATE_UNSPECIFIED', 'unknown'],
    ['REPAIRING', 'REPAIRING', 'unknown'],
    ['active', 'active', 'unknown'],
    ['', 'STATE_UNSPECIFIED', 'unknown'],
    [undefined, 'STATE_UNSPECIFIED', 'unknown'],
    [null, 'STATE_UNSPECIFIED', 'unknown'],
  ])(
    'of a machine is that of the life cycle %j, whatever its power state (invariant 1)',
    (life, state, activity) => {
      for (const powerState of ['ON', 'OFF', 'REBOOTING', undefined]) {
        const machine = { state: life, powerState };
        expect(machineResource(aWireMachine(machine), noon)).toMatchObject({ state, activity });
        const cluster = { id: ResourceId.parse('c'), machines: [{ id: ResourceId.parse('n'), ...machine }] };
        expect(clusterResources({ ...cluster, state: 'ACTIVE' }, noon)[1]).toMatchObject({ state, activity });
      }
    },
  );

  it.each([
    ['ACTIVE', 'ON', 'running'],
    [undefined, 'STATE_UNSPECIFIED', 'unknown'],
    ['', 'STATE_UNSPECIFIED', 'unknown'],
    ['FAILED', 'ON', 'running'],
    ['UPDATING', 'UPDATING', 'changing'],
    ['CREATING', 'CREATING', 'changing'],
    ['DELETING', 'DELETING', 'changing'],
    ['REPAIRING', 'REPAIRING', 'unknown'],
    ['STATE_UNSPECIFIED', 'STATE_UNSPECIFIED', 'unknown'],
  ])('of a cluster, %j, gives its running machine the state %s', (life, state, activity) => {
    const machines = [{ id: ResourceId.parse('n'), state: 'ACTIVE', powerState: 'ON' }];
    const [, node] = clusterResources({ id: ResourceId.parse('c'), state: life, machines }, noon);
    expect(node).toMatchObject({ state, activity });
  });

  it.each([
    ['ACTIVE', 'running'],
    ['CREATING', 'changing'],
    ['UPDATING', 'changing'],
    ['DELETING', 'changing'],
    ['FAILED', 'failed'],
    ['VOLUME_STATE_UNSPECIFIED', 'unknown'],
    [undefined, 'unknown'],
  ])('the volume state %s means %s', (word, activity) => {
    expect(volumeResource(aWireVolume({ state: word }), noon).activity).toBe(activity);
  });
});

describe('the price of a VM', () => {
  it.each([
    ['a Decimal object', { price: { totalPriceHr: { value: '1.50' } } }, '1.5'],
    ['bare text', { price: { totalPriceHr: '1.50' } }, '1.5'],
    ['a number', { price: undefined, priceHr: 1.5 }, '1.5'],
    ['a number that JavaScript writes with an exponent', { price: undefined, priceHr: 1e-7 }, '0.0000001'],
    ['the total before the old field', { price: { totalPriceHr: { value: '2' } }, priceHr: 9 }, '2'],
    ['the old field where the total is missing', { price: {}, priceHr: { value: '9' } }, '9'],
    ['nothing', { price: undefined }, null],
    ['null', { price: null, priceHr: null }, null],
    ['zero at rest', { state: 'STOPPED', price: { totalPriceHr: { value: '0' } } }, '0'],
  ])('is read from %s', (_, fields, price) => {
    expect(vmResource(aWireVm(fields), noon).price?.running.toFixed() ?? null).toBe(price);
  });

  it.each([{ value: 'NaN' }, { value: '1,5' }, 'free', '1e999999999', '-1', 1e5 + 0.01, Number.NaN])(
    'is unknown where it reads %j, and the field is named (invariant 17)',
    (totalPriceHr) => {
      const vm = vmResource(readVm({ price: { totalPriceHr } }), noon);
      expect(vm).toMatchObject({ price: null, unreadable: [{ field: 'price.totalPriceHr' }] });
    },
  );

  it.each([{ price: { totalPriceHr: { value: '0.00' } } }, { price: undefined, priceHr: 0 }])(
    'is unknown where it is 0 while it runs, and named (invariant 26): %j',
    (fields) => {
      const vm = vmResource(aWireVm({ state: 'ACTIVE', ...fields }), noon);
      expect(vm).toMatchObject({ price: null, unreadable: [{ field: 'price' }] });
    },
  );

  it.each([{}, { value: '' }, { value: null }, ''])('is unknown when it is empty: %j', (totalPriceHr) => {
    const vm = vmResource(readVm({ price: { totalPriceHr } }), noon);
    expect([vm.price, vm.unreadable]).toEqual([null, undefined]);
  });
});

describe('an observed VM', () => {
  it('has as unknown what the platform does not show', () => {
    const vm = vmResource(
      aWireVm({ vcpus: undefined, metadata: undefined, createTime: undefined, commitmentEndTime: null }),
      noon,
    );
    expect(vm).toMatchObject({
      vcpus: 0,
      metadata: null,
      createdAt: null,
      committedUntil: null,
      seenAt: noon,
    });
  });

  it('keeps its metadata, its times and the counts that arrive as text', () => {
    const vm = vmResource(
      aWireVm({
        vcpus: '16',
        metadata: { env: 'production' },
        createTime: '2026-11-01T12:00:00+01:00',
        commitmentEndTime: '2027-01-01T00:00:00Z',
      }),
      noon,
    );
    expect(vm).toMatchObject({
      vcpus: 16,
      metadata: { env: 'production' },
      createdAt: at('2026-11-01T11:00:00'),
      committedUntil: at('2027-01-01T00:00:00'),
    });
  });

  it.each([
    [{ vcpus: 1.5 }, { vcpus: 0 }],
    [{ vcpus: '9007199254740993' }, { vcpus: 0 }],
    [{ gpuQuantity: 0.5 }, { gpus: 1 }],
    [{ gpuQuantity: -1 }, { gpus: 1 }],
    [{ gpuModelId: {} }, { gpus: 1 }],
    [{ createTime: 'friday 5' }, { createdAt: null }],
    [{ commitmentEndTime: 'friday 5' }, { committedUntil: 'unknown' }],
    [{ commitmentTerm: 12 }, { committedUntil: 'unknown' }],
    [{ metadata: { spendwatch: true } }, { metadata: null }],
    [{ state: 7, vmState: 'STOPPED' }, { activity: 'unknown' }],
  ])('with %j is read as unknown there, and names the field (invariants 1 and 17)', (fields, seen) => {
    const vm = vmResource(readVm(fields), noon);
    expect(vm).toMatchObject({ ...seen, unreadable: [{ field: Object.keys(fields)[0] }] });
  });

  it('shows empty metadata for machines and volumes, which have none', () => {
    expect(machineResource(aWireMachine(), noon).metadata).toEqual({});
    expect(volumeResource(aWireVolume(), noon).metadata).toEqual({});
  });
});
