import { type Delivered, isOver, recordDeliveries } from '../../decide/actions/after-act.ts';
import type { Head } from '../../model/head.ts';
import { commitChange } from '../commit-change.ts';
import type { ActPorts } from '../ports.ts';
import type { Routing } from './routing.ts';

export type DeliveryReport = { readonly head: Head; readonly delivered: number; readonly failed: number };

/**
 * Sends what waits in a head's outbox over every route that wants it and has not taken it, and then
 * records what was taken: a crash in between repeats a message rather than losing one.
 */
export async function deliverOutbox(
  ports: Omit<ActPorts, 'provider' | 'keyFault'>,
  head: Head,
  routing: Routing,
): Promise<DeliveryReport> {
  const { ledger, clock, log } = ports;
  const { audience } = routing;
  const deliveries: Delivered[] = [];
  let failed = 0;
  for (const message of head.outbox) {
    const wanting = audience(message);
    if (wanting?.length === 0) log('wanted-by-no-route', { message: message.id });
    for (const route of wanting ?? []) {
      const isTaken = message.delivered.includes(route);
      // What nobody could hear is sent again once somebody can: only what announces an act is still here then.
      const wasUnheard = message.unconfirmed?.includes(route) === true && !isOver(head, message, audience);
      if (isTaken && !(wasUnheard && (await routing.hasReceiver(route)))) continue;
      const answer = await routing.send(route, message);
      if (answer === 'taken') deliveries.push({ message: message.id, route });
      if (answer === 'unconfirmed') deliveries.push({ message: message.id, route, isConfirmed: false });
      if (answer === 'failed') failed += 1;
    }
  }
  if (deliveries.length === 0 && !head.outbox.some((message) => isOver(head, message, audience)))
    return { head, delivered: 0, failed };
  const at = clock.now();
  const committed = await commitChange(ledger, head, (newest) =>
    recordDeliveries(newest, deliveries, audience, at),
  );
  return { head: committed ?? head, delivered: deliveries.length, failed };
}
