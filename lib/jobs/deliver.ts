import type { Delivery, Notifier } from '../act/notifier.ts';
import { type Delivered, isDelivered, recordDeliveries } from '../decide/after-act.ts';
import type { Head } from '../model/head.ts';
import type { Message } from '../model/notice.ts';
import { commitChange } from './commit-change.ts';
import type { ActPorts } from './ports.ts';

export type DeliveryReport = { readonly head: Head; readonly delivered: number; readonly failed: number };

/**
 * Sends what waits in a head's outbox over every route that has not taken it, and then records
 * what was taken: a crash in between repeats a message rather than losing one.
 */
export async function deliverOutbox(ports: ActPorts, head: Head): Promise<DeliveryReport> {
  const { ledger, notifiers, clock, log } = ports;
  const deliveries: Delivered[] = [];
  let failed = 0;
  for (const message of head.outbox) {
    for (const notifier of notifiers) {
      if (message.delivered.includes(notifier.route)) continue;
      const isTaken = await send(notifier, message, log);
      if (isTaken) deliveries.push({ message: message.id, route: notifier.route });
      else failed += 1;
    }
  }
  const routes = notifiers.map(({ route }) => route);
  if (deliveries.length === 0 && !head.outbox.some((message) => isDelivered(message, routes)))
    return { head, delivered: 0, failed };
  const at = clock.now();
  const committed = await commitChange(ledger, head, (newest) =>
    recordDeliveries(newest, deliveries, routes, at),
  );
  return { head: committed ?? head, delivered: deliveries.length, failed };
}

async function send(notifier: Notifier, message: Message, log: ActPorts['log']): Promise<boolean> {
  const delivery = await answerOf(notifier, message);
  if (delivery.kind === 'delivered') return true;
  log('not-delivered', { route: notifier.route, message: message.id, because: delivery.because });
  return false;
}

/** A route that breaks keeps no other from its messages; its words may hold an address, so they are not repeated. */
async function answerOf(notifier: Notifier, message: Message): Promise<Delivery> {
  try {
    return await notifier.send(message);
  } catch (error) {
    return { kind: 'failed', because: `it broke with ${error instanceof Error ? error.name : typeof error}` };
  }
}
