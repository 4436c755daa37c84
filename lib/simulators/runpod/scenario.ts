import { days, earlier, hours, type Instant, type Span } from '../../model/time/time.ts';
import {
  createCluster,
  createEndpoint,
  createRegistry,
  createTemplate,
  createVolume,
} from './world/holdings.ts';
import { findByName } from './world/ids.ts';
import { createPod, type NewPod, takeAction } from './world/pods.ts';
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
  const pod = (time: Span, wanted: NewPod): Happening => ago(time, (state) => createPod(state, wanted));
  return [
    ago(days(5), (state) => {
      createVolume(state, { name: 'datasets', gb: 800 });
      createVolume(state, { name: 'old-checkpoints', gb: 1_500 });
      createCluster(state, 'sweep');
      createRegistry(state, 'team images');
      createTemplate(state, { name: 'team training', image: 'example/training', disk: 50 });
      state.sshKeys.push('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHNpbXVsYXRlZA ada@example.com');
    }),
    pod(days(5), {
      name: 'train-7b',
      compute: gpu('NVIDIA H100 80GB HBM3', 4),
      storage: { kind: 'volume', gb: 500 },
      env: { WANDB_API_KEY: 'simulated-secret-of-train-7b' },
      workload: { kind: 'training' },
    }),
    ago(days(5), (state) => {
      findByName(state.pods, 'train-7b').locked = true;
    }),
    ago(days(4), (state) =>
      createPod(state, {
        name: 'serving-api',
        compute: gpu('NVIDIA L40S', 1),
        storage: { kind: 'network', id: findByName(state.volumes, 'datasets').id },
        workload: { kind: 'serving' },
      }),
    ),
    pod(days(4), {
      name: 'notebook-ana',
      compute: gpu('NVIDIA GeForce RTX 4090', 1),
      storage: { kind: 'volume', gb: 50 },
      workload: { kind: 'notebook', fromHour: 7, untilHour: 17 },
    }),
    // Its job was done long ago.
    pod(days(2), {
      name: 'fine-tune-old',
      compute: gpu('NVIDIA A100 80GB PCIe', 4),
      storage: { kind: 'volume', gb: 200 },
      env: { HF_TOKEN: 'simulated-secret-of-fine-tune' },
      workload: { kind: 'abandoned' },
    }),
    pod(days(3), {
      name: 'experiment-lee',
      compute: gpu('NVIDIA GeForce RTX 4090', 1),
      storage: { kind: 'volume', gb: 500 },
    }),
    ago(days(2), (state) => takeAction(state, findByName(state.pods, 'experiment-lee').id, 'stop')),
    pod(hours(8), {
      name: 'never-boots',
      compute: gpu('NVIDIA L40S', 1),
      isBroken: true,
    }),
    pod(days(1), {
      name: 'etl',
      compute: { kind: 'cpu', id: 'cpu3c', vcpus: 4 },
      workload: { kind: 'training' },
    }),
    ...[0, 1].map((rank) =>
      ago(days(1), (state) =>
        createPod(state, {
          name: `sweep-${rank}`,
          compute: gpu('NVIDIA A100 80GB PCIe', 1),
          cluster: { id: findByName(state.clusters, 'sweep').id, rank },
        }),
      ),
    ),
    ago(days(1), (state) =>
      createEndpoint(state, { name: 'whisper', gpu: 'NVIDIA GeForce RTX 4090', workers: 2 }),
    ),
  ];
}
