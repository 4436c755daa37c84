import { projectTarget } from '../../../../lib/model/ids.ts';
import type { ImageStep, Step, TerminateStep } from '../../../../lib/model/rules/step.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  latest,
  milliseconds,
  minutes,
} from '../../../../lib/model/time/time.ts';
import type { ResourceRule } from '../../../../lib/rules/terms.ts';
import { isOnResources } from '../../../../lib/rules/terms.ts';
import type { Observer } from '../../observer.ts';
import { isCalm, policyAt } from '../../scenario.ts';
import { workResumes } from '../../spell.ts';
import {
  commitmentOf,
  committedUntil,
  stateOf,
  type TrueResource,
  type TrueVm,
} from '../../world/true-resource.ts';
import { isHeldByOverride, isInHours, mayHaveRested } from '../alerts/held.ts';
import type { SilenceBook } from '../alerts/silence-book.ts';
import { speaksOf } from '../matters/matter.ts';
import { trueHours } from '../matters/true-hours.ts';
import { keeps, type OverrideBook } from '../override-book.ts';
import { type PollBook, wholeAt } from '../poll-book.ts';
import { trueProtection } from '../true-protection.ts';
import type { Case } from '../violation.ts';
import type { RestBook } from './rest-book.ts';

type Books = {
  readonly buffered: PollBook;
  readonly silences: SilenceBook;
  readonly overrides: OverrideBook;
  readonly rests: RestBook;
};

/**
 * Checks number 0 for later steps: stopped resources are imaged, deleted and started again in time, and machines are
 * switched off outside their hours, unless something prevents it.
 */
export function lateWorkOracle({ accuse, scenario, now }: Case, books: Books): Observer {
  const { buffered, silences, overrides, rests } = books;
  const calmFrom = isCalm(scenario)
    ? scenario.start
    : latest(scenario.faults.quietFrom, workResumes(scenario.spells));
  const slack = milliseconds(minutes(40) + 5 * scenario.poll + 2 * scenario.ticks.actLag);
  let heldAt: Instant | null = null;
  /** Failed attempts by subject: they are retried hours later, or not at all. */
  const failed = new Map<string, Instant>();

  return {
    logged(_process, event) {
      if (event === 'caps-held') heldAt = now();
    },
    acted({ subject, hadEffect }) {
      if (!hadEffect) failed.set(subject, now());
    },
    committed(process, head, before) {
      for (const { notifications } of head.outbox)
        for (const notice of notifications)
          if (notice.kind === 'action-failed') failed.set(notice.subject, now());
      const { observation } = head;
      if (process.job !== 'watch' || observation?.kind !== 'project' || observation === before?.observation)
        return;
      if (heldAt !== null && now() - heldAt < days(1) + hours(2)) return;
      const { lists } = buffered.of(process, head.target);
      for (const rule of process.orders.policy.rules.filter(isOnResources)) {
        if (rule.mode !== 'enforce') continue;
        for (const kind of ['vm', 'machine'] as const) {
          const list = lists[kind];
          if (list === undefined || !wholeAt(buffered.of(process, head.target), kind)) continue;
          for (const of of list.shown) {
            const subject = `${head.target}/${kind}/${of.id}`;
            const waits = head.intents.some((intent) => intent.subject === subject);
            const what = waits ? null : omission(rule, of, subject);
            if (what !== null) accuse(0, `${subject} ${what}, and ${rule.name} does nothing`);
          }
        }
      }
    },
  };

  function omission(rule: ResourceRule, of: TrueResource, subject: string): string | null {
    if (!speaksOf(rule.match, of, true) || failed.has(subject)) return null;
    for (const step of rule.then) {
      const { since, overdue } = dueSince(rule, step, of, subject) ?? { since: null, overdue: '' };
      if (since === null || since > earlier(now(), slack)) continue;
      if (!isHeld(rule, of, subject, since, step.kind)) return overdue;
    }
    return null;
  }

  type Due = { readonly since: Instant; readonly overdue: string };

  function dueSince(rule: ResourceRule, step: Step, of: TrueResource, subject: string): Due | null {
    if (step.kind === 'notify' || step.mode !== 'enforce' || step.approve !== null) return null;
    switch (step.kind) {
      case 'image':
      case 'terminate':
        return of.kind === 'vm' ? lateDue(rule, step, of, subject) : null;
      case 'start':
        return startDue(rule, of, subject);
      case 'power-off':
        return of.kind === 'machine' ? powerOffDue(rule, of, step.after) : null;
      default:
        return null;
    }
  }

  function lateDue(
    rule: ResourceRule,
    step: ImageStep | TerminateStep,
    vm: TrueVm,
    subject: string,
  ): Due | null {
    const rested = rests.restsSince(vm);
    if (rested === null || stateOf(vm, now()) !== 'STOPPED') return null;
    if (!bearsOut(rule, vm, subject)) return null;
    const since = (rested + step.after + step.notice + (rule.kind === 'waste' ? rule.for : 0)) as Instant;
    const images = rests.imagesOf(vm);
    if (step.kind === 'image') return images.length > 0 ? null : { since, overdue: 'is long to be imaged' };
    // A commitment without an end that is to come never ends for whoever cannot see it.
    if (commitmentOf(vm, now())?.months !== undefined) return null;
    if ((committedUntil(vm, now()) ?? now()) > earlier(now(), slack)) return null;
    if (!step.needsImage) return { since, overdue: 'is long to be deleted' };
    const ready = images.find((image) => stateOf(image, earlier(now(), minutes(1))) === 'READY');
    if (ready === undefined) return null;
    const readyAt = ready.phases.at(-1)?.from ?? now();
    const overdue = 'has an image, and is long to be deleted';
    // It is announced once the image is seen, which each poll checks, and its notice runs from then.
    return { since: Math.max(since, readyAt + step.notice) as Instant, overdue };
  }

  /**
   * Reports whether a rule may continue: waste whoever stopped it; other rules only what truly rests by them alone.
   */
  function bearsOut(rule: ResourceRule, vm: TrueVm, subject: string): boolean {
    if (rule.kind === 'waste') return rule.conditions.includes('stopped-vm');
    return isRestedBy(rule.name, vm, subject);
  }

  function startDue(rule: ResourceRule, of: TrueResource, subject: string): Due | null {
    if (rule.kind !== 'schedule' || !isRestedBy(rule.name, of, subject)) return null;
    const { timezone } = policyAt(scenario, now());
    const rested = rests.restsSince(of);
    const { isInside } = trueHours(rule.windows, now(), timezone);
    const before = earlier(now(), slack);
    if (!isInside || rested === null || rested > earlier(before, hours(1))) return null;
    // It was within its hours throughout, and outside them when it was stopped.
    const began = lastBeginning(rule.windows, timezone);
    return began === null || rested > began ? null : { since: began, overdue: 'is long to be started' };
  }

  /** Returns the beginning of the current hours, within the last day. */
  function lastBeginning(windows: Parameters<typeof trueHours>[0], zone: string): Instant | null {
    const at = (back: number): Instant => earlier(now(), minutes(back));
    for (let back = 0; back < 1_440; back += 15) {
      if (trueHours(windows, at(back), zone).isInside) continue;
      return trueHours(windows, at(back), zone).beginsAt;
    }
    return null;
  }

  function powerOffDue(rule: ResourceRule, of: TrueResource, after: number): Due | null {
    // A machine that was busy in between counts from then on.
    const last = of.phases.findLast(({ from }) => from <= now());
    // A machine that was ever off may have been switched on deliberately.
    const wasOff = of.phases.some(
      ({ from, state }) => from <= now() && (state === 'OFF' || state === 'POWERING_OFF'),
    );
    if (last?.state !== 'ON' || wasOff) return null;
    const overdue = 'is long to be switched off';
    const for_ = rule.kind === 'idle' ? 0 : rule.for;
    // A keep that extended its life may have ended just now.
    const isExtended =
      rule.kind === 'lifetime' &&
      rule.extend !== null &&
      overrides.mayHaveHeld(
        keeps(`${projectTarget(null, of.project)}/machine/${of.id}`),
        of.createdAt,
        now(),
      );
    if (isExtended) return null;
    if (rule.kind === 'lifetime')
      return { since: (Math.max(last.from, of.createdAt + rule.longest) + after + for_) as Instant, overdue };
    if (rule.kind !== 'schedule') return null;
    const { isInside, endedAt } = trueHours(rule.windows, now(), policyAt(scenario, now()).timezone);
    if (isInside) return null;
    return { since: (Math.max(last.from, endedAt ?? last.from) + after + for_) as Instant, overdue };
  }

  function isRestedBy(rule: string, of: TrueResource, subject: string): boolean {
    return rests.isTrulyBy(rule, of) && rests.restsBy(rule, of, subject);
  }

  function isHeld(
    rule: ResourceRule,
    of: TrueResource,
    subject: string,
    due: Instant,
    kind: Step['kind'],
  ): boolean {
    const policy = policyAt(scenario, now());
    // Nothing may have happened since it was stopped.
    const since = earlier(Math.min(due, rests.restsSince(of) ?? due) as Instant, slack);
    if (since < calmFrom || policyAt(scenario, since) !== policy) return true;
    if (isHeldByOverride(overrides, subject, of.project, since, now())) return true;
    if (silences.wasSilenced({ rule: rule.name, subject }, since, now())) return true;
    if (mayHaveRested(policy, since, now())) return true;
    const isMarked = of.kind === 'vm' && (of.hidesMetadata || of.marks.length > 1);
    if (isMarked || trueProtection(policy, of, now()) !== null || trueProtection(policy, of, since) !== null)
      return true;
    const isGentle = kind === 'image' || kind === 'start';
    return !isGentle && isInHours(policy, earlier(now(), slack), now());
  }
}
