import { projectTarget } from '../../../../lib/model/ids.ts';
import { earlier, hours, minutes, type Span } from '../../../../lib/model/time/time.ts';
import type { IdleRule } from '../../../../lib/rules/idle/terms.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { Policy } from '../../../../lib/state/policy.ts';
import type { Orders, Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import { isCalm, policyAt } from '../../scenario.ts';
import { isThere, stateOf, type TrueVm } from '../../world/true-resource.ts';
import {
  hidesGpus,
  idleRules,
  isMeant,
  isPlainlyIdle,
  isPlainlyInUse,
  notIdle,
} from '../actions/idleness.ts';
import type { TouchBook } from '../actions/touch-book.ts';
import type { StopBook } from '../learned/stop-book.ts';
import { keeps, type OverrideBook } from '../override-book.ts';
import type { PollBook } from '../poll-book.ts';
import { trueKeep, wasProtected } from '../true-protection.ts';
import type { Case } from '../violation.ts';
import { newNotifications } from './new-notices.ts';
import type { SilenceBook } from './silence-book.ts';

/**
 * Checks invariant 8 for VMs against their true use: an idle verdict is true, and clear idleness is found. Nobody is
 * notified of what people keep, and somebody is once they no longer do.
 */
export function idleAlertOracle(
  { accuse, world, scenario, now }: Case,
  buffered: PollBook,
  silences: SilenceBook,
  stops: StopBook,
  overrides: OverrideBook,
  touches: TouchBook,
): Observer {
  const calmFrom = isCalm(scenario) ? scenario.start : scenario.faults.quietFrom;
  /** The delay of samples, which are asked for every 15 minutes, arrive late, and begin a while after a boot. */
  const slack = (minutes(50) + 2 * scenario.poll) as Span;

  return {
    committed(process, head, before) {
      const given = process.orders;
      if (
        process.job !== 'watch' ||
        head.observation?.kind !== 'project' ||
        head.observation === before?.observation
      )
        return;
      const poll = buffered.of(process, head.target);
      const vms = (poll.lists.vm?.shown ?? []).flatMap((shown) => (shown.kind === 'vm' ? [shown] : []));
      checkFound(process, head, before, given);
      checkOver(head, before, given);
      if (!head.observation.seen.includes('vms')) return;
      checkGone(head);
      checkInUse(process, head, given);
      if (head.observation.seen.includes('usage')) checkNoneForgotten(head, vms, given);
    },
  };

  function checkFound(process: Process, head: Head, before: Head | undefined, { policy }: Orders): void {
    for (const notice of newNotifications(head, before)) {
      if (notice.kind !== 'alert' || notice.figures.kind !== 'idle') continue;
      const { id } = notice;
      const rule = idleRules(policy).find(({ name }) => name === notice.rule);
      const sampled = [...buffered.of(process, head.target).sampled.values()].find(
        ({ vm }) => notice.subject === `${projectTarget(null, vm.project)}/vm/${vm.id}`,
      );
      if (rule === undefined || sampled === undefined) {
        accuse(8, `${id} speaks of a VM whose use was not looked at`);
        continue;
      }
      const { vm, at } = sampled;
      const because = hidesGpus(world, vm)
        ? 'it has GPUs'
        : notIdle({ world, scenario }, rule, vm, at, 'slots');
      if (because !== null) accuse(8, `${id} says that ${vm.id} is idle, and ${because}`);
      const kept = keptBecause(process, head, notice.subject);
      if (kept !== null) accuse(8, `${id} was said, and ${kept}`);
    }
  }

  /** Returns why nobody is notified of a VM, by what its poll was shown; `null` where somebody is. */
  function keptBecause(process: Process, head: Head, subject: string): string | null {
    const { policy } = process.orders;
    const seenAt = head.observation?.at ?? now();
    if (silences.isKept(process, subject, seenAt)) return 'someone keeps it';
    const { shown = [], at = seenAt } = buffered.of(process, head.target).lists.vm ?? {};
    const vm = shown.find(({ project, id }) => subject === `${projectTarget(null, project)}/vm/${id}`);
    if (vm?.kind !== 'vm' || vm.hidesMetadata) return null;
    return trueKeep(policy, vm, at) && trueKeep(policy, vm, seenAt);
  }

  /** Reports whether people may have kept a VM, or its rule left it alone, within the slack. */
  function maySpare(rule: IdleRule, vm: TrueVm, subject: string, policy: Policy): boolean {
    const from = earlier(now(), slack);
    return (
      overrides.mayHaveHeld(keeps(subject), from, now()) ||
      [policy, policyAt(scenario, from)].some((known) => wasProtected(known, vm, from, now(), trueKeep)) ||
      touches.isLeftAlone(vm, rule, slack)
    );
  }

  /** Returns the VM of an alert or message, which contain its name, the rule, and its creation time. */
  function vmNamedIn(text: string, rule: string): TrueVm | undefined {
    const [name, rest = ''] = text.split(`#${rule}#`);
    const createdAt = Date.parse(rest.split('#')[0] ?? '');
    for (const resource of world.resources) {
      const isIt =
        resource.createdAt === createdAt &&
        name === `${projectTarget(null, resource.project)}/vm/${resource.id}`;
      if (isIt && resource.kind === 'vm') return resource;
    }
    return undefined;
  }

  /**
   * Checks that an alert resolves when the VM is in use, does not run, or is gone, and not when it was merely not
   * shown.
   */
  function checkOver(head: Head, before: Head | undefined, { policy }: Orders): void {
    for (const notice of newNotifications(head, before)) {
      if (notice.kind !== 'resolved' || notice.of !== 'idle' || notice.step !== null) continue;
      const { id } = notice;
      const rule = idleRules(policy).find(({ name }) => name === notice.rule);
      const vm = vmNamedIn(id, notice.rule);
      if (rule === undefined || vm === undefined || head.observation === null) continue;
      const isUp = isThere(vm, now()) && stateOf(vm, head.observation.at) === 'ACTIVE';
      if (isUp && isPlainlyIdle({ world, scenario, stops }, rule, vm, now(), minutes(10))) {
        accuse(8, `${id} says that it is over, and ${vm.id} is as idle as before`);
      }
    }
  }

  /** Checks that a VM that is long gone has no alert. */
  function checkGone(head: Head): void {
    for (const { key, rule, phase } of head.alerts) {
      if (phase === 'resolved') continue;
      const vm = vmNamedIn(key, rule);
      if (vm?.goneAt != null && now() - vm.goneAt > 2 * scenario.poll)
        accuse(8, `${key} goes on, and its VM is gone since ${vm.goneAt}`);
    }
  }

  /** Checks that a VM in use has no alert once that was polled, unless an outage hid it. */
  function checkInUse(process: Process, head: Head, { policy }: Orders): void {
    const { sampled } = buffered.of(process, head.target);
    for (const { key, rule: name, phase } of head.alerts) {
      if (phase === 'resolved') continue;
      const rule = idleRules(policy).find((known) => known.name === name);
      const vm = rule && vmNamedIn(key, name);
      const seen = vm && sampled.get(vm.id);
      if (rule === undefined || vm === undefined || seen?.vm !== vm) continue;
      if (now() - calmFrom < rule.window + hours(1)) continue;
      const isTold =
        head.observation?.kind === 'project' && head.observation.usage.some((usage) => usage.vm === vm.id);
      if (isTold && stateOf(vm, seen.at) === 'ACTIVE' && isPlainlyInUse(world, rule, vm, seen.at))
        accuse(8, `${key} goes on, and ${vm.id} is in use`);
    }
  }

  function checkNoneForgotten(head: Head, vms: readonly TrueVm[], { policy }: Orders): void {
    for (const rule of idleRules(policy)) {
      if (now() - calmFrom < rule.window + slack + hours(1)) continue;
      for (const vm of vms) {
        if (
          hidesGpus(world, vm) ||
          !isMeant(rule, vm) ||
          !isPlainlyIdle({ world, scenario, stops }, rule, vm, now(), slack)
        )
          continue;
        const subject = `${projectTarget(null, vm.project)}/vm/${vm.id}`;
        const known = head.alerts.find(
          (alert) =>
            alert.step === null &&
            alert.rule === rule.name &&
            alert.subject === subject &&
            alert.phase !== 'resolved',
        );
        const isUnsaid =
          known !== undefined &&
          (known.lastNotified === null || known.spared !== undefined) &&
          !silences.wasSilenced(known, earlier(now(), slack), now()) &&
          !maySpare(rule, vm, subject, policy);
        if (known === undefined || isUnsaid)
          accuse(8, `${vm.project}/${vm.id} has long been idle, and ${rule.name} says nothing`);
      }
    }
  }
}
