import { type Audience, audienceOf, isHeldBack } from '../../decide/alerts/routing.ts';
import { patience, type Tries } from '../../decide/own-health/route-health.ts';
import type { Message } from '../../model/notification.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { between } from '../../model/time/time.ts';
import type { Delivery, Notifier } from '../../notify/notifier.ts';
import type { ActPorts } from '../ports.ts';

/** The routes of one run: who is to be told what, and what each has come to so far. */
export type Routing = {
  readonly audience: Audience;
  /** Whether a route has taken a message, `unconfirmed` where nobody is known to receive it; `held` while it rests. */
  send(route: string, message: Message): Promise<'taken' | 'unconfirmed' | 'held' | 'failed'>;
  /** Whether a route that could not say so before now tells of a receiver of this message. */
  hasReceiver(route: string, message: Message): Promise<boolean>;
  readonly tries: Tries;
  /** Whether something was taken that had waited for long: its route may have been in trouble. */
  tookLate(): boolean;
};

export function routingOf(
  { notifiers, clock, log }: Omit<ActPorts, 'provider' | 'keyFault'>,
  policy: Policy,
): Routing {
  const byRoute = new Map(notifiers.map((notifier) => [notifier.route, notifier]));
  const tries = new Map<string, string | null>();
  /** Why a route takes nothing more in this run: to wait for each of fifty messages would take all its time. */
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

/** A route that breaks keeps no other from its messages; its words may hold an address, so they are not repeated. */
export async function answerOf(notifier: Notifier, message: Message): Promise<Delivery> {
  try {
    return await notifier.send(message);
  } catch (error) {
    return { kind: 'failed', because: `it broke with ${error instanceof Error ? error.name : typeof error}` };
  }
}
