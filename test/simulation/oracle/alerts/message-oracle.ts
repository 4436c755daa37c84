import { isDeepStrictEqual } from 'node:util';
import type { TargetId } from '../../../../lib/model/ids.ts';
import { hours, type Instant, instant, minutes } from '../../../../lib/model/time/time.ts';
import type { Message } from '../../../../lib/state/notification.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import { isCalm, policyAt } from '../../scenario.ts';
import type { Case } from '../violation.ts';
import type { Delivery, DeliveryBook } from './deliveries.ts';
import type { AudienceBook } from './true-audience.ts';

/** The longest quiet hours: a night. */
const longestRest = hours(9);

type Owed = {
  readonly message: Message;
  readonly target: TargetId;
  readonly since: Instant;
  /** The job that it came from: what `act` leaves is sent only by the next `act`. */
  readonly by: Process['job'];
  /** The time when its whole audience had it as it left the outbox; later changes of its incident do not matter. */
  came: Instant | null;
};

/**
 * Checks invariant 8 for committed notifications: every message arrives in time, over exactly the routes that want
 * it, and outside their quiet hours; once, unless a crash, a lost answer or an overlap intervened; and always with
 * the same content.
 */
export function messageOracle(
  { accuse, scenario, now }: Case,
  deliveries: DeliveryBook,
  audience: AudienceBook,
): Observer & { finish(): void } {
  const owed = new Map<string, Owed>();
  /** The messages that wait in a head, by target. */
  const waiting = new Map<TargetId, ReadonlySet<string>>();
  const calm = isCalm(scenario);
  const audienceOf = (message: Message) => audience.of(policyAt(scenario, now()), scenario.routes, message);
  const lastTick = scenario.start + Math.floor(scenario.span / scenario.poll) * scenario.poll;
  /** Processes whose writes failed, and those that did not learn of a delivery. */
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
        // Messages by a clock that was ahead are dropped with the head that it wrote.
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
      // Messages in an unreadable head are lost with it, until a person repairs it.
      waiting.delete(target);
      for (const [id, entry] of owed) if (entry.target === target && !hasCome(entry)) owed.delete(id);
    },
    delivered(process, route, message) {
      // Messages about failing routes and blindness are made from the control record and are in no head.
      if (message.notifications.some(({ kind }) => kind === 'route' || kind === 'blind')) return;
      if (!audienceOf(message).includes(route))
        accuse(8, `${message.id} was sent over ${route}, which does not want it`);
      const isResting = audience.rests(process.orders.policy, route, message, now());
      if (isResting && process.skew === 0 && !mayGoAhead(process, route, message))
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

  /** Reports whether a newer message of the same thing goes out in the quiet hours that hold back this end. */
  function mayGoAhead(process: Process, route: string, { id, at, notifications }: Message): boolean {
    const ended = notifications.flatMap(({ kind, rule, subject }) =>
      kind === 'resolved' ? [`${rule} ${subject}`] : [],
    );
    return [...owed.values()].some(
      ({ message }) =>
        message.id !== id &&
        message.at >= at &&
        !audience.rests(process.orders.policy, route, message, now()) &&
        message.notifications.some(({ rule, subject }) => ended.includes(`${rule} ${subject}`)),
    );
  }

  /** Reports whether a repeat is allowed: the first sender could not record it, or both ran at the same time. */
  function mayRepeat({ process, route, isHeard }: Delivery, second: Process): boolean {
    // A message without a receiver is sent again once there is one.
    if (!isHeard || process.dead || couldNotWrite.has(process)) return true;
    if (didNotHear.get(process)?.has(route) === true) return true;
    return process.endedAt === null || process.endedAt >= second.startedAt;
  }

  function hasCome({ message }: Owed): boolean {
    return deliveries.reachedAll(message.id, audienceOf(message)) !== null;
  }

  function checkCame({ message, target, since, by, came }: Owed): void {
    // No run after the last tick could send it.
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

  /** Reports whether a route that wants a message had quiet hours at any time when it would have arrived. */
  function mayRest(message: Message, from: number, takes: number): boolean {
    const policy = policyAt(scenario, now());
    for (let at = from; at <= from + takes; at += minutes(10))
      if (scenario.routes.some((route) => audience.rests(policy, route, message, instant(at)))) return true;
    return false;
  }

  /**
   * Reports whether a budget is rolling: it has no end at which it could alert anew, so it repeats while it lasts.
   */
  function rolls(name: string): boolean {
    return scenario.policies.some(({ policy }) =>
      policy.rules.some(
        (rule) => rule.name === name && rule.kind === 'budget' && rule.period.kind === 'rolling',
      ),
    );
  }

  /** Checks that nothing is notified under two ids. */
  function checkNotSaidTwice(): void {
    const ids = new Map<string, string>();
    for (const { message } of owed.values()) {
      for (const notice of message.notifications) {
        if (notice.kind !== 'alert' || notice.figures.kind !== 'budget') continue;
        const { period, limit, threshold, basis, spent } = notice.figures;
        if (rolls(notice.rule)) continue;
        const isForecast = basis === 'forecast';
        // A figure a fifth over its limit is notified once more.
        const isFarOver = !isForecast && spent.times(5).gte(limit.times(6));
        const meaning = `${notice.subject} ${notice.rule} ${period.from} ${limit} ${threshold} ${isForecast} ${isFarOver}`;
        const other = ids.get(meaning);
        if (other !== undefined && other !== notice.id) accuse(8, `${notice.id} says what ${other} had said`);
        ids.set(meaning, notice.id);
      }
    }
  }
}

const isSame = (left: Message, right: Message): boolean =>
  left === right || isDeepStrictEqual(wordsOf(left), wordsOf(right));

/** Returns the content of a message without its deliveries. */
const wordsOf = ({ delivered: _taken, unconfirmed: _unheard, ...words }: Message) => words;
