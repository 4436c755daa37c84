import * as z from 'zod';
import { parseJson } from '../../clouds/http/error-reply.ts';
import type { Delivery } from '../../notify/notifier.ts';
import { selectWorstDelivery, sendEvents } from '../events/send-events.ts';
import type { RouteOpener } from '../route.ts';
import { type PagerDutyEvent, pagerDutyEvents } from './pagerduty-events.ts';
import type { PagerDutyRegion } from './settings.ts';

const addresses: Readonly<Record<PagerDutyRegion, string>> = {
  us: 'https://events.pagerduty.com/v2/enqueue',
  eu: 'https://events.eu.pagerduty.com/v2/enqueue',
};

/** Returns the status in a reply; `null` if it has none that PagerDuty documents. */
function readReplyStatus(reply: string): string | null {
  const { status = '' } = Stated.safeParse(parseJson(reply)?.value, { jitless: true }).data ?? {};
  return /^[a-z][a-z ]{2,40}$/.test(status) ? status : null;
}

const Stated = z.object({ status: z.string() });

/** Opens, acknowledges and resolves incidents of PagerDuty. */
export const openPagerDuty: RouteOpener<'pagerduty'> =
  ({ read, post }) =>
  ({ key, region }, { route, ...reader }) => {
    const sending = (event: PagerDutyEvent): Promise<Delivery> =>
      post({
        name: 'PagerDuty',
        address: async () => addresses[region],
        content: async () => ({
          body: JSON.stringify({ routing_key: await read(key)(), ...event }),
          headers: {},
        }),
        reasonIn: (reply) => readReplyStatus(reply) ?? undefined,
        // https://developer.pagerduty.com/docs/send-alert-event
        doubtIn: (reply) =>
          readReplyStatus(reply) === 'success' ? null : 'its answer has no status "success"',
      });
    /** Sends the events of one notification in order: an incident must exist before it is resolved. */
    const inOrder = async (events: readonly PagerDutyEvent[]): Promise<Delivery> => {
      const deliveries: Delivery[] = [];
      for (const event of events) deliveries.push(await sending(event));
      return selectWorstDelivery(deliveries);
    };
    return {
      route,
      send: (message) =>
        sendEvents(pagerDutyEvents(message, reader), async (group) =>
          selectWorstDelivery(await Promise.all(group.map(inOrder))),
        ),
    };
  };
