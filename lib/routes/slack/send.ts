import type { AnswerLinkSource } from '../../notify/messages/answer-links.ts';
import { buttonTitle, incidentLine } from '../../notify/messages/incident.ts';
import { buildMessageDocument, type Reader } from '../../notify/messages/message.ts';
import { byStake } from '../../notify/messages/stake.ts';
import type { Message } from '../../state/notification.ts';
import { escaped, formatMarkup } from '../markup.ts';
import { readErrorWord, readReplyVerdict } from '../reply.ts';
import type { RouteOpener } from '../route.ts';
import { slackSettings } from './settings.ts';

/** Posts to a Slack channel through its incoming webhook. */
export const openSlack: RouteOpener<'slack'> =
  ({ read, post }) =>
  ({ url }, { route, buttons, ...reader }) => ({
    route,
    send(message) {
      const body = JSON.stringify(slackPayload(message, { ...reader, buttons: buttons?.slack }));
      return post({
        name: 'Slack',
        address: read(url),
        content: async () => ({ body, headers: {} }),
        reasonIn: (reply) => readErrorWord(reply) ?? undefined,
        doubtIn: doubtInChat,
      });
    },
  });

/**
 * Returns why a reply does not confirm that a chat accepted a message; `null` if it does. Slack replies with "ok" or with the
 * name of an error: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks. Other chats that accept its
 * format reply in the same way, or with JSON such as `{"ok":true}` or `{"success":true}`.
 */
function doubtInChat(reply: string): string | null {
  if (/^"?ok"?$/i.test(reply.trim())) return null;
  const { took, reason } = readReplyVerdict(reply);
  if (took === true) return null;
  const word = reason ?? readErrorWord(reply);
  return word === null ? 'its answer is not "ok"' : `its answer is not "ok" but ${word}`;
}

type PlainText = { readonly type: 'plain_text'; readonly text: string; readonly emoji: false };
type Markup = { readonly type: 'mrkdwn'; readonly text: string; readonly verbatim: true };
/** A button that gives an answer after a confirmation; without `confirm`, it opens a form. */
type Button = {
  readonly type: 'button';
  readonly text: PlainText;
  readonly action_id: string;
  readonly value: string;
  readonly confirm?: Readonly<Record<'title' | 'text' | 'confirm' | 'deny', PlainText>>;
};
type SlackBlock =
  | { readonly type: 'header'; readonly text: PlainText }
  /** Without `expand`, Slack may hide the end, which holds the commands, behind "see more". */
  | { readonly type: 'section'; readonly text: Markup; readonly expand: true }
  | { readonly type: 'divider' }
  | { readonly type: 'actions'; readonly elements: readonly Button[] }
  | { readonly type: 'context'; readonly elements: readonly Markup[] };

/** The payload of an incoming webhook. `text` is shown in notifications and read aloud. */
type SlackPayload = { readonly text: string; readonly blocks: readonly SlackBlock[] };

const { limits } = slackSettings;
/** The maximum length of a body: the recommended 10,000 characters of a message without header and context. */
const longestBody = 7_500;

/** A reader in Slack. With `buttons`, answers are buttons instead of links; they ask for a confirmation or open a form. */
type SlackReader = Reader & { readonly buttons?: 'asking' | 'form' | null | undefined };

/** Returns Block Kit for an incoming webhook. Webhooks cannot thread, so each message names its incident. */
export function slackPayload(
  message: Message,
  { answers, buttons = null, ...reader }: SlackReader,
): SlackPayload {
  const hasLinks = answers !== undefined && buttons === null;
  const document = buildMessageDocument(message, { ...reader, ...(hasLinks && { answers }) });
  const pressed = buttons !== null && answers !== undefined ? buildButtons(message, answers, buttons) : [];
  const sections = formatMarkup(document, longestBody).map(joined);
  const context = [incidentLine(message), ...document.footer].map((line) => markup(escaped(line, 500)));
  return {
    text: escaped(document.headline, limits.headline),
    blocks: [
      {
        type: 'header',
        text: { type: 'plain_text', text: escaped(document.headline, limits.headline), emoji: false },
      },
      ...sections.flatMap((texts, index): SlackBlock[] => [
        ...(index > 0 ? [{ type: 'divider' } as const] : []),
        ...texts.map((text) => ({ type: 'section', text: markup(text), expand: true }) as const),
      ]),
      ...(pressed.length === 0 ? [] : [{ type: 'actions', elements: pressed } as const]),
      { type: 'context', elements: context },
    ],
  };
}

/** https://docs.slack.dev/reference/block-kit/block-elements/button-element */
const longestLabel = 75;

/** The prefix of the action ids of buttons that open a form. */
export const formButton = 'form-';

/** Returns the buttons of a message, with the names of their resources if there are several. */
function buildButtons(
  { notifications, ...message }: Message,
  answers: AnswerLinkSource,
  buttons: 'asking' | 'form',
): readonly Button[] {
  const offered = byStake(notifications).flatMap((notice) =>
    answers(notice, message).map((answer) => ({ ...answer, subject: buttonTitle(notice, message) })),
  );
  return offered.slice(0, limits.buttons).map(({ label, answer, token, subject }, index): Button => {
    const what = plain(`${label}: ${subject}`, longestLabel);
    return {
      type: 'button',
      text: notifications.length === 1 ? plain(label, longestLabel) : what,
      action_id: `${buttons === 'form' ? formButton : ''}${answer}-${index}`,
      value: token,
      ...(buttons === 'asking' && {
        confirm: {
          title: plain(label, longestLabel),
          text: plain(`${label}: ${subject}? Your name is recorded.`, 300),
          confirm: plain('Confirm', 30),
          deny: plain('Cancel', 30),
        },
      }),
    };
  });
}

export const plain = (text: string, limit: number): PlainText => ({
  type: 'plain_text',
  text: escaped(text, limit),
  emoji: false,
});

export const markup = (text: string): Markup => ({ type: 'mrkdwn', text, verbatim: true });

/** Joins pieces into as few sections as possible. */
function joined(pieces: readonly string[]): readonly string[] {
  const sections: string[] = [];
  for (const piece of pieces) {
    const last = sections.at(-1);
    const longer = `${last}\n${piece}`;
    if (last === undefined || longer.length > limits.piece) sections.push(piece);
    else sections.splice(-1, 1, longer);
  }
  return sections;
}
