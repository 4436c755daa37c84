import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WireCluster, WireClusterMachine, WireMachine } from '../../../lib/clouds/compute/wire/machine.ts';
import {
  WireBucket,
  WireDisk,
  WireImage,
  WireNetwork,
  WireVolume,
} from '../../../lib/clouds/compute/wire/storage.ts';
import { WireVm } from '../../../lib/clouds/compute/wire/vm.ts';
import { computeTotalCost } from '../../../lib/rules/facts.ts';
import { happens, newVm } from '../../../lib/simulators/compute/scenario.ts';
import type { ScriptedEvent } from '../../../lib/simulators/compute/world/world-event.ts';
import { scaled } from '../../support/tier.ts';
import {
  account,
  before,
  busy,
  changed,
  idle,
  project,
  type Seen,
  type Spoilt,
  spoiltOf,
  tell,
} from './spoilt-members.ts';

const inLab = { project: 'lab' } as const;
let told: Seen;
afterAll(() => told?.story.close());

describe('a member of a resource that is left out, empty or spoilt (invariants 1, 17, 26)', () => {
  const [atWork, unused] = [spoiltOf('VM', 'busy', WireVm), spoiltOf('VM', 'idle', WireVm)];
  const machines = spoiltOf('Machine', 'metal', WireMachine);
  const clusters = spoiltOf('Cluster', 'hpc', WireCluster);
  const nodes = spoiltOf('ClusterMachine', 'grid', WireClusterMachine);
  const volumes = spoiltOf('Volume', 'vol', WireVolume);
  const disks = spoiltOf('Disk', 'disk', WireDisk);
  const buckets = spoiltOf('ObjectStorageBucket', 'bucket', WireBucket);
  const images = spoiltOf('PrivateImage', 'image', WireImage);
  const networks = spoiltOf('Network', 'net', WireNetwork);
  const records = [
    ...[atWork, unused, machines, clusters, volumes, disks, buckets, images, networks].flat(),
    ...nodes.map((one) => ({ ...one, id: `${one.id}-1` })),
  ];
  const spoilt = new Map(records.map((one) => [one.id, one]));

  beforeAll(async () => {
    const made = (kind: string, of: readonly Spoilt[], more: object): ScriptedEvent[] =>
      of.map(({ id }) => happens(before, { kind, ...inLab, id, ...more } as never));
    told = await tell(
      [
        account('main', { paymentTerms: 'INVOICE' }),
        project('lab', 'main'),
        newVm(before, 'lab', 'honest', idle),
        newVm(before, 'lab', 'working', busy),
        ...atWork.map(({ id }) => newVm(before, 'lab', id, { ...busy, priceHr: '1.5' })),
        ...unused.map(({ id }) => newVm(before, 'lab', id, { ...idle, priceHr: '1.5' })),
        ...made('create-machine', machines, { priceHr: '2' }),
        ...made('create-cluster', [...clusters, ...nodes], { machines: 2 }),
        ...made('create-volume', volumes, { sizeGib: 500, usedGib: 40 }),
        ...made('create-disk', disks, { sizeGib: 100 }),
        ...made('create-bucket', buckets, { sizeGib: 50 }),
        ...images.map(({ id }, index) =>
          happens('2026-03-02T08:00:00Z', {
            kind: 'create-image',
            ...inLab,
            id,
            vm: atWork[index]?.id ?? 'working',
          }),
        ),
        ...made('create-network', networks, {}),
      ],
      (_, reply) => changed(reply, spoilt),
      60,
    );
  }, 120_000);

  const resources = async () => {
    const observation = await told.observation('project/lab');
    return observation.kind === 'project' ? observation.resources : [];
  };
  const stopped = () =>
    told.story
      .notifications()
      .filter(({ kind }) => kind === 'action-confirmed')
      .map(({ subject }) => subject.split('/').at(-1) ?? '');

  it('hides no resource, and none counts as gone', async () => {
    const known = await resources();
    const ids = new Set(known.map(({ id }) => String(id)));
    expect(records.map(({ id }) => id).filter((id) => !ids.has(id))).toEqual([]);
    expect(known.filter(({ activity }) => activity === 'gone')).toEqual([]);
  });

  it('never makes a price zero', async () => {
    const observation = await told.observation('project/lab');
    // A network costs nothing, and a machine of a cluster is in the price of its cluster.
    const free = (await resources()).filter(
      (one) =>
        one.kind !== 'network' &&
        one.kind !== 'cluster-machine' &&
        computeTotalCost(one, observation).price?.isZero(),
    );
    expect(free.map(({ kind, id }) => [kind, id, spoilt.get(id)])).toEqual([]);
  });

  it('causes no stop of a busy VM or of one whose record is incomplete, while an idle one beside them is stopped', async () => {
    const unread = new Set(
      (await resources()).flatMap(({ id, unreadable = [] }) => (unreadable.length > 0 ? [String(id)] : [])),
    );
    const done = stopped();
    expect(done).toContain('honest');
    expect(done.filter((id) => id === 'working' || id.startsWith('busy') || unread.has(id))).toEqual([]);
    // What may be left out stops nothing else: most of the idle ones are stopped too.
    expect(done.length).toBeGreaterThan(unused.length / 4);
  });

  it('is reported as unreadable where the document requires it', async () => {
    const known = new Map((await resources()).map(({ id, unreadable = [] }) => [String(id), unreadable]));
    const silent = records.filter(
      ({ id, member, isRequired, form }) =>
        isRequired && form !== 'empty' && !(known.get(id) ?? []).some(({ field }) => field === member),
    );
    expect(silent).toEqual([]);
    expect(records.filter(({ isRequired }) => isRequired).length).toBeGreaterThan(scaled(15));
  });

  it('is reported once', () => {
    expect(told.story.logged.filter((line) => line.startsWith('fact-unreadable')).length).toBe(
      new Set(told.facts).size,
    );
  });
});
