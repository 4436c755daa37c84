import type { Instant } from '../../../model/time/time.ts';
import { drawFor } from '../../http/draw.ts';
import type { Pod, State, Workload } from './state.ts';

/** The readings of a pod's gauges at an instant, in whole percent. */
export type Gauges = {
  readonly gpus: readonly { readonly util: number; readonly memoryUtil: number }[];
  readonly cpu: number;
  readonly memory: number;
};

/** The time for which a gauge keeps a reading. */
const reading = 15_000;

/** Returns what the gauges of a running pod read. They know nothing of the moments between two readings. */
export function gaugesOf({ seed }: State, pod: Pod, at: Instant): Gauges {
  const draw = drawFor(seed, 'gauge', pod.id)(Math.floor(at / reading));
  const works = worksNow(pod.workload, at);
  const count = pod.compute.kind === 'gpu' && pod.hasGpus ? pod.compute.count : 0;
  return {
    gpus: Array.from({ length: count }, (_, index) => gpuOf(pod.workload, works, draw, index)),
    cpu: Math.round(works ? 8 + draw(100) * 30 : draw(100) * 2),
    memory: works ? 40 + Math.round(draw(101) * 5) : 40,
  };
}

function worksNow(workload: Workload, at: Instant): boolean {
  if (workload.kind !== 'notebook') return workload.kind !== 'abandoned';
  const hour = (at % 86_400_000) / 3_600_000;
  return hour >= workload.fromHour && hour < workload.untilHour;
}

/** Memory is held while nothing works, and moves by a few percent while something does. */
function gpuOf(workload: Workload, works: boolean, draw: (channel: number) => number, index: number) {
  const held = workload.kind === 'training' ? 78 : 41;
  const memoryUtil = works ? held + Math.round(draw(200 + index) * 3) : held;
  if (!works) return { util: 0, memoryUtil };
  if (workload.kind === 'training') return { util: 88 + Math.floor(draw(index) * 12), memoryUtil };
  // Between two bursts the gauge reads zero.
  return { util: draw(index) < 0.47 ? 0 : 5 + Math.floor(draw(50 + index) * 60), memoryUtil };
}
