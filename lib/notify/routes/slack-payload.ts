import type { Message } from '../../model/notification.ts';
import { incidentLine } from '../messages/incident.ts';
import { documentOf, type Reader } from '../messages/message.ts';
import { escaped, markupOf } from './markup.ts';

type PlainText = { readonly type: 'plain_text'; readonly text: string; readonly emoji: false };
type Markup = { readonly type: 'mrkdwn'; readonly text: string; readonly verbatim: true };
export type SlackBlock =
  | { readonly type: 'header'; readonly text: PlainText }
  /** Without `expand`, Slack may hide the end, which holds the commands, behind "see more". */
  | { readonly type: 'section'; readonly text: Markup; readonly expand: true }
  | { readonly type: 'divider' }
  | { readonly type: 'context'; readonly elements: readonly Markup[] };

/** The payload of an incoming webhook. `text` is shown in notifications and read aloud. */
export type SlackPayload = { readonly text: string; readonly blocks: readonly SlackBlock[] };

/** https://docs.slack.dev/reference/block-kit/blocks */
const longestHeader = 150;
const longestSection = 3_000;
/** The part of the recommended 10,000 characters of a message that header and context leave. */
const longestBody = 7_500;

/** Returns Block Kit for an incoming webhook. Webhooks cannot thread, so each message names its incident. */
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

/** Joins pieces into as few sections as possible. */
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
