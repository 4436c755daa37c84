import type { Resource } from '../../../lib/model/facts/resource.ts';
import type { Process } from '../engine/process.ts';
import type { Observer } from '../observer.ts';
import { spellsOf } from '../spell.ts';
import type { TrueVm } from '../world/true-resource.ts';
import { isDestructive, named } from './act.ts';
import type { PollBook } from './poll-book.ts';
import { wholeAt } from './poll-book.ts';
import type { Case } from './violation.ts';

/**
 * Invariant 17: a VM of which one field cannot be read does not disappear, costs what it was shown to cost or an unknown
 * price, changes nothing for those beside it, and nothing destructive is done to it.
 */
export function fieldOracle({ accuse, scenario }: Case, buffered: PollBook): Observer {
  const changed = new WeakMap<Process, Set<TrueVm>>();
  const unread = new WeakMap<Process, Set<TrueVm>>();
  const targets = new Set(spellsOf(scenario.spells, 'unreadable-fields').map(({ target }) => target));

  return {
    shownUnread(process, vm, isWhole) {
      changed.set(process, (changed.get(process) ?? new Set()).add(vm));
      if (!isWhole) unread.set(process, (unread.get(process) ?? new Set()).add(vm));
    },
    committed(process, { target, observation }, before) {
      if (process.job !== 'watch' || !targets.has(target)) return;
      if (observation?.kind !== 'project' || observation === before?.observation) return;
      const poll = buffered.of(process, target);
      if (!wholeAt(poll, 'vm')) return;
      const known = new Map<string, Resource>(
        observation.resources.flatMap((one) => (one.kind === 'vm' ? [[one.id, one] as const] : [])),
      );
      for (const vm of poll.lists.vm?.shown ?? []) {
        if (vm.kind !== 'vm') continue;
        const price = known.get(vm.id)?.price;
        if (price === undefined) {
          accuse(17, `${target}/vm/${vm.id} was shown, and the head does not know it`);
          continue;
        }
        const isChanged = changed.get(process)?.has(vm) === true;
        if (price === null ? !isChanged : price.toFixed() !== vm.priceText)
          accuse(9, `${target}/vm/${vm.id} costs ${vm.priceText}, and the head says ${price?.toFixed()}`);
      }
    },
    acted(request) {
      if (!isDestructive(request) || request.on.kind !== 'vm') return;
      if (unread.get(request.process)?.has(request.on) === true)
        accuse(17, `the ${named(request)} came, and its record could not be read whole`);
    },
  };
}
