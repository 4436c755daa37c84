import { projectTarget, type TargetId } from '../../../../lib/model/ids.ts';
import { hours, type Instant, type Span } from '../../../../lib/model/time/time.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import { pastStops } from '../../world/past-stops.ts';
import { stateOf, type TrueResource } from '../../world/true-resource.ts';
import { idleRules } from '../actions/idleness.ts';
import { newNotifications } from '../alerts/new-notices.ts';
import { type PollBook, wholeAt } from '../poll-book.ts';
import type { Case } from '../violation.ts';

/** A stop that people were notified of as done. */
export type MadeStop = {
  readonly subject: string;
  readonly rule: string;
  readonly madeAt: Instant;
  isWrong: boolean;
};

/** What polls showed of a VM since a stop of it by a rule. */
type Rest = {
  readonly subject: string;
  readonly rule: string;
  readonly createdAt: Instant;
  stoppedAt: Instant;
  seenAt: Instant;
  isStarted: boolean;
  /** The stop, until anyone else stops it. */
  stop: MadeStop | null;
};

/** The stops of each project, as far as its heads still know their VMs. */
export type StopBook = {
  of(target: TargetId): readonly MadeStop[];
  /** Reports whether polls of a project always show what its VMs are. */
  isSure(target: TargetId): boolean;
};

const usually: Span = hours(8);

/**
 * Keeps a record of its own of stops by idle rules: which were wrong follows from what polls were shown, and not from
 * what heads say of it. It checks that each wrong stop is in the audit log, and nothing else is (invariant 10).
 */
export function stopBook({ accuse, world, scenario }: Case, polls: PollBook): Observer & StopBook {
  const stops = new Map<TargetId, readonly MadeStop[]>();
  const rests = new Map<TargetId, readonly Rest[]>();
  const isSure = (target: TargetId): boolean =>
    scenario.spells.every((spell) => {
      if (spell.kind === 'wrong-clocks') return false;
      const isHiding = spell.kind === 'unreadable-fields' || spell.kind === 'damaged-heads';
      return !isHiding || spell.target !== target;
    });
  let isBegun = false;

  return {
    isSure,
    of(target) {
      if (!isBegun) begin();
      return stops.get(target) ?? [];
    },
    committed(process, head, before) {
      const { observation } = head;
      if (!isBegun) begin();
      if (process.job !== 'watch' || observation?.kind !== 'project' || observation === before?.observation)
        return;
      noteMade(process, head, before);
      const poll = polls.of(process, head.target);
      const list = poll.lists.vm;
      const isShown = list !== undefined && wholeAt(poll, 'vm') && observation.seen.includes('vms');
      const wrong = isShown ? followRests(process, head.target, observation.at, list) : [];
      if (isSure(head.target)) checkLog(head, observation.at, wrong);
    },
  };

  /** Takes over the stops from before the start. */
  function begin(): void {
    isBegun = true;
    const [{ policy }] = scenario.policies;
    for (const { vm, rule, madeAt, startedAgainAt } of pastStops(scenario, world)) {
      const target = projectTarget(null, vm.project);
      const within = withinOf(policy, rule) ?? 0;
      const stop = {
        subject: `${target}/vm/${vm.id}`,
        rule,
        madeAt,
        isWrong: startedAgainAt - madeAt < within,
      };
      add(target, stop, vm.createdAt).isStarted = true;
    }
  }

  function add(target: TargetId, stop: MadeStop, createdAt: Instant): Rest {
    const { subject, rule, madeAt } = stop;
    const rest = { subject, rule, createdAt, stoppedAt: madeAt, seenAt: madeAt, isStarted: false, stop };
    const others = (rests.get(target) ?? []).filter(
      (other) => other.subject !== subject || other.rule !== rule,
    );
    rests.set(target, [...others, rest]);
    stops.set(target, [...(stops.get(target) ?? []), stop]);
    return rest;
  }

  function noteMade(process: Process, head: Head, before: Head | undefined): void {
    const shown = polls.of(process, head.target).lists.vm?.shown ?? [];
    for (const notice of newNotifications(head, before)) {
      if (notice.kind !== 'action-confirmed' || notice.action !== 'stop' || notice.by !== null) continue;
      const { subject, rule, doneAt: madeAt } = notice;
      const vm = shown.find(({ project, id }) => subject === `${projectTarget(null, project)}/vm/${id}`);
      if (vm !== undefined) add(head.target, { subject, rule, madeAt, isWrong: false }, vm.createdAt);
    }
  }

  /** Follows what a poll shows of stopped VMs, and returns the stops that it shows to be wrong. */
  function followRests(
    { orders }: Process,
    target: TargetId,
    at: Instant,
    { shown, at: shownAt }: { readonly shown: readonly TrueResource[]; readonly at: Instant },
  ): readonly MadeStop[] {
    const found: MadeStop[] = [];
    const isThere = ({ subject, createdAt }: Rest): TrueResource | undefined =>
      shown.find((vm) => subject === `${target}/vm/${vm.id}` && vm.createdAt === createdAt);
    const kept = (rests.get(target) ?? []).filter((rest) => isThere(rest) !== undefined);
    for (const rest of kept) {
      const vm = isThere(rest);
      const state = vm && stateOf(vm, shownAt);
      if (state === 'STOPPED' && !rest.isStarted) rest.seenAt = at;
      // Whoever stops it after that, it is not for the rule.
      if (state === 'STOPPED' && rest.isStarted)
        Object.assign(rest, { stoppedAt: at, seenAt: at, isStarted: false, stop: null });
      if (state !== 'ACTIVE' || rest.isStarted) continue;
      rest.isStarted = true;
      const within = withinOf(orders.policy, rest.rule);
      if (rest.stop === null || within === null || rest.seenAt - rest.stoppedAt >= within) continue;
      rest.stop.isWrong = true;
      found.push(rest.stop);
    }
    rests.set(target, kept);
    const known = new Set(kept.map(({ subject, rule }) => `${subject} ${rule}`));
    const all = stops.get(target) ?? [];
    stops.set(
      target,
      all.filter(({ subject, rule }) => known.has(`${subject} ${rule}`)),
    );
    return found;
  }

  function checkLog({ target, pendingWrites }: Head, at: Instant, wrong: readonly MadeStop[]): void {
    const logged = pendingWrites.journal.filter((entry) => entry.event === 'wrong-stop' && entry.at === at);
    for (const { subject, rule } of wrong)
      if (!logged.some((entry) => entry.subject === subject && entry.rule === rule))
        accuse(10, `${target}: a stop of ${subject} was wrong, and the log does not say so`);
    for (const { subject, rule } of logged)
      if (!wrong.some((stop) => stop.subject === subject && stop.rule === rule))
        accuse(10, `${target}: the log calls a stop of ${subject} wrong, and it was not`);
  }
}

/** Returns the time within which a start shows that a stop was wrong; `null` where the rule is no idle rule any more. */
function withinOf(policy: Parameters<typeof idleRules>[0], name: string): Span | null {
  const rule = idleRules(policy).find((known) => known.name === name);
  return rule === undefined ? null : (rule.learned?.within ?? usually);
}
