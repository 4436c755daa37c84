import type { ProjectId, VmId } from '../../../model/ids.ts';
import type { Outcome } from '../../../model/outcome.ts';
import type { Recheck } from '../../../model/reread.ts';
import type { Instant, Span } from '../../../model/time/time.ts';
import type { Cloud } from '../../operation.ts';
import { getVm, monitorVm, stopVm as stopOperation } from '../contract/vms.ts';
import type { WireMonitorItem, WireVm } from '../wire/vm.ts';
import { requestOnce } from './act-once.ts';

/** The basis of the decision, read again. */
export type Sight = {
  readonly vm: WireVm;
  readonly samples: readonly WireMonitorItem[];
  readonly at: Instant;
};

export type StopOrder = {
  readonly project: ProjectId;
  readonly vm: VmId;
  /** How old the last read may be when the stop is asked for. */
  readonly rereadWithin: Span;
  /** Whether the stop still holds for what was read. */
  readonly check: (sight: Sight) => Recheck;
};

/** Stops a VM, after reading its samples and state again and checking the decision. */
export function stopVm(
  cloud: Cloud,
  now: () => Instant,
  { project, vm: id, rereadWithin, check }: StopOrder,
): Promise<Outcome> {
  const where = { projectId: project, id };
  return requestOnce(now, rereadWithin, {
    request: 'to stop',
    async reread() {
      const samples = await cloud.list(monitorVm, where);
      const { VM: vm } = await cloud.call(getVm, where);
      if (samples.flaws.length > 0) return 'its samples could not all be read again';
      return { vm, samples: samples.items };
    },
    check: (read, at) => check({ ...read, at }),
    ask: (_read, sendBy) => cloud.call(stopOperation, where, { sendBy }),
    async underWay() {
      const { VM: vm } = await cloud.call(getVm, where);
      const state = vm.state ?? vm.vmState ?? null;
      return state === 'STOPPING' || state === 'STOPPED' ? state : null;
    },
  });
}
