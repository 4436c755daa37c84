import { createHash } from 'node:crypto';
import { incidentLine, listIncidents } from '../../notify/messages/incident.ts';
import { buildMessageDocument, type Reader } from '../../notify/messages/message.ts';
import { oneLine } from '../../notify/parts/plain-text.ts';
import type { Message } from '../../state/notification.ts';
import { eventType } from '../events/event-type.ts';
import { escaped, formatMarkup } from '../markup.ts';
import { amazonQSettings } from './settings.ts';

/** A custom notification: https://docs.aws.amazon.com/chatbot/latest/adminguide/custom-notifs.html */
export type AmazonQPayload = {
  readonly version: '1.0';
  readonly source: 'custom';
  readonly content: {
    readonly textType: 'client-markdown';
    readonly title: string;
    readonly description: string;
    readonly nextSteps: readonly string[];
    readonly keywords: readonly string[];
  };
  readonly metadata: {
    readonly threadId: string;
    readonly summary: string;
    readonly eventType: string;
    readonly relatedResources: readonly string[];
    readonly additionalContext: Readonly<Record<string, string>>;
  };
};

const { limits } = amazonQSettings;
const next = /^(\*Next:\*|Next:) /;

/** A reader in Amazon Q. With `buttons`, messages contain tokens that its custom actions use. */
export type AmazonQReader = Reader & { readonly buttons?: boolean | undefined };

/** Returns the payload of a message. All messages of an incident share a thread; one about several is in that of the first. */
export function amazonQPayload(
  message: Message,
  { buttons = false, ...reader }: AmazonQReader,
): AmazonQPayload {
  const document = buildMessageDocument(message, reader);
  const { severity, notifications, id } = message;
  const pieces = formatMarkup(document, limits.piece).flat();
  // With several notifications, a next step means nothing apart from its notification.
  const isStep = (piece: string): boolean => notifications.length === 1 && next.test(piece);
  const [source, same] = document.footer;
  const description = [...pieces.filter((piece) => !isStep(piece)), escaped(source, 500), escaped(same, 700)];
  const short = (text: string) => oneLine(text, 256);
  return {
    version: '1.0',
    source: 'custom',
    content: {
      textType: 'client-markdown',
      title: escaped(document.headline, limits.headline),
      description: description.join('\n'),
      nextSteps: pieces.filter(isStep).map((piece) => piece.replace(next, '')),
      keywords: [severity, ...new Set(notifications.map(({ rule }) => escaped(oneLine(rule, 64), 128)))],
    },
    metadata: {
      threadId: createHash('sha256').update(listIncidents(message)[0]).digest('hex').slice(0, 32),
      summary: escaped(incidentLine(message), 150),
      eventType: eventType(notifications),
      relatedResources: [...new Set(notifications.map(({ subject }) => short(subject)))].slice(0, 10),
      additionalContext: {
        severity,
        messageId: short(id),
        ...(buttons && indexAnswerTokens(message, reader)),
      },
    },
  };
}

/**
 * Returns the tokens of a message's answers, by answer. A message with several notifications has none, because a button
 * could not show which of them it answers.
 */
function indexAnswerTokens(
  { notifications, ...message }: Message,
  { answers }: Reader,
): Record<string, string> {
  const [notice, ...others] = notifications;
  if (notice === undefined || others.length > 0 || answers === undefined) return {};
  return Object.fromEntries(answers(notice, message).map(({ answer, token }) => [answer, token]));
}
