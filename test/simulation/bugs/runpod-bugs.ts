import { CloudError } from '../../../lib/clouds/http/errors.ts';
import type { WirePod } from '../../../lib/clouds/runpod/contract.ts';
import type { UsagePoint } from '../../../lib/model/facts/usage.ts';
import { earlier, minutes } from '../../../lib/model/time/time.ts';
import type { RunOptions } from '../run.ts';
import type { Bug } from './bug.ts';
import { withIdleRules, withLedger, withPorts } from './plant.ts';

/** Changes pods as the jobs read them. */
const withPods = (change: (pod: WirePod) => WirePod): RunOptions => ({
  cloud: (cloud) => (request) => {
    const reply = cloud(request);
    // The model of RunPod answers these two with pods.
    if (request.operation === 'getVm') return change(reply as WirePod);
    if (request.operation !== 'listVms') return reply;
    const { items, flaws } = reply as { readonly items: readonly WirePod[]; readonly flaws: unknown };
    return { items: items.map(change), flaws };
  },
});

/** Changes the recorded samples as the jobs read them. */
const withPoints = (change: (point: UsagePoint) => readonly UsagePoint[]): RunOptions =>
  withLedger((ledger) => ({
    samplings: async (...asked) =>
      (await ledger.samplings(...asked)).map(({ at, usage }) => ({
        at,
        usage: usage.map((one) => ({ ...one, points: one.points.flatMap(change) })),
      })),
  }));

/** Mistakes about what RunPod shows, and what it does. */
export const runpodBugs: readonly Bug[] = [
  {
    name: 'one reading of zero counts as idleness',
    seed: 5,
    hours: 12,
    breaks: [1, 8],
    accuses: /it was in use for|can be known/,
    plant: () => withIdleRules((rule) => ({ ...rule, window: minutes(5), gpuWindow: minutes(5) })),
  },
  {
    name: 'GPU memory that moved counts as idle',
    seed: 4,
    hours: 30,
    breaks: [1, 8],
    accuses: /it was in use for/,
    plant: () =>
      withPods((pod) => ({
        ...pod,
        runtime: pod.runtime && {
          ...pod.runtime,
          gpus: pod.runtime.gpus?.map((gpu) => ({ ...gpu, memoryUtil: 20 })),
        },
      })),
  },
  {
    name: 'a slot that nobody sampled counts as idle',
    seed: 3,
    hours: 30,
    breaks: [1, 8],
    accuses: /slots can be known/,
    plant: () =>
      withPoints((point) => [
        { ...point, at: earlier(point.at, minutes(10)) },
        { ...point, at: earlier(point.at, minutes(5)) },
        point,
      ]),
  },
  {
    name: 'the lock of a pod is ignored, as is that it offers no stop',
    seed: 3,
    hours: 2,
    breaks: [3],
    plant: () => withPods((pod) => ({ ...pod, locked: false, actions: [...(pod.actions ?? []), 'stop'] })),
  },
  {
    name: 'a stop counts as ending the charge for the volume too',
    seed: 6,
    hours: 24,
    breaks: [9],
    plant: () => withPods((pod) => (pod.status === 'EXITED' ? { ...pod, mounts: {} } : pod)),
  },
  {
    name: 'a pod without the field gpu counts as one without GPUs',
    seed: 7,
    hours: 4,
    breaks: [1, 8],
    accuses: /it was in use for/,
    plant: () =>
      withPods(({ gpu: _, ...pod }) => ({
        ...pod,
        cpu: { id: 'cpu', vcpuCount: 4 },
        runtime: pod.runtime && { ...pod.runtime, gpus: [] },
      })),
  },
  {
    name: 'an answer about another pod counts as proof that a pod is gone',
    seed: 2,
    hours: 48,
    breaks: [22],
    plant: () =>
      withPorts((ports, { job }) => ({
        ...ports,
        cloud: {
          ...ports.cloud,
          async call(operation, input, asking) {
            const reply = await ports.cloud.call(operation, input, asking);
            if (job !== 'watch' || operation.id !== 'getPod') return reply;
            throw new CloudError('not-found', {
              operation: operation.id,
              message: 'it is another pod',
              status: 404,
            });
          },
        },
      })),
  },
];
