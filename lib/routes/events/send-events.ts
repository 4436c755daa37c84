import type { Delivery } from '../../notify/notifier.ts';

/** The most events that are sent at once; EventBridge takes no more in a request. */
const mostAtOnce = 10;

/**
 * Sends events in groups, until the route takes nothing more. A group that it refuses does not keep the others back; the
 * next run sends all of them again.
 */
export async function sendEvents<Event>(
  events: readonly Event[],
  send: (group: readonly Event[]) => Promise<Delivery>,
): Promise<Delivery> {
  const deliveries: Delivery[] = [];
  for (let from = 0; from < events.length; from += mostAtOnce) {
    deliveries.push(await send(events.slice(from, from + mostAtOnce)));
    if (deliveries.at(-1)?.kind === 'unavailable') break;
  }
  return selectWorstDelivery(deliveries);
}

const fromWorst = ['unavailable', 'failed', 'unacknowledged', 'unconfirmed', 'delivered'] as const;

/** Returns the delivery of a whole by those of its parts. Nobody receives a message without any. */
export const selectWorstDelivery = (deliveries: readonly Delivery[]): Delivery =>
  fromWorst.flatMap((worst) => deliveries.find(({ kind }) => kind === worst) ?? [])[0] ?? {
    kind: 'unconfirmed',
  };
