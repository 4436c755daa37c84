import { createHash } from 'node:crypto';
import type { Message } from '../../model/notification.ts';
import { incidentsOf, isFirstOf } from '../messages/incident.ts';
import { documentOf, type Reader, renderMessage } from '../messages/message.ts';
import { mailHtml } from './mail-html.ts';

/** An e-mail without its sender and receivers. */
export type Mail = {
  readonly subject: string;
  /** The same text as on other routes. */
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
};

/** The most references: some servers refuse longer headers. */
const mostReferences = 20;

/**
 * Returns a message as an e-mail. Mail programs group those that refer to the same one in a thread. `domain` is the
 * sender's.
 */
export function mailOf(message: Message, reader: Reader, domain: string): Mail {
  const { subject, body } = renderMessage(message, reader);
  const idOf = (text: string) =>
    `<${createHash('sha256').update(text).digest('hex').slice(0, 40)}@${domain}>`;
  const [root, ...others] = incidentsOf(message).slice(0, mostReferences).map(idOf);
  const isFirst = isFirstOf(message);
  return {
    subject,
    text: body,
    html: mailHtml(documentOf(message, reader)),
    // The first mail of an incident is named after it, so that later ones can refer to it.
    messageId: isFirst && root !== undefined ? root : idOf(`message ${message.id}`),
    inReplyTo: isFirst ? null : (root ?? null),
    references: isFirst ? others : [...(root === undefined ? [] : [root]), ...others],
  };
}
