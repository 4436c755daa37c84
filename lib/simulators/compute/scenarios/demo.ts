import { hours } from '../../../model/time/time.ts';
import { happens, newVm, type Scenario, size, triedAt, when } from '../scenario.ts';
import { northwind } from './northwind.ts';

const ana = { by: 'ana@example.com' };
const lee = { by: 'lee@example.com' };

/**
 * A Tuesday at a small company, from 06:00 UTC. Research has spent 49 % of its budget of 500 USD when the day begins;
 * its GPU VM of 07:42 takes it past 50 % before 08:00, 80 % about 14:00 and 100 % about 18:30. The others stay well
 * within their budgets. The GPUs of `train-7b` are busy while its CPU is not; those of `train-embed` idle.
 */
export const demo: Scenario = {
  name: 'demo',
  seed: 20_260_317,
  start: when('2026-03-17T06:00:00Z'),
  length: hours(16),
  events: [
    ...northwind,
    // Its training ended in the evening; the notebook that started it still holds the GPU memory.
    happens('2026-03-16T18:20:09Z', {
      kind: 'set-workload',
      project: 'ml-infra',
      vm: 'train-embed',
      workload: { kind: 'abandoned' },
    }),
    newVm('2026-03-17T06:34:12Z', 'ml-infra', 'eval-runner', {
      ...size(16, 64, 200),
      ...ana,
      workload: { kind: 'constant', cpu: 61, network: 480_000 },
    }),
    newVm('2026-03-17T07:42:17Z', 'research', 'ablation-h100', {
      ...size(96, 768, 1_000),
      ...lee,
      machineType: 'sapphire-rapids-h100',
      gpus: 8,
      workload: { kind: 'training' },
    }),
    triedAt('2026-03-17T09:20:49Z', { kind: 'start-vm', project: 'research', vm: 'notebook-lee' }),
    newVm('2026-03-17T11:58:30Z', 'prod-web', 'web-3', {
      ...size(8, 32, 100),
      ...ana,
      metadata: { env: 'production' },
      workload: { kind: 'web' },
    }),
    // Someone needs it again; it is still running if nobody stopped it.
    triedAt('2026-03-17T14:05:26Z', { kind: 'start-vm', project: 'research', vm: 'etl-backfill' }),
    happens('2026-03-17T17:00:41Z', { kind: 'terminate-vm', project: 'ml-infra', vm: 'eval-runner' }),
  ],
};
