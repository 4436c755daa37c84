import type { Clock } from '../jobs/ports.ts';
import { days, earlier, hours, type Instant, type Span } from '../model/time/time.ts';
import { createVolume } from '../simulators/runpod/world/holdings.ts';
import { findByName } from '../simulators/runpod/world/ids.ts';
import { createPod, type NewPod, takeAction } from '../simulators/runpod/world/pods.ts';
import type { State } from '../simulators/runpod/world/state.ts';
import { createWorld, type World } from '../simulators/runpod/world/world.ts';

/** The credit that was paid in five days before the demo begins, in dollars. */
const credit = 10_000;

/** Creates the second cloud of the demo: a few pods of the same company. */
export function simulatedPods(seed: number, clock: Pick<Clock, 'now'>): World {
  const start: Instant = clock.now();
  const ago = (time: Span, happen: (state: State) => unknown) => ({ at: earlier(start, time), happen });
  const pod = (
    time: Span,
    name: string,
    count: number,
    gpu: string,
    more: (state: State) => Partial<NewPod>,
  ) =>
    ago(time, (state) =>
      createPod(state, { name, compute: { kind: 'gpu', id: gpu, count }, ...more(state) }),
    );
  const script = [
    ago(days(5), (state) => createVolume(state, { name: 'datasets', gb: 800 })),
    // Between two bursts the gauges of its GPU read zero.
    pod(days(5), 'serving-api', 1, 'NVIDIA L40S', (state) => ({
      storage: { kind: 'network', id: findByName(state.volumes, 'datasets').id },
      workload: { kind: 'serving' },
    })),
    // The job of this pod ended long ago.
    pod(days(2), 'fine-tune', 4, 'NVIDIA A100 80GB PCIe', () => ({
      storage: { kind: 'volume', gb: 200 },
      workload: { kind: 'abandoned' },
    })),
    pod(days(3), 'experiment', 1, 'NVIDIA GeForce RTX 4090', () => ({
      storage: { kind: 'volume', gb: 500 },
    })),
    ago(hours(40), (state) => takeAction(state, findByName(state.pods, 'experiment').id, 'stop')),
  ];
  return createWorld({ seed, clock, credit, script });
}
