import { projectTarget } from '../../../../lib/model/ids.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import type { BudgetRule } from '../../../../lib/rules/budget/terms.ts';
import type { IdleRule } from '../../../../lib/rules/idle/terms.ts';
import type { LifetimeRule } from '../../../../lib/rules/lifetime/terms.ts';
import type { ScheduleRule } from '../../../../lib/rules/schedule/terms.ts';
import type { Policy } from '../../../../lib/state/policy.ts';
import type { Observer } from '../../observer.ts';
import type { TrueVm } from '../../world/true-resource.ts';
import { trueHours } from '../matters/true-hours.ts';
import type { PollBook } from '../poll-book.ts';
import { wholeAt } from '../poll-book.ts';
import type { Case } from '../violation.ts';
import type { Stop } from './stop-flaws.ts';

/** Checks invariant 7: a rule leaves alone what someone started by hand after a stop, for its cool-off. */
export function startOracle({ accuse, scenario }: Case, buffered: PollBook) {
  const lastStops = new Map<string, Instant>();
  const seenStopped = new WeakMap<TrueVm, { readonly at: Instant; readonly rules: Policy['rules'] }[]>();

  const observer: Observer = {
    committed(process, head, before) {
      const { observation } = head;
      if (process.job !== 'watch' || observation === null || observation === before?.observation) return;
      const poll = buffered.of(process, head.target);
      if (!wholeAt(poll, 'vm')) return;
      for (const resource of poll.lists.vm?.stopped ?? []) {
        if (resource.kind !== 'vm') continue;
        const seen = { at: observation.at, rules: process.orders.policy.rules };
        seenStopped.set(resource, [...(seenStopped.get(resource) ?? []), seen].slice(-200));
      }
    },
  };

  function onStop(stop: Stop): void {
    const { by, request } = stop;
    const { rule } = by;
    if (request.on.kind !== 'vm' || rule.kind === 'waste') return;
    if (rule.kind === 'schedule') onScheduledStop(stop, request.on, rule);
    else onOtherStop(stop, request.on, rule);
  }

  function onOtherStop(
    { request: { at }, birth }: Stop,
    vm: TrueVm,
    rule: IdleRule | LifetimeRule | BudgetRule,
  ): void {
    const key = `${projectTarget(null, vm.project)}/${vm.id}/${vm.createdAt} ${rule.name}`;
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

  /** Checks that a resource started by hand outside its hours, whoever stopped it, runs until they begin. */
  function onScheduledStop({ request: { process, at } }: Stop, vm: TrueVm, rule: ScheduleRule): void {
    const boot = vm.boots.findLast(({ from }) => from <= at);
    const before = boot && vm.boots[vm.boots.indexOf(boot) - 1];
    if (boot === undefined || before?.until == null) return;
    const downSince = before.until;
    const wasSeen = (seenStopped.get(vm) ?? []).some(
      (seen) =>
        seen.rules.some((known) => known.name === rule.name && known.then.length > 0) &&
        downSince + 2 * scenario.skew <= seen.at &&
        seen.at < boot.from - 2 * scenario.skew,
    );
    if (!wasSeen) return;
    const zone = process.orders.policy.timezone;
    const { isInside, beginsAt } = trueHours(rule.windows, boot.from, zone);
    if (isInside || (beginsAt !== null && beginsAt <= at)) return;
    accuse(
      7,
      `${vm.id} was started by hand at ${boot.from}, outside its hours, and stopped before they began`,
    );
  }

  /**
   * Returns the first start after the stop, or a later one that could be known, since it had been seen stopped
   * before.
   */
  function lastStart(vm: TrueVm, stoppedAt: Instant): Instant | null {
    let last: Instant | null = null;
    let downSince = stoppedAt;
    for (const boot of vm.boots) {
      if (boot.from <= stoppedAt) continue;
      const wasSeen = (seenStopped.get(vm) ?? []).some(({ at }) => downSince <= at && at < boot.from);
      if (last === null || wasSeen) last = boot.from;
      downSince = boot.until ?? boot.from;
    }
    return last;
  }

  return { observer, onStop };
}
