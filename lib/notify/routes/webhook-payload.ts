import { createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import { type Message, Notification } from '../../model/notification.ts';
import { type Instant, isoInstant } from '../../model/time/time.ts';
import { incidentLine, incidentsOf } from '../messages/incident.ts';
import { documentOf, type Reader, renderMessage } from '../messages/message.ts';

/** Returns a message as JSON: its text, and the facts behind it. The same message always gives the same bytes. */
export function webhookBody(message: Message, reader: Reader): string {
  const { id, at, severity, notifications } = message;
  const { subject, body } = renderMessage(message, reader);
  return JSON.stringify({
    version: 1,
    id,
    at: isoInstant(at),
    severity,
    incidents: incidentsOf(message),
    incident: incidentLine(message),
    subject,
    text: body,
    ...linksIn(message, reader),
    sections: documentOf(message, reader).sections,
    notifications: z.encode(z.array(Notification), notifications),
  });
}

/** Returns the links that give answers, if there are any. */
function linksIn({ notifications, ...message }: Message, { answers = () => [] }: Reader) {
  const links = notifications.flatMap((notice) => answers(notice, message));
  return links.length === 0
    ? {}
    : { links: links.map(({ expires, token: _, ...link }) => ({ ...link, expires: isoInstant(expires) })) };
}

export type SignedHeaders = {
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
