import { happens, newVm, size } from '../scenario.ts';
import type { ScriptedEvent } from '../world/world-event.ts';

const account = 'northwind';
const ana = { by: 'ana@example.com' };
const lee = { by: 'lee@example.com' };

const website = { ...ana, metadata: { env: 'production' } };
const prodWeb: readonly ScriptedEvent[] = [
  happens('2026-01-12T09:04:10Z', { kind: 'create-project', id: 'prod-web', account, ...ana }),
  newVm('2026-01-13T10:12:31Z', 'prod-web', 'web-1', {
    ...size(8, 32, 100),
    ...website,
    workload: { kind: 'web' },
  }),
  newVm('2026-01-13T10:12:58Z', 'prod-web', 'web-2', {
    ...size(8, 32, 100),
    ...website,
    workload: { kind: 'web' },
  }),
  newVm('2026-01-13T10:40:07Z', 'prod-web', 'db-primary', {
    ...size(16, 64, 200),
    ...website,
    workload: { kind: 'web' },
  }),
  // It is as quiet as a forgotten VM, and the last thing that should be stopped.
  newVm('2026-01-13T11:02:45Z', 'prod-web', 'db-standby', { ...size(16, 64, 200), ...website }),
  newVm('2026-01-14T08:31:52Z', 'prod-web', 'nightly-report', {
    ...size(8, 32, 100),
    ...website,
    workload: { kind: 'nightly' },
  }),
  happens('2026-01-13T11:05:19Z', {
    kind: 'create-disk',
    project: 'prod-web',
    id: 'db-standby-data',
    sizeGib: 500,
    vm: 'db-standby',
    ...ana,
  }),
];

const research: readonly ScriptedEvent[] = [
  happens('2026-01-12T09:05:02Z', { kind: 'create-project', id: 'research', account, ...lee }),
  newVm('2026-01-19T14:20:11Z', 'research', 'etl-backfill', {
    ...size(12, 64, 200),
    ...lee,
    workload: { kind: 'constant', cpu: 74, network: 9_000_000 },
  }),
  // The backfill finished that day, and its VM was forgotten.
  happens('2026-02-06T16:47:03Z', {
    kind: 'set-workload',
    project: 'research',
    vm: 'etl-backfill',
    workload: { kind: 'abandoned' },
  }),
  newVm('2026-01-21T09:15:40Z', 'research', 'notebook-ana', {
    ...size(8, 32, 100),
    ...ana,
    workload: { kind: 'notebook', fromHour: 6.5, untilHour: 17.5 },
  }),
  newVm('2026-01-21T09:18:26Z', 'research', 'notebook-lee', {
    ...size(8, 32, 100),
    ...lee,
    workload: { kind: 'notebook' },
  }),
  happens('2026-03-12T17:55:38Z', { kind: 'stop-vm', project: 'research', vm: 'notebook-lee' }),
  happens('2026-01-22T12:00:00Z', {
    kind: 'create-volume',
    project: 'research',
    id: 'papers',
    sizeGib: 400,
    usedGib: 173,
    ...lee,
  }),
];

const mlInfra: readonly ScriptedEvent[] = [
  happens('2026-01-12T09:06:33Z', { kind: 'create-project', id: 'ml-infra', account, ...ana }),
  newVm('2026-02-02T11:26:54Z', 'ml-infra', 'train-7b', {
    ...size(96, 768, 500),
    ...ana,
    machineType: 'sapphire-rapids-a100',
    gpus: 8,
    workload: { kind: 'training' },
  }),
  newVm('2026-02-16T15:03:08Z', 'ml-infra', 'train-embed', {
    ...size(32, 256, 500),
    ...ana,
    machineType: 'sapphire-rapids-l40s',
    gpus: 4,
    workload: { kind: 'training' },
  }),
  happens('2026-02-02T11:02:00Z', {
    kind: 'create-volume',
    project: 'ml-infra',
    id: 'checkpoints',
    sizeGib: 4_000,
    usedGib: 2_950,
    ...ana,
  }),
];

const render: readonly ScriptedEvent[] = [
  happens('2026-02-20T13:11:27Z', { kind: 'create-project', id: 'render', account, ...ana }),
  happens('2026-02-20T13:30:21Z', {
    kind: 'create-machine',
    project: 'render',
    id: 'render-01',
    priceHr: '3.85',
    ...ana,
  }),
];

/** A small company and its resources in the middle of March 2026. */
export const northwind: readonly ScriptedEvent[] = [
  happens('2026-01-12T09:00:00Z', {
    kind: 'open-account',
    id: account,
    displayName: 'Northwind Research',
    paymentTerms: 'PREPAID',
    credit: '25000',
    hourlySpendLimit: '80',
    monthlySpendLimit: '40000',
  }),
  ...prodWeb,
  ...research,
  ...mlInfra,
  ...render,
];
