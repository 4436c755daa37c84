import { projectTarget } from '../../../../lib/model/ids.ts';
import type { StopStep } from '../../../../lib/model/rules/step.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  latest,
  milliseconds,
  minutes,
} from '../../../../lib/model/time/time.ts';
import { isOnResources, type ResourceRule } from '../../../../lib/rules/terms.ts';
import type { Observer } from '../../observer.ts';
import { isCalm, policyAt } from '../../scenario.ts';
import { workResumes } from '../../spell.ts';
import { stateOf, type TrueVm } from '../../world/true-resource.ts';
import { isHeldByOverride, isInHours, mayHaveRested } from '../alerts/held.ts';
import type { SilenceBook } from '../alerts/silence-book.ts';
import type { StopBook } from '../learned/stop-book.ts';
import { speaksOf } from '../matters/matter.ts';
import { trueHours } from '../matters/true-hours.ts';
import type { OverrideBook } from '../override-book.ts';
import type { PollBook } from '../poll-book.ts';
import { wasProtected } from '../true-protection.ts';
import type { Case } from '../violation.ts';
import { hidesGpus, isPlainlyIdle } from './idleness.ts';
import { stopStepOf } from './stop-flaws.ts';
import type { TouchBook } from './touch-book.ts';

/**
 * Checks number 0, since a job that does nothing makes no mistakes: a resource that is clearly idle, too old or
 * outside its hours, and was announced long ago, is stopped, unless it is protected, left alone, or held back by the
 * caps.
 */
export function workOracle(
  { accuse, world, scenario, now }: Case,
  buffered: PollBook,
  silences: SilenceBook,
  overrides: OverrideBook,
  stops: StopBook,
  touches: TouchBook,
): Observer {
  const calm = isCalm(scenario);
  const calmFrom = calm ? scenario.start : latest(scenario.faults.quietFrom, workResumes(scenario.spells));
  /** Refused actions, which are retried hours later, or not at all. */
  const refused = new Set<string>();
  /** When each resource was last seen to wait for an image that was begun: nothing else is done to it meanwhile. */
  const imagedAt = new Map<string, Instant>();
  let heldAt: Instant | null = null;
  /**
   * The time from idle to alert, and from the end of the grace to the stop: samples every 15 minutes, with polls in
   * between.
   */
  const slack = milliseconds(minutes(80) + 4 * scenario.poll + scenario.ticks.actLag);

  const observer: Observer = {
    logged(_process, event) {
      if (event === 'caps-held') heldAt = now();
    },
    acted({ subject, retryAfter }) {
      if (retryAfter !== null) refused.add(subject);
    },
    committed(process, head, before) {
      for (const { subject, state, kind } of head.intents)
        if (kind === 'image' && state.kind !== 'waiting') imagedAt.set(subject, now());
      const { policy } = process.orders;
      if (
        process.job !== 'watch' ||
        head.observation?.kind !== 'project' ||
        head.observation === before?.observation
      )
        return;
      if (heldAt !== null && now() - heldAt < days(1) + hours(2)) return;
      for (const rule of policy.rules.filter(isOnResources)) {
        const step = stopStepOf(rule);
        if (rule.mode !== 'enforce' || step?.mode !== 'enforce') continue;
        for (const shown of buffered.of(process, head.target).lists.vm?.shown ?? []) {
          if (shown.kind === 'vm' && shouldBeStopped(shown, rule, step))
            accuse(
              0,
              `${projectTarget(null, shown.project)}/vm/${shown.id} is long due, and ${rule.name} does not stop it`,
            );
        }
      }
    },
  };

  function shouldBeStopped(vm: TrueVm, rule: ResourceRule, { after: grace, approve }: StopStep): boolean {
    if (approve !== null) return false;
    const takes = milliseconds(slack + grace + (rule.kind === 'idle' ? 0 : rule.for));
    const since = earlier(earlier(now(), takes), rule.kind === 'idle' ? rule.window : minutes(0));
    if (since < calmFrom || !speaksOf(rule.match, vm, true) || stateOf(vm, now()) !== 'ACTIVE') return false;
    const policy = policyAt(scenario, now());
    if (policyAt(scenario, since) !== policy || wasProtected(policy, vm, since, now())) return false;
    const subject = `${projectTarget(null, vm.project)}/vm/${vm.id}`;
    if (refused.has(subject)) return false;
    if ((imagedAt.get(subject) ?? calmFrom) > earlier(now(), slack)) return false;
    if (silences.wasSilenced({ rule: rule.name, subject }, since, now())) return false;
    if (isHeldByOverride(overrides, subject, vm.project, since, now())) return false;
    if (isInHours(policy, since, now()) || mayHaveRested(policy, since, now())) return false;
    if (rule.kind === 'idle')
      return (
        !hidesGpus(world, vm) &&
        !touches.isLeftAlone(vm, rule, takes) &&
        isPlainlyIdle({ world, scenario, stops }, rule, vm, now(), takes)
      );
    return isPlainlyDue(vm, rule, since, policy.timezone);
  }

  /** Reports whether it has run since its creation for long enough, so that nobody started it deliberately. */
  function isPlainlyDue(
    vm: TrueVm,
    rule: Exclude<ResourceRule, { kind: 'idle' }>,
    since: Instant,
    zone: string,
  ): boolean {
    const [boot, ...others] = vm.boots;
    if (boot === undefined || others.length > 0 || boot.from > since || touches.lastTouched(vm) !== undefined)
      return false;
    if (rule.kind === 'lifetime') return since - vm.createdAt > rule.longest;
    if (rule.kind === 'waste') return false;
    const { isInside, endedAt } = trueHours(rule.windows, now(), zone);
    return !isInside && (endedAt === null || endedAt < since);
  }

  return observer;
}
