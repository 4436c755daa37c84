import { type Audience, audienceOf, isHeldBack } from '../../decide/alerts/routing.ts';
import { patience, type Tries } from '../../decide/own-health/route-health.ts';
import type { Message } from '../../model/notification.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { between } from '../../model/time/time.ts';
import type { Delivery, Notifier } from '../../notify/notifier.ts';
import type { ActPorts } from '../ports.ts';

/** The routes of one run: the audience of each message, and the outcome of each route so far. */
export type Routing = {
  readonly audience: Audience;
  /** Sends a message over a route: `unconfirmed` without a known receiver, `held` in its quiet hours. */
  send(route: string, message: Message): Promise<'taken' | 'unconfirmed' | 'held' | 'failed'>;
  /** Reports whether a route that delivered this message unconfirmed now has a confirmed receiver. */
  hasReceiver(route: string, message: Message): Promise<boolean>;
  readonly tries: Tries;
  /** Reports whether a message was delivered that had waited for long: its route may have failed before. */
  tookLate(): boolean;
};

export function routingOf(
  { notifiers, clock, log }: Omit<ActPorts, 'provider' | 'keyFault'>,
  policy: Policy,
): Routing {
  const byRoute = new Map(notifiers.map((notifier) => [notifier.route, notifier]));
  const tries = new Map<string, string | null>();
  /** Routes that get nothing more in this run: waiting for each of fifty messages would take all its time. */
  const closed = new Set<string>();
  let isLate = false;

  async function answerTo(route: string, message: Message): Promise<Delivery> {
    const notifier = byRoute.get(route);
    if (notifier === undefined) return { kind: 'unavailable', because: 'it is in the policy and not set up' };
    return answerOf(notifier, message);
  }

  return {
    audience: audienceOf(policy, [...byRoute.keys()]),
    tries,
    tookLate: () => isLate,
    hasReceiver: async (route, message) => (await byRoute.get(route)?.hasReceiver?.(message)) ?? false,
    async send(route, message) {
      if (isHeldBack(policy, route, message, clock.now())) return 'held';
      if (closed.has(route)) return 'failed';
      const answer = await answerTo(route, message);
      if (answer.kind === 'delivered' || answer.kind === 'unconfirmed') {
        if (answer.note !== undefined)
          log('delivered-in-part', { route, message: message.id, because: answer.note });
        if (!tries.has(route)) tries.set(route, null);
        isLate ||= between(message.at, clock.now()) >= patience;
        return answer.kind === 'delivered' ? 'taken' : 'unconfirmed';
      }
      if (answer.kind === 'unavailable') closed.add(route);
      tries.set(route, answer.because);
      log('not-delivered', { route, message: message.id, because: answer.because });
      return 'failed';
    },
  };
}

/**
 * Sends a message. A route that throws does not affect the others; its error may hold an address, so it is not
 * repeated.
 */
export async function answerOf(notifier: Notifier, message: Message): Promise<Delivery> {
  try {
    return await notifier.send(message);
  } catch (error) {
    return { kind: 'failed', because: `it broke with ${error instanceof Error ? error.name : typeof error}` };
  }
}
