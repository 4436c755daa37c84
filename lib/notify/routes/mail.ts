import { createHash } from 'node:crypto';
import type { Message } from '../../model/notification.ts';
import { incidentLine, incidentsOf, isFirstOf } from '../messages/incident.ts';
import { renderMessage } from '../messages/message.ts';
import { asciiLine } from '../messages/plain-text.ts';

/** An e-mail, all but who sends and gets it. */
export type Mail = {
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
};

const longestSubject = 99;
/** More would make a header that some servers refuse. */
const mostReferences = 20;

/**
 * Mail programs put what refers to the same mail in one thread, and some only if the subject is the same too. So
 * the subject names the incident, and what happened is the first line of the text. `domain` is the sender's.
 */
export function mailOf(message: Message, zone: string, domain: string): Mail {
  const { subject: headline, body } = renderMessage(message, zone);
  const idOf = (text: string) =>
    `<${createHash('sha256').update(text).digest('hex').slice(0, 40)}@${domain}>`;
  const [root, ...others] = incidentsOf(message).slice(0, mostReferences).map(idOf);
  const isFirst = isFirstOf(message);
  const line = `[spendwatch] ${incidentLine(message)}`;
  return {
    subject: asciiLine(isFirst ? line : `Re: ${line}`, longestSubject),
    text: `${headline}\n\n${body}`,
    // The first mail of an incident bears its name, so that the later ones have something to refer to.
    messageId: isFirst && root !== undefined ? root : idOf(`message ${message.id}`),
    inReplyTo: isFirst ? null : (root ?? null),
    references: isFirst ? others : [...(root === undefined ? [] : [root]), ...others],
  };
}
