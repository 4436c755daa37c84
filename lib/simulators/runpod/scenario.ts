import { days, earlier, hours, type Instant, type Span } from '../../model/time/time.ts';
import { createCluster, createEndpoint, createVolume } from './world/holdings.ts';
import { createPod, type NewPod, podOf, takeAction } from './world/pods.ts';
import type { State } from './world/state.ts';
import type { Happening } from './world/world.ts';

const gpu = (id: string, count: number): NewPod['compute'] => ({ kind: 'gpu', id, count });

/** The credit that a small team paid in; enough for about another day. */
export const demoCredit = 4_500;

/** A small team and its pods: what happened in the five days before an instant. */
export function demoScript(start: Instant): Happening[] {
  const ago = (time: Span, happen: (state: State) => unknown): Happening => ({
    at: earlier(start, time),
    happen,
  });
  const pod = (time: Span, wanted: NewPod & { readonly id: string }): Happening =>
    ago(time, (state) => createPod(state, wanted));
  return [
    ago(days(5), (state) => {
      createVolume(state, { id: 'datasets', gb: 800 });
      createVolume(state, { id: 'old-checkpoints', gb: 1_500 });
      createCluster(state, 'sweep');
    }),
    pod(days(5), {
      id: 'train7b',
      name: 'train-7b',
      compute: gpu('NVIDIA H100 80GB HBM3', 4),
      storage: { kind: 'volume', gb: 500 },
      env: { WANDB_API_KEY: 'simulated-secret-of-train-7b' },
      workload: { kind: 'training' },
    }),
    ago(days(5), (state) => {
      podOf(state, 'train7b').locked = true;
    }),
    pod(days(4), {
      id: 'servingapi',
      name: 'serving-api',
      compute: gpu('NVIDIA L40S', 1),
      storage: { kind: 'network', id: 'datasets' },
      workload: { kind: 'serving' },
    }),
    pod(days(4), {
      id: 'notebook1',
      name: 'notebook-ana',
      compute: gpu('NVIDIA GeForce RTX 4090', 1),
      storage: { kind: 'volume', gb: 50 },
      workload: { kind: 'notebook', fromHour: 7, untilHour: 17 },
    }),
    // Its job was done long ago.
    pod(days(2), {
      id: 'finetune1',
      name: 'fine-tune-old',
      compute: gpu('NVIDIA A100 80GB PCIe', 4),
      storage: { kind: 'volume', gb: 200 },
      env: { HF_TOKEN: 'simulated-secret-of-fine-tune' },
      workload: { kind: 'abandoned' },
    }),
    pod(days(3), {
      id: 'experiment',
      name: 'experiment-lee',
      compute: gpu('NVIDIA GeForce RTX 4090', 1),
      storage: { kind: 'volume', gb: 500 },
    }),
    ago(days(2), (state) => takeAction(state, 'experiment', 'stop')),
    pod(hours(8), {
      id: 'neverboots',
      name: 'never-boots',
      compute: gpu('NVIDIA L40S', 1),
      isBroken: true,
    }),
    pod(days(1), {
      id: 'etl',
      name: 'etl',
      compute: { kind: 'cpu', id: 'cpu3c', vcpus: 4 },
      workload: { kind: 'training' },
    }),
    ...[0, 1].map((rank) =>
      pod(days(1), {
        id: `sweep${rank}`,
        name: `sweep-${rank}`,
        compute: gpu('NVIDIA A100 80GB PCIe', 1),
        cluster: { id: 'sweep', rank },
      }),
    ),
    ago(days(1), (state) =>
      createEndpoint(state, { id: 'whisper', gpu: 'NVIDIA GeForce RTX 4090', workers: 2 }),
    ),
  ];
}
