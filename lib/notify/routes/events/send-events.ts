import type { Delivery } from '../../notifier.ts';
import type { Event } from './events-of.ts';

/** The most events that are sent at once; EventBridge takes no more in a request. */
const mostAtOnce = 10;

/** Sends events in groups until one group is not delivered. The next run then sends all of them again. */
export async function sendEvents(
  events: readonly Event[],
  send: (group: readonly Event[]) => Promise<Delivery>,
): Promise<Delivery> {
  // Nobody receives what is not sent.
  let delivery: Delivery = { kind: 'unconfirmed' };
  for (let from = 0; from < events.length; from += mostAtOnce) {
    delivery = await send(events.slice(from, from + mostAtOnce));
    if (delivery.kind === 'failed' || delivery.kind === 'unavailable') return delivery;
  }
  return delivery;
}
