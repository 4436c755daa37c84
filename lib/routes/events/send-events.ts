import type { Delivery } from '../../notify/notifier.ts';

/** The maximum number of events in a request, which is that of EventBridge. */
const mostAtOnce = 10;

/**
 * Sends events in groups until the route is unavailable. A refused group does not delay the others, but the next run sends
 * all of them again.
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

/** Returns the worst of the deliveries of the parts of a message. A message without parts counts as received by nobody. */
export const selectWorstDelivery = (deliveries: readonly Delivery[]): Delivery =>
  fromWorst.flatMap((worst) => deliveries.find(({ kind }) => kind === worst) ?? [])[0] ?? {
    kind: 'unconfirmed',
  };
