import { earliest, type Instant } from '../../../model/time/time.ts';
import type { WorldState } from '../world-state.ts';
import { deleteVm } from './vm-life.ts';

/** When the platform next has to delete a VM of its own accord; `null` for never. */
export function nextExpiry({ expiring }: WorldState): Instant | null {
  let next: Instant | null = null;
  for (const { expires } of expiring) {
    if (expires !== null) next = earliest(next ?? expires, expires);
  }
  return next;
}

/** Deletes the VMs whose time has come, whatever they are doing. */
export function deleteExpired(state: WorldState): void {
  for (const vm of state.expiring) if (vm.expires !== null && vm.expires <= state.at) deleteVm(state, vm);
}
