import type { Reader } from '../../notify/messages/message.ts';
import type { Delivery, Notifier } from '../../notify/notifier.ts';
import { sendEvents, worstOf } from '../events/send-events.ts';
import type { Post } from '../post.ts';
import type { RouteOpener } from '../route.ts';
import { type PagerDutyEvent, pagerDutyEvents } from './pagerduty-events.ts';
import type { PagerDutyRegion } from './settings.ts';

type PagerDutyOptions = Reader & {
  readonly route: string;
  /** The integration key of a service. */
  readonly key: () => Promise<string>;
  /** The address of the Events API v2. */
  readonly address: string;
  readonly post: Post;
};

const addresses: Readonly<Record<PagerDutyRegion, string>> = {
  us: 'https://events.pagerduty.com/v2/enqueue',
  eu: 'https://events.eu.pagerduty.com/v2/enqueue',
};

/** Opens, acknowledges and resolves incidents of PagerDuty. */
export function pagerDutyNotifier({ route, key, address, post, ...reader }: PagerDutyOptions): Notifier {
  const sending = (event: PagerDutyEvent): Promise<Delivery> =>
    post({
      name: 'PagerDuty',
      address: async () => address,
      content: async () => ({ body: JSON.stringify({ routing_key: await key(), ...event }), headers: {} }),
      reasonIn: (reply) => /"status":\s*"([a-z][a-z ]{2,40})"/.exec(reply)?.[1],
    });
  /** Sends the events of one notification in their order: what is opened must be there before it is resolved. */
  const inOrder = async (events: readonly PagerDutyEvent[]): Promise<Delivery> => {
    const deliveries: Delivery[] = [];
    for (const event of events) deliveries.push(await sending(event));
    return worstOf(deliveries);
  };
  return {
    route,
    send: (message) =>
      sendEvents(pagerDutyEvents(message, reader), async (group) =>
        worstOf(await Promise.all(group.map(inOrder))),
      ),
  };
}

export const openPagerDuty: RouteOpener<'pagerduty'> =
  ({ read, post }) =>
  ({ key, region }, terms) =>
    pagerDutyNotifier({ ...terms, key: read(key), address: addresses[region], post });
