import type { Message } from '../../model/notification.ts';
import { incidentLine } from '../messages/incident.ts';
import { documentOf, type Reader } from '../messages/message.ts';
import { escaped, markupOf } from './markup.ts';

type PlainText = { readonly type: 'plain_text'; readonly text: string; readonly emoji: false };
type Markup = { readonly type: 'mrkdwn'; readonly text: string; readonly verbatim: true };
export type SlackBlock =
  | { readonly type: 'header'; readonly text: PlainText }
  /** Without `expand` Slack may hide the end behind "see more", where the commands are. */
  | { readonly type: 'section'; readonly text: Markup; readonly expand: true }
  | { readonly type: 'divider' }
  | { readonly type: 'context'; readonly elements: readonly Markup[] };

/** What an incoming webhook takes. `text` is what a notification shows, and what is read aloud. */
export type SlackPayload = { readonly text: string; readonly blocks: readonly SlackBlock[] };

/** https://docs.slack.dev/reference/block-kit/blocks */
const longestHeader = 150;
const longestSection = 3_000;
/** Of the 10,000 characters that a message should keep under, what is left beside header and context. */
const longestBody = 7_500;

/** Block Kit for an incoming webhook. Those cannot thread: the line that names the incident is in each message. */
export function slackPayload(message: Message, reader: Reader): SlackPayload {
  const document = documentOf(message, reader);
  const sections = markupOf(document, longestBody).map(joined);
  const context = [incidentLine(message), ...document.footer].map((line) => markup(escaped(line, 500)));
  return {
    text: escaped(document.headline, longestHeader),
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: escaped(document.headline, longestHeader), emoji: false },
      },
      ...sections.flatMap((texts, index): SlackBlock[] => [
        ...(index > 0 ? [{ type: 'divider' } as const] : []),
        ...texts.map((text) => ({ type: 'section', text: markup(text), expand: true }) as const),
      ]),
      { type: 'context', elements: context },
    ],
  };
}

const markup = (text: string): Markup => ({ type: 'mrkdwn', text, verbatim: true });

/** Pieces in as few sections as hold them. */
function joined(pieces: readonly string[]): readonly string[] {
  const sections: string[] = [];
  for (const piece of pieces) {
    const last = sections.at(-1);
    const longer = `${last}\n${piece}`;
    if (last === undefined || longer.length > longestSection) sections.push(piece);
    else sections.splice(-1, 1, longer);
  }
  return sections;
}
