import { isDeepStrictEqual } from 'node:util';
import type { TargetId } from '../../../../lib/model/ids.ts';
import type { Message } from '../../../../lib/model/notification.ts';
import { hours, type Instant, instant, minutes } from '../../../../lib/model/time/time.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import { isCalm, policyAt } from '../../scenario.ts';
import type { Case } from '../violation.ts';
import type { Delivery, DeliveryBook } from './deliveries.ts';
import type { AudienceBook } from './true-audience.ts';

/** A night. */
const longestRest = hours(9);

type Owed = {
  readonly message: Message;
  readonly target: TargetId;
  readonly since: Instant;
  /** Whose run it came from: what `act` leaves is sent by the next `act` only. */
  readonly by: Process['job'];
  /** When all who wanted it had it as it left the outbox: what becomes of its incident later wants nothing of it. */
  came: Instant | null;
};

/**
 * Invariant 8, of what was once committed to be said: every message comes, in time, over every route that wants it and no other, and at night where the route does not rest;
 * once, unless a crash, a lost answer or an overlap came in between; and always the same.
 */
export function messageOracle(
  { accuse, scenario, now }: Case,
  deliveries: DeliveryBook,
  audience: AudienceBook,
): Observer & { finish(): void } {
  const owed = new Map<string, Owed>();
  /** Those still waiting in a head, by target. */
  const waiting = new Map<TargetId, ReadonlySet<string>>();
  const calm = isCalm(scenario);
  const audienceOf = (message: Message) => audience.of(policyAt(scenario, now()), scenario.routes, message);
  const lastTick = scenario.start + Math.floor(scenario.span / scenario.poll) * scenario.poll;
  /** Whose writes went wrong, and who did not hear that a route had taken something. */
  const couldNotWrite = new WeakSet<Process>();
  const didNotHear = new WeakMap<Process, Set<string>>();

  return {
    struck(process, { port, name }, { kind }) {
      if (port === 'ledger' && kind !== 'delay') couldNotWrite.add(process);
      if (port === 'notify' && kind === 'lost-answer')
        didNotHear.set(process, (didNotHear.get(process) ?? new Set<string>()).add(name));
    },
    committed({ job }, { target, outbox }) {
      if (outbox.length === 0 && (waiting.get(target)?.size ?? 0) === 0) return;
      for (const message of outbox) {
        const known = owed.get(message.id);
        if (known === undefined) owed.set(message.id, { message, target, since: now(), by: job, came: null });
        else if (!isSame(known.message, message))
          accuse(8, `${message.id} says one thing, and later another`);
      }
      const ids = new Set<string>(outbox.map(({ id }) => id));
      if (ids.size < outbox.length && calm) accuse(8, `${target} holds a message twice`);
      for (const id of waiting.get(target) ?? []) {
        const entry = owed.get(id);
        if (entry === undefined || ids.has(id)) continue;
        // What a clock that was ahead had to say is forgotten with the head that it wrote.
        if (entry.message.at > now() + minutes(10)) {
          owed.delete(id);
          continue;
        }
        entry.came = deliveries.reachedAll(entry.message.id, audienceOf(entry.message));
        if (entry.came === null)
          accuse(8, `${id} left the outbox before every route that wants it had taken it`);
      }
      waiting.set(target, ids);
    },
    damaged(target) {
      // What waits in a head that cannot be read is lost with it, until a person sees to that.
      waiting.delete(target);
      for (const [id, entry] of owed) if (entry.target === target && !hasCome(entry)) owed.delete(id);
    },
    delivered(process, route, message) {
      // Word of a route that fails, and of blindness, is made from the control record and waits in no head.
      if (message.notifications.some(({ kind }) => kind === 'route' || kind === 'blind')) return;
      if (!audienceOf(message).includes(route))
        accuse(8, `${message.id} was sent over ${route}, which does not want it`);
      if (audience.rests(process.orders.policy, route, message, now()) && process.skew === 0)
        accuse(8, `${message.id} was sent over ${route} while it rests`);
      const known = owed.get(message.id);
      if (known === undefined) accuse(8, `${message.id} was sent, and no head ever held it`);
      else if (!isSame(known.message, message))
        accuse(8, `${message.id} was sent with other words than were stored`);
      const before = deliveries.of(message.id).filter((delivery) => delivery.route === route);
      if (before.length > 1 && !before.slice(0, -1).some((first) => mayRepeat(first, process))) {
        accuse(8, `${message.id} was sent over ${route} ${before.length} times for no reason`);
      }
    },
    finish() {
      for (const entry of owed.values()) checkCame(entry);
      checkNotSaidTwice();
    },
  };

  /** The one who sent it first could not write that down, or the two were at it at the same time. */
  function mayRepeat({ process, route, isHeard }: Delivery, second: Process): boolean {
    // What nobody could hear is said again once somebody can.
    if (!isHeard || process.dead || couldNotWrite.has(process)) return true;
    if (didNotHear.get(process)?.has(route) === true) return true;
    return process.endedAt === null || process.endedAt >= second.startedAt;
  }

  function hasCome({ message }: Owed): boolean {
    return deliveries.reachedAll(message.id, audienceOf(message)) !== null;
  }

  function checkCame({ message, target, since, by, came }: Owed): void {
    // No run comes after the last tick that could send it.
    if (by === 'act' && since >= lastTick) return;
    const wanting = audienceOf(message);
    const reached = came ?? deliveries.reachedAll(message.id, wanting);
    const calmFrom = calm ? since : Math.max(since, scenario.faults.quietFrom);
    const takes = scenario.poll + scenario.ticks.actLag + minutes(2);
    const due = calmFrom + takes + (mayRest(message, calmFrom, takes) ? longestRest : 0);
    if (due > now() || (reached !== null && reached <= due)) return;
    accuse(
      8,
      `${message.id} of ${target} was owed since ${since} and ${reached === null ? 'never came' : `came at ${reached}`}`,
    );
  }

  /** Whether a route that wants a message rested at any time in which it would have come. */
  function mayRest(message: Message, from: number, takes: number): boolean {
    const policy = policyAt(scenario, now());
    for (let at = from; at <= from + takes; at += minutes(10))
      if (scenario.routes.some((route) => audience.rests(policy, route, message, instant(at)))) return true;
    return false;
  }

  /** What rolls has no end at which it could be told anew, and is told again while it lasts. */
  function rolls(name: string): boolean {
    return scenario.policies.some(({ policy }) =>
      policy.rules.some(
        (rule) => rule.name === name && rule.kind === 'budget' && rule.period.kind === 'rolling',
      ),
    );
  }

  /** The same thing must not be said under two names. */
  function checkNotSaidTwice(): void {
    const ids = new Map<string, string>();
    for (const { message } of owed.values()) {
      for (const notice of message.notifications) {
        if (notice.kind !== 'alert' || notice.figures.kind !== 'budget') continue;
        const { period, limit, threshold, basis } = notice.figures;
        if (rolls(notice.rule)) continue;
        const meaning = `${notice.subject} ${notice.rule} ${period.from} ${limit} ${threshold} ${basis === 'forecast'}`;
        const other = ids.get(meaning);
        if (other !== undefined && other !== notice.id) accuse(8, `${notice.id} says what ${other} had said`);
        ids.set(meaning, notice.id);
      }
    }
  }
}

const isSame = (left: Message, right: Message): boolean =>
  left === right || isDeepStrictEqual(wordsOf(left), wordsOf(right));

/** What a message says, without who has taken it. */
const wordsOf = ({ delivered: _taken, unconfirmed: _unheard, ...words }: Message) => words;
