import type { TargetId } from '../../../lib/model/ids.ts';
import {
  computeSpan,
  earlier,
  hours,
  type Instant,
  later,
  milliseconds,
  minutes,
  seconds,
  tolerableSkew,
} from '../../../lib/model/time/time.ts';
import type { Control } from '../../../lib/state/control.ts';
import type { Head } from '../../../lib/state/head.ts';
import { hasWrongClock, type Process } from '../engine/process.ts';
import type { Observer } from '../observer.ts';
import { spellsAt } from '../spell.ts';
import { named } from './actions/act.ts';
import type { Case } from './violation.ts';

/** One run of `watch` with a right clock. */
type Run = { readonly targets: readonly TargetId[]; readonly seen: Set<TargetId>; isAlone: boolean };

/**
 * Checks invariants 1, 10, 11, 13 and 18 with wrong clocks: a run that learned of its wrong clock commits nothing and
 * only reports it; nothing stored lies in the future; and the next run by a right clock polls everything again. A
 * clock within the tolerance prevents nothing.
 */
export function clockOracle({ accuse, scenario, world, now }: Case): Observer {
  const { spells, poll, ticks } = scenario;
  const told = new WeakSet<Process>();
  /** Runs that read a record from the future. */
  const metFuture = new WeakSet<Process>();
  const runs = new Map<Process, Run>();
  /**
   * The time when a run with a wrong clock last ended or wrote anything, and when one last reported it completely.
   */
  let lastWrong: Instant | null = null;
  let owedSince: Instant | null = null;
  let heard: { readonly state: 'blind' | 'resolved'; readonly at: Instant } | null = null;
  /** The time when it was last reported without a receiver, which is made up for within hours. */
  let unheardAt: Instant | null = null;
  let isToBeSeen = false;
  /** True if the last wrong clock was that of the cloud: by our right clock, what it notes may count as old. */
  let isOfCloud = false;
  let watchedUntil: Instant | null = null;

  return {
    timeTold(process) {
      told.add(process);
      if (hasWrongClock(process)) lastWrong = now();
    },
    started(process) {
      void process.ended.then(() => {
        if (hasWrongClock(process)) endedWrong(process);
        else if (process.job === 'watch') endedRight(process);
        if (process.job === 'act') checkTold(process);
      });
    },
    headsRead(process, heads) {
      // While nothing answers, the time is not confirmed, and a clock that is ahead records failed polls.
      if (heads.some(({ polledAt }) => polledAt !== null && polledAt > later(now(), tolerableSkew)))
        metFuture.add(process);
      if (process.job !== 'watch' || runs.has(process)) return;
      const isAlone =
        runs.size === 0 && (watchedUntil === null || later(watchedUntil, seconds(20)) < process.startedAt);
      for (const other of runs.values()) other.isAlone = false;
      const readable = heads.filter(({ unreadable }) => unreadable === null);
      runs.set(process, { targets: readable.map(({ target }) => target), seen: new Set(), isAlone });
    },
    committed(process, head) {
      runs.get(process)?.seen.add(head.target);
      if (hasWrongClock(process)) {
        lastWrong = now();
        if (told.has(process))
          accuse(10, `${head.target} was committed by a run that had been told that its clock is wrong`);
      } else if (process.job === 'watch' && told.has(process)) checkTimes(head);
    },
    controlCommitted(process, { blind }) {
      if (hasWrongClock(process) && told.has(process)) checkSpells(process, blind);
    },
    noted(process, { matter, at }) {
      if (matter === 'clock' && metFuture.has(process)) lastWrong = now();
      else if (matter === 'clock' && !hasWrongClock(process))
        accuse(11, `a run of ${process.job} does nothing, and its clock is off by only ${process.skew} ms`);
      if (
        matter === 'clock' &&
        told.has(process) &&
        Math.abs(computeSpan(at, cloudTime(process))) >= minutes(30)
      )
        accuse(10, `that a clock is wrong was noted by another time than the cloud’s: ${at}`);
    },
    acted(request) {
      if (hasWrongClock(request.process))
        accuse(
          13,
          `the ${named(request)} was asked for by a run whose clock is off by ${request.process.skew} ms`,
        );
    },
    delivered(process, _route, { notifications }, isHeard) {
      for (const notice of notifications) {
        if (notice.kind !== 'blind' || notice.matter !== 'clock') continue;
        if (isHeard) heard = { state: notice.state, at: now() };
        else unheardAt = now();
        const lasts = 3 * poll + ticks.actLag + minutes(15);
        const isSo = hasWrongClock(process) || (lastWrong !== null && computeSpan(lastWrong, now()) <= lasts);
        if (notice.state === 'blind' && !isSo) accuse(18, `${notice.id} was said, and no clock is wrong`);
      }
    },
  };

  /** Returns the time by the cloud's clock. */
  function cloudTime({ cloudIsBehind = milliseconds(0) }: Process): Instant {
    return earlier(now(), cloudIsBehind);
  }

  /** Checks that no time in a head lies further ahead than clocks may differ. */
  function checkTimes(head: Head): void {
    const latest = Math.max(...timesIn(head).map((at) => at ?? 0));
    if (latest > later(now(), minutes(10)))
      accuse(10, `${head.target} holds ${latest}, which has not come yet`);
  }

  /** Checks that a wrong clock is reported by the cloud's time. */
  function checkSpells(process: Process, blind: Control['blind']): void {
    const clock = blind.find(({ matter, isResolved }) => matter === 'clock' && !isResolved);
    if (
      clock === undefined ||
      (clock.lastNotified !== null && clock.lastNotified.at > later(cloudTime(process), minutes(10)))
    )
      accuse(10, `that a clock is wrong is told by another time than the cloud’s: ${JSON.stringify(clock)}`);
  }

  function endedWrong(process: Process): void {
    if (process.job === 'watch') {
      runs.delete(process);
      isToBeSeen = true;
    }
    if (told.has(process) && !process.troubled) owedSince ??= now();
    isOfCloud = (process.cloudIsBehind ?? 0) !== 0;
  }

  function endedRight(process: Process): void {
    const run = runs.get(process);
    runs.delete(process);
    // Fewer than three polls do not count as blindness.
    if (isOfCloud && !process.troubled) owedSince = null;
    watchedUntil = now();
    if (run === undefined || process.troubled || !run.isAlone || !isToBeSeen) return;
    if (spellsAt(spells, 'hanging-questions', now()).length > 0) return;
    isToBeSeen = false;
    for (const target of run.targets) {
      const isListed = world.projects.some((known) => target === `project/${known}`);
      if (isListed && !run.seen.has(target))
        accuse(11, `${target} was not looked at once the clock was right again`);
    }
  }

  function checkTold(process: Process): void {
    const grace = isOfCloud ? 3 * poll : 0;
    if (owedSince === null || process.troubled || process.startedAt < owedSince + grace + minutes(2)) return;
    const isDeaf = spellsAt(spells, 'deaf-routes', now()).length > 0;
    const isLate = computeSpan(owedSince, process.startedAt) > grace + 2 * poll;
    const isMadeUp = unheardAt !== null && computeSpan(unheardAt, now()) < hours(4.5);
    const isTold = isMadeUp || (heard !== null && (heard.state === 'blind' || heard.at >= owedSince));
    if (!isDeaf && !isLate && !isTold) accuse(18, `a clock is wrong since ${owedSince}, and nobody is told`);
    owedSince = null;
  }
}

/** Returns each time at which something happened, as far as a head says; plans and what the cloud says may lie ahead. */
const timesIn = (head: Head): readonly (number | null | undefined)[] => [
  ...[head.beganAt, head.polledAt, head.observation?.at, head.keyRefused?.at],
  ...[head.askedAt, head.seenAt, head.failingSince].flatMap((times) => Object.values(times)),
  ...head.alerts.flatMap(
    ({ since, lastNotified, idleSince, unknownSince, clearSince, fired, announcement }) => [
      ...[since, lastNotified?.at, idleSince, unknownSince, clearSince, announcement?.deliveredAt],
      ...fired,
    ],
  ),
  ...head.outbox.map(({ at }) => at),
  ...head.intents.flatMap(({ decidedAt, state }) => [decidedAt, 'at' in state ? state.at : null]),
  ...head.stops.flatMap(({ stoppedAt, lastSeenAtRest, atRestSince, startedAgainAt, made, wrong }) => [
    ...[stoppedAt, lastSeenAtRest, atRestSince, startedAgainAt],
    ...[...made, ...wrong],
  ]),
];
