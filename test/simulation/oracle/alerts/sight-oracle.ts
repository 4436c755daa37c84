import type { TargetId } from '../../../../lib/model/ids.ts';
import {
  computeSpan,
  hours,
  type Instant,
  later,
  latest,
  milliseconds,
  minutes,
} from '../../../../lib/model/time/time.ts';
import { mayEnforce } from '../../../../lib/rules/terms.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { NotificationByKind } from '../../../../lib/state/notification.ts';
import type { Policy } from '../../../../lib/state/policy.ts';
import { hasWrongClock, type Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import { policyOf } from '../../of-connection.ts';
import { isCalm } from '../../scenario.ts';
import { spellsAt, spellsOf } from '../../spell.ts';
import { commitmentOf, shownCommittedUntil, stateOf } from '../../world/true-resource.ts';
import { presentVm } from '../../world/world.ts';
import type { Case } from '../violation.ts';

/** A message of spendwatch about itself, if it was received. */
type Said = {
  readonly at: Instant;
  readonly by: Process;
  readonly notice: NotificationByKind<'blind'>;
};

/**
 * Checks invariants 18 and 11: what blinds spendwatch or takes its key is notified, as is its end, and nothing of the
 * kind without a cause; an unreadable head stays as it is.
 */
export function sightOracle({ accuse, scenario, world, now }: Case): Observer & { finish(): void } {
  const said: Said[] = [];
  const read = new WeakMap<Process, readonly Head[]>();
  const damagedAt = new Map<TargetId, Instant>();
  /** Whether the last head of each target lacked a fact that a rule needs: the world may never show it. */
  const hasUnknownFacts = new Map<TargetId, boolean>();
  /** True once a budget that is shared with other connections lacked what they could not show. */
  let hasLackedOthers = false;
  const isOfSeveral = scenario.connections !== undefined;
  const { spells, poll, ticks, start, faults, policies } = scenario;
  // The twin is reported as not polled for as long as it is in the settings.
  const isOfTwin = ({ connection }: Said['notice']): boolean =>
    scenario.twin !== undefined && connection === scenario.twin.name;
  const isDeaf = (at: Instant): boolean => spellsAt(spells, 'deaf-routes', at).length > 0;
  const saidSince = (from: Instant, isIt: (notice: Said['notice']) => boolean): boolean =>
    said.some(({ at, notice }) => at >= from && isIt(notice));

  return {
    damaged(target) {
      // Repeated damage is notified once.
      if (!damagedAt.has(target)) damagedAt.set(target, now());
    },
    headsRead(process, heads) {
      if (!read.has(process)) read.set(process, heads);
    },
    started(process) {
      if (process.job === 'act') void process.ended.then(() => checkTold(process));
    },
    committed(process, head) {
      const { target } = head;
      hasUnknownFacts.set(target, head.unknownFacts.length > 0);
      hasLackedOthers ||= isOfSeveral && target.startsWith('group/') && head.unknownFacts.length > 0;
      const at = damagedAt.get(target);
      if (at === undefined) return;
      // A process that had read it before the damage has replaced it with a readable one.
      if (process.startedAt < at) damagedAt.delete(target);
      else accuse(11, `${target} cannot be read since ${at}, and another head took its place`);
    },
    delivered(process, _route, { notifications }, isHeard) {
      for (const notice of notifications) {
        if (notice.kind !== 'blind' || isOfTwin(notice)) continue;
        if (isCalm(scenario) && !isSo(process, notice))
          accuse(18, `${notice.id} was said, and nothing is ${notice.state === 'blind' ? 'wrong' : 'over'}`);
        const isLost = spellsOf(spells, 'lost-keys').some(({ from, job }) => job === 'act' && from <= now());
        if (notice.matter === 'acting-key' && !isLost)
          accuse(18, `${notice.id} was said, and the key that acts was never lost`);
        if (notice.state === 'blind' && !isOfOwnRule(process, notice))
          accuse(24, `${notice.id} was said as of ${notice.rule}, which is about other connections`);
        if (isHeard) said.push({ at: now(), by: process, notice });
      }
    },
    acted({ process, subject, action }) {
      const [lost] = keysLost(process);
      if (lost !== undefined) accuse(18, `the ${action} of ${subject} was asked for without a key`);
    },
    finish() {
      // A run that was cut short ends in the middle of events.
      if (now() < faults.quietFrom) return;
      // A route that delivers nothing is not waited for forever.
      if (spellsOf(spells, 'deaf-routes').length > 0) return;
      if (faults.outages.some(({ port }) => port === 'notify')) return;
      // A process that died before it recorded the delivery counts as not having notified.
      const begun = said.filter(({ notice, by }) => !by.troubled && notice.state === 'blind');
      for (const incident of new Set(begun.map(({ notice }) => notice.incident))) {
        const all = said.filter(({ notice }) => notice.incident === incident);
        const ends = all.filter(({ notice }) => notice.state === 'resolved');
        const first = all[0];
        const isUnknown = first?.notice.matter === 'facts' && [...hasUnknownFacts.values()].includes(true);
        const isMute = first?.notice.matter === 'signals' && hasMuteAgent();
        const goesOn = first?.notice.matter === 'records' || isUnknown || isMute;
        if (ends.length === 0 && !goesOn && first !== undefined && first.at < faults.quietFrom)
          accuse(18, `${incident} was told, and its end never was`);
      }
    },
  };

  /**
   * Reports whether a notification of a calm world is true: the end of a commitment alone is ever hidden there. What is
   * resolved was notified before, and no head lacks it since.
   */
  function isSo(process: Process, { matter, state, incident }: Said['notice']): boolean {
    if (matter !== 'facts') return false;
    if (state === 'blind') return hidesAnEnd() || hasLackedOthers;
    const told = said.find(({ notice }) => notice.incident === incident && notice.state === 'blind');
    const heads = (read.get(process) ?? []).filter(({ failureScope }) => failureScope !== 'unlisted');
    return (
      told !== undefined &&
      heads.every(({ unknownFacts }) => unknownFacts.every(({ since }) => since > told.at))
    );
  }

  /** Reports whether the platform shows the months of a commitment, and no end that could still be it. */
  function hidesAnEnd(): boolean {
    return world.resources.some((resource) => {
      const isInMonths = commitmentOf(resource, now())?.months !== undefined;
      return isInMonths && (shownCommittedUntil(resource, now()) ?? now()) <= now();
    });
  }

  /** Reports whether the agent of a running VM is silent for good. */
  function hasMuteAgent(): boolean {
    return (scenario.logins?.of ?? []).some(({ project, vm, silent }) => {
      const known = presentVm(world, project, vm, now());
      const isRunning = known !== undefined && stateOf(known, now()) === 'ACTIVE';
      return isRunning && silent.some(({ until }) => until > now());
    });
  }

  /** Reports whether notifications since then may have reached nobody, and are not repeated yet. */
  function wasDeaf(since: Instant, within = hours(4.5)): boolean {
    return spellsOf(spells, 'deaf-routes').some(
      ({ from, until }) => from <= now() && since < until && now() < later(until, within),
    );
  }

  /** Reports whether the last notification of blindness says that it lasts; it repeats after hours. */
  function isKnownBlind(): boolean {
    const last = said.findLast(({ notice }) => notice.matter === 'sight');
    return last?.notice.state === 'blind' && computeSpan(last.at, now()) < hours(4) + minutes(30);
  }

  /** Returns the spells without a key that a run was in from its beginning until now. */
  function keysLost({ job, startedAt }: Process) {
    return spellsAt(spells, 'lost-keys', now()).filter(
      (spell) => spell.job === job && spell.from <= startedAt,
    );
  }

  /** Returns the time since which no policy has had a freshness rule. */
  function unruledSince(at: Instant): Instant {
    const last = policies.findLastIndex(({ from, policy }) => from <= at && isLeftToRule(policy));
    return policies[last + 1]?.from ?? start;
  }

  /**
   * Returns the time since which the ledger has been reachable again, if it was not at an instant or later: a poll
   * that is not recorded does not count.
   */
  function ledgerBackAt(at: Instant): Instant {
    const past = faults.outages.filter((outage) => outage.port === 'ledger' && outage.from <= now());
    return latest(at, ...past.map(({ until }) => until));
  }

  function checkTold(process: Process): void {
    const heads = read.get(process);
    if (process.troubled || heads === undefined || isDeaf(now())) return;
    const unreadable = heads.find((head) => head.unreadable !== null);
    if (unreadable !== undefined) {
      const since = damagedAt.get(unreadable.target) ?? start;
      const isTold = saidSince(since, ({ matter }) => matter === 'records');
      if (!isTold && !wasDeaf(since)) accuse(18, `${unreadable.target} cannot be read, and nobody is told`);
    }
    const { policy } = process.orders;
    // At a wrong time, only the wrong clock is reported.
    if (hasWrongClock(process)) return;
    for (const { from, isThere } of keysLost(process)) {
      const isNeeded = policy.rules.some(mayEnforce);
      const isTold = said.findLast(({ notice }) => notice.matter === 'acting-key')?.notice.state === 'blind';
      if (isNeeded && !isThere && !isTold && !wasDeaf(from))
        accuse(18, `the key that acts is lost since ${from}, and nobody is told`);
    }
    if (isLeftToRule(policy)) return;
    // A failed run is noticed by the next one, and a slow cloud has three polls.
    const takes = milliseconds(6 * poll + 2 * ticks.actLag + minutes(10));
    for (const { from, job } of spellsAt(spells, 'lost-keys', now())) {
      const since = latest(from, unruledSince(process.startedAt), ledgerBackAt(from));
      const isDue = job === 'watch' && later(since, takes) <= process.startedAt;
      const isBlind = heads.every(
        ({ failedPolls, target }) => failedPolls > 0 || target.startsWith('group/'),
      );
      const wasWrong = spellsOf(spells, 'wrong-clocks').some(
        (spell) => spell.from <= now() && from < spell.until,
      );
      const isTold =
        isKnownBlind() || wasDeaf(from) || saidSince(from, ({ matter }) => matter !== 'acting-key');
      if (isDue && isBlind && !wasWrong && !isTold)
        accuse(18, `every question is turned away since ${from}, and nobody is told`);
    }
  }
}

/** Reports whether a notification is that of a freshness rule about its connection, or of none where there is no such rule. */
function isOfOwnRule({ orders }: Process, { rule }: Said['notice']): boolean {
  const own = policyOf(orders.policy, null).rules.filter(({ kind }) => kind === 'freshness');
  return own.length === 0 ? rule === 'spendwatch' : own.some(({ name }) => name === rule);
}

const isLeftToRule = ({ rules }: Policy): boolean => rules.some(({ kind }) => kind === 'freshness');
