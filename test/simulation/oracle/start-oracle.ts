import { projectTarget } from '../../../lib/model/ids.ts';
import type { Instant } from '../../../lib/model/time.ts';
import type { Observer } from '../observer.ts';
import type { TrueVm } from '../world/true-resource.ts';
import type { LookBook } from './look-book.ts';
import { wholeAt } from './look-book.ts';
import type { Stop } from './stop-flaws.ts';
import type { Case } from './violation.ts';

/** Invariant 7: what someone started by hand after a stop is left alone by that rule for its cool-off. */
export function startOracle({ accuse, scenario }: Case, looks: LookBook) {
  const lastStops = new Map<string, Instant>();
  const seenStopped = new WeakMap<TrueVm, Instant[]>();

  const observer: Observer = {
    committed(process, head, before) {
      const { sighting } = head;
      if (process.job !== 'watch' || sighting === null || sighting === before?.sighting) return;
      const look = looks.of(process, head.target);
      if (!wholeAt(look, 'vm')) return;
      for (const resource of look.lists.vm?.stopped ?? []) {
        if (resource.kind !== 'vm') continue;
        seenStopped.set(resource, [...(seenStopped.get(resource) ?? []), sighting.at].slice(-200));
      }
    },
  };

  function onStop({ vm, rule, at, birth }: Stop): void {
    const key = `${projectTarget(vm.project)}/${vm.id}/${vm.createdAt} ${rule.name}`;
    const stoppedAt = lastStops.get(key);
    lastStops.set(key, at);
    if (stoppedAt === undefined) return;
    const started = lastStart(vm, stoppedAt);
    const least = rule.coolOff - 2 * scenario.skew;
    if (started === null || birth.intent.decidedAt - started >= least) return;
    accuse(
      7,
      `${vm.id} was started by hand at ${started}, and stopped again ${at - started} ms later; ${rule.name} leaves it alone for ${least}`,
    );
  }

  /** The first start after the stop, or a later one that anyone could know of: it had been seen stopped before it. */
  function lastStart(vm: TrueVm, stoppedAt: Instant): Instant | null {
    let last: Instant | null = null;
    let downSince = stoppedAt;
    for (const boot of vm.boots) {
      if (boot.from <= stoppedAt) continue;
      const wasSeen = (seenStopped.get(vm) ?? []).some((seen) => downSince <= seen && seen < boot.from);
      if (last === null || wasSeen) last = boot.from;
      downSince = boot.until ?? boot.from;
    }
    return last;
  }

  return { observer, onStop };
}
