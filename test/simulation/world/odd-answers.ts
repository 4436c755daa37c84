import type { ProjectId } from '../../../lib/model/ids.ts';
import type { Instant } from '../../../lib/model/time/time.ts';
import { type Spell, spellsAt } from '../spell.ts';
import type { TrueResource, TrueVm } from './true-resource.ts';
import { present, type World } from './world.ts';

/** Returns what a list of a project holds of all its resources of a kind: it may end early, or lack a VM now and then. */
export function heldByList<R extends Pick<TrueResource, 'kind' | 'id'>>(
  spells: readonly Spell[],
  project: ProjectId,
  all: readonly R[],
  at: Instant,
): readonly R[] {
  const isOfProject = ({ target }: { readonly target: string }) => target === `project/${project}`;
  const ends = spellsAt(spells, 'short-lists', at).filter(isOfProject);
  const flickers = spellsAt(spells, 'flickering-lists', at).filter(isOfProject);
  const isLacking = (id: string) =>
    flickers.some(({ vm, from, every }) => vm === id && Math.floor((at - from) / every) % 2 === 0);
  return all
    .slice(0, Math.min(all.length, ...ends.map(({ most }) => most)))
    .filter(({ kind, id }) => kind !== 'vm' || !isLacking(id));
}

/** Returns the VM that a read of one by its id answers in its place; `null` where it answers that one. */
export function answeredInPlaceOf(
  vm: TrueVm,
  spells: readonly Spell[],
  world: World,
  at: Instant,
): TrueVm | null {
  const isOdd = spellsAt(spells, 'other-vms', at).some(({ target }) => target === `project/${vm.project}`);
  const others = isOdd ? present(world, 'vm', vm.project, at) : [];
  return others.find(({ id }) => id !== vm.id) ?? null;
}
