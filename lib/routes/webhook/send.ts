import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import { assertNever } from '../../model/assert-never.ts';
import { type Instant, isoInstant } from '../../model/time/time.ts';
import { incidentLine, listIncidents } from '../../notify/messages/incident.ts';
import { buildMessageDocument, type Reader, renderMessage } from '../../notify/messages/message.ts';
import type { Delivery } from '../../notify/notifier.ts';
import { type Message, Notification } from '../../state/notification.ts';
import { buildEvents, cloudEvent } from '../events/events-of.ts';
import { selectWorstDelivery, sendEvents } from '../events/send-events.ts';
import { readReplyVerdict, refusedInWords } from '../reply.ts';
import type { RouteOpener } from '../route.ts';

/** Posts messages, or their events, as signed JSON to the operator's own receiver. */
export const openWebhook: RouteOpener<'webhook'> =
  ({ read, post, clock }) =>
  ({ url, secret, format }, { route, ...reader }) => {
    const posting = (id: string, body: string, type: string): Promise<Delivery> =>
      post({
        name: 'webhook',
        address: read(url),
        // Any status of success confirms: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
        doubtIn: (reply) => (readReplyVerdict(reply).took === false ? refusedInWords : null),
        content: async () => {
          const key = await read(secret)();
          // The secret comes from outside; invalid base64 would decode to an empty key.
          if (!/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(key)) throw new TypeError('not a webhook secret');
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
            return sendEvents(buildEvents(message, reader), async (group) => {
              const deliveries = await Promise.all(
                group.map((event) =>
                  posting(event.id, JSON.stringify(cloudEvent(event)), 'application/cloudevents+json'),
                ),
              );
              return selectWorstDelivery(deliveries);
            });
          default:
            return assertNever(format);
        }
      },
    };
  };

/** Returns a message as JSON: its text, and the facts behind it. The same message always gives the same bytes. */
export function webhookBody(message: Message, reader: Reader): string {
  const { id, at, severity, notifications } = message;
  const { subject, body } = renderMessage(message, reader);
  return JSON.stringify({
    version: 1,
    id,
    at: isoInstant(at),
    severity,
    incidents: listIncidents(message),
    incident: incidentLine(message),
    subject,
    text: body,
    ...buildAnswerLinks(message, reader),
    sections: buildMessageDocument(message, reader).sections,
    notifications: z.encode(z.array(Notification), notifications),
  });
}

/** Returns the links that give answers, if there are any. */
function buildAnswerLinks({ notifications, ...message }: Message, { answers = () => [] }: Reader) {
  const links = notifications.flatMap((notice) => answers(notice, message));
  return links.length === 0
    ? {}
    : { links: links.map(({ expires, token: _, ...link }) => ({ ...link, expires: isoInstant(expires) })) };
}

type SignedHeaders = {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
};

/**
 * Returns the headers of the Standard Webhooks specification, which receivers check with a library or in a few lines:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(id: string, body: string, secret: string, now: Instant): SignedHeaders {
  const timestamp = `${Math.floor(now / 1_000)}`;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/** Returns a message's id in the form of a header; a repeat has the same one. */
export const webhookId = ({ id }: { readonly id: string }): string =>
  `msg_${createHash('sha256').update(id).digest('hex').slice(0, 40)}`;
