import pMap from 'p-map';
import { canDropMessage, type RouteDelivery, recordDeliveries } from '../../decide/actions/changed-head.ts';
import { type Audience, createAudience, goesAhead, isHeldBack } from '../../decide/alerts/audience.ts';
import { isFromFuture } from '../../decide/believed-head.ts';
import { isDeliveryPaused, patience, type Tries } from '../../decide/own-health/route-health.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { computeSpan, type Instant, later, milliseconds, tolerableSkew } from '../../model/time/time.ts';
import type { Delivery, Notifier } from '../../notify/notifier.ts';
import type { Head } from '../../state/head.ts';
import type { Message } from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';
import { commitChange } from '../commit-change.ts';
import { orLogged } from '../log.ts';
import type { ActPorts } from '../ports.ts';

/** The routes of one run, with the audience of each message and the results so far. */
export type RunRoutes = {
  readonly audience: Audience;
  /**
   * Sends a message over a route. Returns `unconfirmed` if no receiver is known, `held` in quiet hours, `unacknowledged` if
   * the receiver did not confirm it. `newer` are the messages that follow it.
   */
  send(
    route: string,
    message: Message,
    newer?: readonly Message[],
  ): Promise<'taken' | 'unconfirmed' | 'held' | 'failed' | 'unacknowledged'>;
  /** Returns true if a route that delivered this message unconfirmed now has a confirmed receiver. */
  hasReceiver(route: string, message: Message): Promise<boolean>;
  readonly tries: Tries;
  /** Returns true if a message was delivered that had waited for long: its route may have failed before. */
  tookLate(): boolean;
};

export function createRunRoutes(
  { notifiers, clock, log }: Omit<ActPorts, 'connections'>,
  policy: Policy,
): RunRoutes {
  const byRoute = new Map(notifiers.map((notifier) => [notifier.route, notifier]));
  const tries = new Map<string, string | null>();
  /** Routes that get no more messages in this run: waiting for each of fifty messages would take all its time. */
  const closed = new Set<string>();
  let isLate = false;

  async function sendToRoute(route: string, message: Message): Promise<Delivery> {
    const notifier = byRoute.get(route);
    if (notifier === undefined)
      return { kind: 'unavailable', because: 'the route is in the policy but not set up' };
    return sendToNotifier(notifier, message);
  }

  const audience = createAudience(policy, [...byRoute.keys()]);
  return {
    audience,
    tries,
    tookLate: () => isLate,
    hasReceiver: async (route, message) => (await byRoute.get(route)?.hasReceiver?.(message)) ?? false,
    async send(route, message, newer = []) {
      const now = clock.now();
      if (isHeldBack(policy, route, message, now)) {
        const passing = newer.filter(
          (one) => audience(one)?.includes(route) === true && !isHeldBack(policy, route, one, now),
        );
        if (!goesAhead(message, passing)) return 'held';
      }
      if (closed.has(route)) return 'failed';
      const answer = await sendToRoute(route, message);
      if (answer.kind === 'delivered' || answer.kind === 'unconfirmed') {
        if (answer.note !== undefined)
          log('delivered-in-part', { route, message: message.id, because: answer.note });
        if (!tries.has(route)) tries.set(route, null);
        isLate ||= computeSpan(message.at, clock.now()) >= patience;
        return answer.kind === 'delivered' ? 'taken' : 'unconfirmed';
      }
      if (answer.kind === 'unavailable') closed.add(route);
      tries.set(route, answer.because);
      log('not-delivered', { route, message: message.id, because: answer.because });
      return answer.kind === 'unacknowledged' ? 'unacknowledged' : 'failed';
    },
  };
}

/** Sends a message. An error becomes a failed delivery; its message is left out, because it may contain an address. */
export async function sendToNotifier(notifier: Notifier, message: Message): Promise<Delivery> {
  try {
    return await notifier.send(message);
  } catch (error) {
    return {
      kind: 'failed',
      because: `delivery failed with ${error instanceof Error ? error.name : typeof error}`,
    };
  }
}

/** The number of heads at once. More would only reach the limits of the routes. */
const headsAtOnce = 8;
/** The share of the interval between polls in which deliveries may begin; the rest is for actions. */
const deliveringPart = 0.4;

type Deliveries = {
  readonly heads: readonly Head[];
  readonly delivered: number;
  readonly undelivered: number;
};

/** Delivers the messages of several heads at once, critical ones first. Those without time left wait for the next run. */
export async function deliverAll(
  ports: Omit<ActPorts, 'connections'>,
  routing: RunRoutes,
  heads: readonly Head[],
  { intervals, now }: { readonly intervals: Intervals; readonly now: Instant },
): Promise<Deliveries> {
  const { clock, log } = ports;
  const end = later(clock.now(), milliseconds(intervals.pollEvery * deliveringPart));
  const isLate = () => clock.now() >= end;
  // The clock that wrote a head may be ahead by the tolerance, and ours behind by as much. The grace runs from the later.
  const ready = heads.filter(
    (head) => head.outbox.length > 0 && !isFromFuture(head, later(now, tolerableSkew)),
  );
  const reports = await pMap(
    ready.toSorted(byUrgency),
    (head) =>
      orLogged(log, 'delivery-not-recorded', { target: head.target }, () =>
        deliverOutbox(ports, head, routing, isLate),
      ),
    { concurrency: headsAtOnce },
  );
  const done = reports.flatMap((report) => report ?? []);
  const left = done.reduce((sum, report) => sum + report.left, 0);
  if (left > 0) log('deliveries-left', { messages: left });
  const newest = new Map(done.map(({ head }) => [head.target, head]));
  return {
    heads: heads.map((head) => newest.get(head.target) ?? head),
    delivered: done.reduce((sum, report) => sum + report.delivered, 0),
    undelivered: done.reduce((sum, report) => sum + report.failed, left),
  };
}

/** Orders heads by their most urgent message: critical ones first, then the oldest. */
function byUrgency(left: Head, right: Head): number {
  const isCritical = ({ outbox }: Head) => outbox.some(({ severity }) => severity === 'critical');
  const oldest = ({ outbox }: Head) => Math.min(...outbox.map(({ at }) => at));
  return Number(isCritical(right)) - Number(isCritical(left)) || oldest(left) - oldest(right);
}

type DeliveryReport = {
  readonly head: Head;
  readonly delivered: number;
  readonly failed: number;
  /** The number of deliveries for which there was no time. */
  readonly left: number;
};

/**
 * Sends a head's pending messages over every route that takes them and has not delivered them, then records the
 * deliveries: a crash in between repeats a message and never loses one. A route gets its messages in order, because a later
 * one may end an earlier one; no route waits for another.
 */
export async function deliverOutbox(
  ports: Omit<ActPorts, 'connections'>,
  head: Head,
  routing: RunRoutes,
  isLate = () => false,
): Promise<DeliveryReport> {
  const { ledger, clock, log } = ports;
  const { audience } = routing;
  const deliveries: RouteDelivery[] = [];
  const refused: RouteDelivery[] = [];
  let failed = 0;
  let left = 0;
  for (const message of head.outbox)
    if (audience(message)?.length === 0) log('wanted-by-no-route', { message: message.id });
  const routes = new Set(head.outbox.flatMap((message) => audience(message) ?? []));
  await pMap(routes, async (route) => {
    for (const [index, message] of head.outbox.entries()) {
      if (audience(message)?.includes(route) !== true) continue;
      const isTaken = message.delivered.includes(route);
      // A message without a confirmed receiver is sent again once there is one: only announcements of actions are
      // still here then.
      const wasUnheard =
        message.unconfirmed?.includes(route) === true && !canDropMessage(head, message, audience);
      if (isTaken && !(wasUnheard && (await routing.hasReceiver(route, message)))) continue;
      if (isLate()) {
        left += 1;
        continue;
      }
      if (isDeliveryPaused(route, message, clock.now())) {
        failed += 1;
        continue;
      }
      const answer = await routing.send(route, message, head.outbox.slice(index + 1));
      if (answer === 'taken') deliveries.push({ message: message.id, route });
      if (answer === 'unconfirmed') deliveries.push({ message: message.id, route, isConfirmed: false });
      if (answer === 'unacknowledged') refused.push({ message: message.id, route, isAcknowledged: false });
      if (answer === 'unacknowledged' || answer === 'failed') failed += 1;
    }
  });
  const outcomes = [...deliveries, ...refused];
  if (outcomes.length === 0 && !head.outbox.some((message) => canDropMessage(head, message, audience)))
    return { head, delivered: 0, failed, left };
  const at = clock.now();
  const committed = await commitChange(ledger, head, (newest) =>
    recordDeliveries(newest, outcomes, audience, at),
  );
  return { head: committed ?? head, delivered: deliveries.length, failed, left };
}
