import { assertNever } from '../../model/assert-never.ts';
import type { WebhookFormat } from '../../model/route.ts';
import type { Reader } from '../messages/message.ts';
import type { Delivery, Notifier } from '../notifier.ts';
import { cloudEvent, eventsOf } from './events/events-of.ts';
import { sendEvents, worstOf } from './events/send-events.ts';
import type { Post, RouteClock } from './post.ts';
import { signedHeaders, webhookBody, webhookId } from './webhook-payload.ts';

type WebhookOptions = Reader & {
  readonly route: string;
  readonly url: () => Promise<string>;
  /** The secret that requests are signed with. */
  readonly secret: () => Promise<string>;
  /** Default: messages. */
  readonly format?: WebhookFormat;
  readonly post: Post;
  readonly clock: Pick<RouteClock, 'now'>;
};

/** Posts messages, or their events, as signed JSON to the operator's own receiver. */
export function webhookNotifier({
  route,
  url,
  secret,
  format = 'messages',
  post,
  clock,
  ...reader
}: WebhookOptions): Notifier {
  const posting = (id: string, body: string, type: string): Promise<Delivery> =>
    post({
      name: 'webhook',
      address: url,
      content: async () => {
        const key = await secret();
        // The secret comes from outside; invalid base64 would decode to an empty key.
        if (!/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(key)) throw new TypeError('it is no webhook secret');
        return {
          body,
          headers: { 'content-type': type, ...signedHeaders(webhookId({ id }), body, key, clock.now()) },
        };
      },
    });
  return {
    route,
    send(message) {
      switch (format) {
        case 'messages':
          return posting(message.id, webhookBody(message, reader), 'application/json');
        case 'cloudevents':
          return sendEvents(eventsOf(message, reader), async (group) => {
            const deliveries = await Promise.all(
              group.map((event) =>
                posting(event.id, JSON.stringify(cloudEvent(event)), 'application/cloudevents+json'),
              ),
            );
            return worstOf(deliveries);
          });
        default:
          return assertNever(format);
      }
    },
  };
}
