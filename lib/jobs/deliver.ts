import type { Notifier } from '../act/notifier.ts';
import { type Delivered, recordDeliveries } from '../decide/after-act.ts';
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
  if (deliveries.length === 0) return { head, delivered: 0, failed };
  const routes = notifiers.map(({ route }) => route);
  const at = clock.now();
  const committed = await commitChange(ledger, head, (newest) =>
    recordDeliveries(newest, deliveries, routes, at),
  );
  return { head: committed ?? head, delivered: deliveries.length, failed };
}

async function send(notifier: Notifier, message: Message, log: ActPorts['log']): Promise<boolean> {
  const delivery = await notifier.send(message);
  if (delivery.kind === 'delivered') return true;
  log('not-delivered', { route: notifier.route, message: message.id, because: delivery.because });
  return false;
}
