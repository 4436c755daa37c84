import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import {
  clusterResources,
  machineResource,
  vmResource,
} from '../../../../lib/clouds/compute/facts/resources.ts';
import { volumeResource } from '../../../../lib/clouds/compute/facts/storage-resources.ts';
import { WireCluster, WireMachine } from '../../../../lib/clouds/compute/wire/machine.ts';
import { WireVolume } from '../../../../lib/clouds/compute/wire/storage.ts';
import { WireVm } from '../../../../lib/clouds/compute/wire/vm.ts';
import { readRecord } from '../../../../lib/clouds/http/read-record.ts';
import { noon } from '../../../support/builders/observation-builders.ts';

function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = readRecord<S>(schema, value);
  if (result.kind === 'unreadable') throw new TypeError(result.mismatch.because);
  return result.record;
}

const node = { id: 'node', state: 'ACTIVE', powerState: 'ON' };

/** Records whose every state says that they run, and the activities that are read from them and their parts. */
const records: readonly (readonly [string, object, (record: object) => readonly string[]])[] = [
  ['VM', { state: 'ACTIVE' }, (record) => [vmResource(read(WireVm, record), noon).activity]],
  [
    'machine',
    { state: 'ACTIVE', powerState: 'ON' },
    (record) => [machineResource(read(WireMachine, record), noon).activity],
  ],
  [
    'cluster',
    { state: 'ACTIVE', machines: [node] },
    (record) => clusterResources(read(WireCluster, record), noon).map(({ activity }) => activity),
  ],
  ['volume', { state: 'ACTIVE' }, (record) => [volumeResource(read(WireVolume, record), noon).activity]],
];

/** What stands for a state that the platform did not set, or that cannot be read. */
const unset = [
  undefined,
  null,
  '',
  'STATE_UNSPECIFIED',
  'MACHINE_POWER_STATE_UNSPECIFIED',
  'LATER',
  5,
  {},
  [],
  true,
];

// Invariants 1 and 17.
describe('a record without one of its states, in whatever form, is of unknown activity, and so are its parts', () => {
  const cases = records.flatMap(([kind, record, activities]) =>
    Object.keys(record)
      .filter((name) => /state/i.test(name))
      .flatMap((name) =>
        unset.map((value) => [kind, name, value, { id: 'a', ...record }, activities] as const),
      ),
  );
  it.each(cases)('a %s with the %s %j', (_kind, name, value, record, activities) => {
    expect(new Set(activities(record))).toEqual(new Set(['running']));
    expect(new Set(activities({ ...record, [name]: value }))).toEqual(new Set(['unknown']));
  });
  it.each(unset.map((value) => [value]))('a machine of a cluster with the state or power %j', (value) => {
    const activities = records[2]?.[2];
    for (const name of ['state', 'powerState']) {
      const cluster = { id: 'a', state: 'ACTIVE', machines: [{ ...node, [name]: value }] };
      expect(activities?.(cluster)).toEqual(['running', 'unknown']);
    }
  });
});
