import { mayAct } from '../../../lib/model/rule.ts';
import type { Process } from '../engine/process.ts';
import type { Observer } from '../observer.ts';
import { stateOf, type TrueVm } from '../world/true-resource.ts';
import type { DeliveryBook } from './deliveries.ts';
import { intentBook } from './intent-book.ts';
import type { LookBook } from './look-book.ts';
import { type Shown, type Stop, stopFlaws } from './stop-flaws.ts';
import { trueProtection } from './true-protection.ts';
import type { Case } from './violation.ts';

/** Invariants 1 to 3, 5, 6 and 13, asked of every stop that took effect. */
export function stopOracle(
  facts: Case,
  looks: LookBook,
  deliveries: DeliveryBook,
  onStop: (stop: Stop) => void,
): Observer {
  const { accuse, now } = facts;
  const intents = intentBook(now, looks);
  const shown = new WeakMap<Process, Map<string, Shown>>();
  const keyOf = (vm: TrueVm, what: string): string => `${vm.project}/${vm.id} ${what}`;

  function arrived(process: Process, vm: TrueVm, askedAt: Stop['askedAt'], at: Stop['at']): void {
    const name = `${vm.project}/${vm.id}`;
    const birth = intents.claimOf(process, vm);
    if (birth === undefined) {
      accuse(6, `${name} was stopped without an intent claimed by the run that did it`);
      return;
    }
    birth.effects += 1;
    if (birth.effects > 1) accuse(6, `${name} was stopped ${birth.effects} times on one decision`);
    const { policy } = process.orders;
    const rule = policy.rules.filter(mayAct).find((known) => known.name === birth.intent.rule);
    if (rule?.mode !== 'enforce' || rule.then.length === 0) {
      accuse(13, `${name} was stopped by a rule that does not enforce`);
      return;
    }
    const seen = shown.get(process);
    const reread = { vm: seen?.get(keyOf(vm, 'vm')), samples: seen?.get(keyOf(vm, 'samples')) };
    const stop: Stop = { process, vm, name, askedAt, at, birth, rule, reread };
    for (const { invariant, what } of stopFlaws(facts, deliveries, stop)) accuse(invariant, what);
    onStop(stop);
  }

  return {
    ...intents.observer,
    vmShown(process, vm, what, askedAt, at) {
      if (process.job !== 'act') return;
      const seen = shown.get(process) ?? new Map<string, Shown>();
      const protection = trueProtection(process.orders.policy, vm, at);
      seen.set(keyOf(vm, what), { vm, askedAt, at, state: stateOf(vm, at), protection });
      shown.set(process, seen);
    },
    stopArrived(process, vm, askedAt, at, hadEffect) {
      if (hadEffect) arrived(process, vm, askedAt, at);
    },
  };
}
