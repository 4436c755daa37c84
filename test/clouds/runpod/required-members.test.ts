import { describe, expect, it } from 'vitest';
import {
  WireEndpoint,
  WireGpuType,
  WirePod,
  WireVolume,
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
  ['of another type', (_, value) => (typeof value === 'object' ? 'none' : { value })],
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

/** A busy pod, two idle ones, a volume that is mounted, and an endpoint with a worker; `odd` names what is spoilt. */
function aStory(odd: string, change: (record: Json) => Json) {
  const stops: string[] = [];
  const names = new Map<string, string>();
  const isOdd = (record: Json): boolean =>
    odd === 'a worker' ? 'isStale' in record : (names.get(String(record['id'])) ?? record['id']) === odd;
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
      return withRecords(reply, isOdd, change);
    },
  });
  return { watched, stops, names };
}

const spoilt = (member: string, to: (member: string, value: unknown) => unknown) => (record: Json) => {
  const value = to(member, record[member]);
  const { [member]: _, ...rest } = record;
  return value === undefined ? rest : { ...rest, [member]: value };
};

const records = [
  ['Pod', 'busy', WirePod],
  ['Pod', 'quiet', WirePod],
  ['NetworkVolume', 'datasets', WireVolume],
  ['Endpoint', 'whisper', WireEndpoint],
  ['Worker', 'a worker', WireWorker],
  ['GpuType', aPod.compute.kind === 'gpu' ? aPod.compute.id : '', WireGpuType],
] as const;

const rows = records.flatMap(([schema, odd, { shape }]) =>
  requiredMembers(schema).flatMap((member) =>
    spoils.map(([how, to]) => ({ schema, odd, member, how, to, isRead: member in shape })),
  ),
);

describe(`a member that the platform requires of every record${skipped}`, () => {
  it.runIf(skipped === '')('is known of each kind of record', () => {
    expect(records.map(([schema]) => requiredMembers(schema).length > 2)).not.toContain(false);
  });

  it.each(sampleOf(rows))(
    '$member of a $schema ($odd) that is $how stops nothing in use, prices nothing at nothing, hides nothing and is told once (invariants 1, 17, 26)',
    async ({ schema, odd, member, to, isRead }) => {
      const { watched, stops, names } = aStory(odd, spoilt(member, to));
      await watched.runUntil(later(start, minutes(45)));
      const { resources, missing } = await watched.seen();
      const known = resources.map(({ kind, id }) => `${kind}/${names.get(id)}`).toSorted();
      const isLost = member === 'id';
      // Without its id a record is none that is known: its list is incomplete, and nothing is decided on that.
      if (!isLost) {
        expect(known).toEqual(['cluster/whisper', 'vm/busy', 'vm/honest', 'vm/quiet', 'volume/datasets']);
        expect(resources.filter(({ activity }) => activity === 'gone')).toEqual([]);
      }
      const isOfPod = schema === 'Pod' && odd === 'quiet' && isRead;
      const isOfType = schema === 'GpuType' && ['id', 'memory'].includes(member);
      const isStopped = (id: string) => stops.some((one) => one.startsWith(`${id} `));
      expect(isStopped('busy')).toBe(false);
      // The honest pod is stopped beside it, and so is the odd one where nothing that is read is spoilt.
      if (!isOfType && !(isLost && schema === 'Pod')) expect(stops).toContain('honest at 40');
      expect(isStopped('quiet')).toBe(!isOfType && !isOfPod && !(isLost && schema === 'Pod'));
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
});
