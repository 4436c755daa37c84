import { describe, expect, it } from 'vitest';
import {
  WireEndpoint,
  WireGpuType,
  WireNetworkVolume,
  WirePod,
  WireWorker,
} from '../../../lib/clouds/runpod/contract.ts';
import { earlier, hours, later, minutes } from '../../../lib/model/time/time.ts';
import { createEndpoint, createVolume } from '../../../lib/simulators/runpod/world/holdings.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import { aPod, start } from '../../simulators/runpod/an-account.ts';
import { requiredMembers, skipped } from '../../simulators/runpod/platform-document.ts';
import { sampleOf } from '../../support/tier.ts';
import { aWatchedAccount } from './a-watched-account.ts';

const policy = `
version: 1
mode: enforce
caps: { per-run: 9, per-day: 30, share: 100% }
rules:
  - { name: idle pods, idle: 30m, gpu-window: 30m, then: [{ stop: after 15m, may-erase: true }] }
  - { name: unused, waste: [unmounted-volume] }
  - { name: sight, freshness: 15m }
`;

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes some records, wherever they are in a reply. */
function withRecords(
  reply: unknown,
  isOdd: (record: Json) => boolean,
  change: (record: Json) => Json,
): unknown {
  if (Array.isArray(reply)) return reply.map((one) => withRecords(one, isOdd, change));
  if (!isJson(reply)) return reply;
  if (isOdd(reply)) return change(reply);
  return Object.fromEntries(
    Object.entries(reply).map(([name, value]) => [name, withRecords(value, isOdd, change)]),
  );
}

/** The forms that a member is spoilt to; a value that it may well hold is none of them. */
const spoils: readonly (readonly [string, (member: string, value: unknown) => unknown])[] = [
  ['left out', () => undefined],
  ['null', (member) => (nullable.has(member) ? 7 : null)],
  // A member that is null may well hold a text.
  ['of another type', (_, value) => (typeof value === 'object' && value !== null ? 'none' : { value })],
];
const nullable = new Set([
  'dataCenterId',
  'template',
  'runtime',
  'startedAt',
  'registry',
  'cudaVersion',
  'pool',
]);

/**
 * A busy pod, two idle ones, a volume that is mounted, and an endpoint with a worker; `odd` names what is spoilt, up to a
 * minute.
 */
function aStory(odd: string, change: (record: Json) => Json, until = Number.POSITIVE_INFINITY) {
  const stops: string[] = [];
  const names = new Map<string, string>();
  function isOdd(record: Json): boolean {
    if (odd === 'a worker') return 'isStale' in record;
    // A pod names the type of its GPUs by the same id; only the type's own record has a memory.
    if (odd === typeOfGpus) return record['id'] === odd && 'memory' in record;
    return names.get(String(record['id'])) === odd;
  }
  const watched = aWatchedAccount({
    policy,
    credit: 10_000,
    spendLimit: 1_000,
    script: [
      {
        at: earlier(start, hours(5)),
        happen(state) {
          const volume = createVolume(state, { name: 'datasets', gb: 100 });
          names.set(volume.id, 'datasets');
          for (const [name, kind] of [
            ['busy', 'training'],
            ['quiet', 'abandoned'],
            ['honest', 'abandoned'],
          ] as const) {
            const storage = name === 'busy' ? ({ kind: 'network', id: volume.id } as const) : aPod.storage;
            const pod = createPod(state, { ...aPod, name, workload: { kind }, ...(storage && { storage }) });
            names.set(pod.id, name);
          }
          const endpoint = createEndpoint(state, { name: 'whisper', gpu: 'NVIDIA L40S', workers: 1 });
          names.set(endpoint.id, 'whisper');
        },
      },
    ],
    change(path, reply) {
      const minute = (watched.clock.now() - start) / 60_000;
      const [, stopped] = /^\/v2\/pods\/(\w+)\/action$/.exec(path) ?? [];
      if (stopped !== undefined) stops.push(`${names.get(stopped)} at ${minute}`);
      return minute < until ? withRecords(reply, isOdd, change) : reply;
    },
  });
  return { watched, stops, names };
}

const spoilt = (member: string, to: (member: string, value: unknown) => unknown) => (record: Json) => {
  const value = to(member, record[member]);
  const { [member]: _, ...rest } = record;
  return value === undefined ? rest : { ...rest, [member]: value };
};

const typeOfGpus = aPod.compute.kind === 'gpu' ? aPod.compute.id : '';
const everything = ['cluster/whisper', 'vm/busy', 'vm/honest', 'vm/quiet', 'volume/datasets'];
/** The records of the account that are resources, by the names that they are reported under. */
const parts = new Map([
  ['Pod', 'vms'],
  ['NetworkVolume', 'volumes'],
  ['Endpoint', 'clusters'],
]);

const records = [
  ['Pod', 'busy', WirePod],
  ['Pod', 'quiet', WirePod],
  ['NetworkVolume', 'datasets', WireNetworkVolume],
  ['Endpoint', 'whisper', WireEndpoint],
  ['Worker', 'a worker', WireWorker],
  ['GpuType', typeOfGpus, WireGpuType],
] as const;

const rows = records.flatMap(([schema, odd, { shape }]) =>
  requiredMembers(schema).flatMap((member) =>
    spoils.map(([how, to]) => ({ schema, odd, member, how, to, isRead: member in shape })),
  ),
);

describe(`a member that the platform requires of every record${skipped}`, () => {
  it.runIf(skipped === '')('is listed for each kind of record', () => {
    expect(records.map(([schema]) => requiredMembers(schema).length > 2)).not.toContain(false);
  });

  it.each(sampleOf(rows))(
    '$member of a $schema ($odd) that is $how stops nothing in use, makes no price zero, hides nothing and is reported once (invariants 1, 17, 26)',
    async ({ schema, odd, member, to, isRead }) => {
      const { watched, stops, names } = aStory(odd, spoilt(member, to));
      await watched.runUntil(later(start, minutes(45)));
      const { resources, missing } = await watched.seen();
      const known = resources.map(({ kind, id }) => `${kind}/${names.get(id)}`).toSorted();
      // Without its id a record is none that is known: its list is incomplete, and nothing is decided on that.
      const part = member === 'id' ? parts.get(schema) : undefined;
      const isLost = part !== undefined;
      expect(known).toEqual(everything.filter((one) => !isLost || !one.endsWith(`/${odd}`)));
      expect(resources.filter(({ activity }) => activity === 'gone')).toEqual([]);
      if (isLost) expect(missing).toMatchObject([{ part }]);
      const isOfPod = schema === 'Pod' && odd === 'quiet' && isRead;
      const isOfType = schema === 'GpuType' && ['id', 'memory'].includes(member);
      const isStopped = (id: string) => stops.some((one) => one.startsWith(`${id} `));
      expect(isStopped('busy')).toBe(false);
      // The honest pod is stopped beside it, and so is the odd one where nothing that is read is spoilt.
      expect(stops.filter((one) => one.startsWith('honest'))).toEqual(
        isOfType || isLost ? [] : ['honest at 40'],
      );
      expect(isStopped('quiet')).toBe(!isOfType && !isOfPod && !isLost);
      for (const { price, kind, id, activity } of resources)
        if (activity !== 'stopped') expect(Number(price?.running ?? 1), `${kind}/${id}`).toBeGreaterThan(0);
      const told = watched.logged
        .filter((line) => JSON.stringify(line).includes('fact-unreadable'))
        .map(String);
      expect(new Set(told).size).toBe(told.length);
      if (isRead && schema !== 'GpuType') expect(told.length + missing.length).toBeGreaterThan(0);
      if (isOfType)
        expect(missing).toMatchObject([{ part: 'prices' }, ...(missing.length > 1 ? [{}, {}] : [])]);
    },
  );

  it.each(records.filter(([schema]) => parts.has(schema)))(
    'may be the id of a %s (%s): the idle pods beside it are stopped at the first poll that reads it',
    async (_, odd) => {
      const { watched, stops } = aStory(odd, ({ id: _id, ...record }) => record, 58);
      await watched.runUntil(later(start, minutes(90)));
      const beside = ['honest', 'quiet'].filter((name) => name !== odd);
      expect(stops.toSorted()).toEqual(beside.map((name) => `${name} at 60`));
    },
  );
});
