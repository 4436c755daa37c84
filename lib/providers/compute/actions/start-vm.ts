import type { ProjectId, VmId } from '../../../model/ids.ts';
import type { Outcome } from '../../../model/outcome.ts';
import type { Recheck } from '../../../model/reread.ts';
import type { Instant, Span } from '../../../model/time/time.ts';
import type { Cloud } from '../../operation.ts';
import { getVm, startVm as startOperation } from '../contract/vms.ts';
import type { WireVm } from '../wire/vm.ts';
import { requestOnce } from './act-once.ts';

/** Which VM, and whether what was decided of it still holds for it as it was just read again. */
export type VmOrder = {
  readonly project: ProjectId;
  readonly vm: VmId;
  readonly rereadWithin: Span;
  readonly check: (vm: WireVm, at: Instant) => Recheck;
};

/** Starts a VM again. */
export function startVm(
  cloud: Cloud,
  now: () => Instant,
  { project, vm, rereadWithin, check }: VmOrder,
): Promise<Outcome> {
  const where = { projectId: project, id: vm };
  const read = async () => (await cloud.call(getVm, where)).VM;
  return requestOnce(now, rereadWithin, {
    request: 'to start',
    reread: read,
    check,
    ask: (_vm, sendBy) => cloud.call(startOperation, where, { sendBy }),
    async underWay() {
      const { state, vmState } = await read();
      const word = state ?? vmState ?? null;
      return word === 'STARTING' || word === 'ACTIVE' ? word : null;
    },
  });
}
