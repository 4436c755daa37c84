import { usageSlot } from '../model/facts/usage.ts';
import { ProjectId } from '../model/ids.ts';
import { earlier, type Instant } from '../model/time/time.ts';
import type { SignalPoint, SignalSource } from '../observe/signals/signals.ts';
import type { Vm } from '../simulators/compute/world/holding.ts';
import { stateAt } from '../simulators/compute/world/life.ts';
import type { World } from '../simulators/compute/world/world.ts';
import { present } from '../simulators/compute/world/world-state.ts';

/** The occupied memory of every GPU, busy or idle, in GiB. */
const heldByEach = 39;

/** Returns the Prometheus of a simulated project: GPUs of a training workload are busy, all others idle. */
export const simulatedGpus = (world: World, project: string): SignalSource => ({
  name: 'simulated Prometheus',
  read: async ({ from, until }) => {
    const vms = present(world.state(), ProjectId.parse(project), 'vm').filter(({ size }) => size.gpus > 0);
    const slots: Instant[] = [];
    for (let at = until; at > from; at = earlier(at, usageSlot)) slots.unshift(at);
    return new Map(vms.map((vm) => [vm.id, slots.flatMap((at) => simulatePoints(vm, at))]));
  },
});

function simulatePoints({ life, size, workloads }: Vm, at: Instant): SignalPoint[] {
  const begins = earlier(at, usageSlot);
  if (stateAt(life, begins) !== 'ACTIVE') return [];
  const { workload } = workloads.findLast((change) => change.at <= begins) ?? workloads[0];
  const busiest = workload.kind === 'training' ? 94 : 0;
  return [{ at, cpu: null, gpu: { known: size.gpus, busiest, memory: size.gpus * heldByEach } }];
}
