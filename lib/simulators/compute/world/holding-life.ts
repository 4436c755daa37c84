import type { ProjectId } from '../../../model/ids.ts';
import type { Placed } from './events/placed.ts';
import type { Holding, Vm } from './holding.ts';
import { gone } from './life.ts';
import { refuseCommitted } from './money/commitment.ts';
import { refuseSuspended, refuseUnfunded } from './money/standing.ts';
import { Refusal, refuseWrong, type Wrong } from './refusal.ts';
import {
  heldBy,
  holdingIn,
  type OfKind,
  pass,
  present,
  refuseTwin,
  theHolding,
  theProject,
  type WorldState,
} from './world-state.ts';

type Order = {
  readonly kind: Holding['kind'];
  /** All mistakes in the request for it. */
  readonly wrong: readonly Wrong[];
  /** `credit` where an account without enough of it is refused, `standing` where only a suspended one is. */
  readonly needs: 'credit' | 'standing';
  /** Checks anything else that may stand in the way. @throws Refusal */
  check?(): void;
};

/**
 * Adds a thing to its project. @throws Refusal with all mistakes of the request, or else for the account that would
 * pay, or for an id that is in use; nothing has changed then.
 */
export function addHolding(
  state: WorldState,
  event: Placed & { readonly id: string },
  { kind, wrong, needs, check }: Order,
  make: (held: ReturnType<typeof heldBy>) => Holding,
): void {
  const { project, id } = event;
  const { holdings } = theProject(state, project);
  refuseWrong(wrong);
  if (needs === 'credit') refuseUnfunded(state, project);
  else refuseSuspended(state, project);
  refuseTwin(state, project, kind, id);
  check?.();
  holdings.push(make(heldBy(state, event)));
}

type Deletion<K extends Holding['kind']> = {
  /** The states in which it can be deleted. */
  readonly states: readonly string[];
  /** The least and the most seconds that it takes. */
  readonly seconds: readonly [number, number];
  /** Returns what still uses it, such as "is used by VM box", if anything does. */
  useOf?(holding: OfKind<K>): string | undefined;
  /** True where a commitment must end first. Otherwise it is paid to its end. */
  readonly isHeldByCommitment?: true;
};

/** Deletes a thing, which is billed until it is gone. @throws Refusal while it is used, committed or in another state. */
export function deleteHolding<K extends Holding['kind']>(
  state: WorldState,
  { project, kind, id }: { readonly project: ProjectId; readonly kind: K; readonly id: string },
  { states, seconds: [least, most], useOf, isHeldByCommitment }: Deletion<K>,
): OfKind<K> {
  const use = useOf?.(theHolding(state, project, kind, id));
  if (use !== undefined) throw new Refusal('wrong-state', `${kind} ${id} ${use}`);
  const holding = holdingIn(state, project, kind, id, 'deleted', states);
  if (isHeldByCommitment) refuseCommitted(holding, state.at);
  pass(state, holding, 'deleting', ['DELETING', least, most], gone);
  return holding;
}

/** Returns the first VM for which this holds, as the use of a thing in words. */
export function useByVm(
  state: WorldState,
  project: ProjectId,
  uses: (vm: Vm) => boolean,
): string | undefined {
  const vm = present(state, project, 'vm').find(uses);
  return vm && `is used by VM ${vm.id}`;
}
