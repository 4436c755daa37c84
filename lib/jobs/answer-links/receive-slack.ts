import {
  type Opener,
  type SlackForm,
  type SlackPress,
  SlackRequest,
} from '../../config/settings/slack-press.ts';
import type { ReceivedRequest } from '../../model/received-request.ts';
import { isValidSeal } from '../../model/sealed-token.ts';
import { type Instant, milliseconds, minutes } from '../../model/time/time.ts';
import { keepChoices } from '../../notify/messages/answer-links.ts';
import { oneLine } from '../../notify/parts/plain-text.ts';
import { escaped } from '../../routes/markup.ts';
import { formButton } from '../../routes/slack/send.ts';
import { recordedView, slackForm } from '../../routes/slack/slack-form.ts';
import {
  answerInWords,
  answerPress,
  buildPressReply,
  type PressReply,
  refused,
  withPress,
} from './answer-press.ts';
import type { AnswerPorts, AnswerReply, SlackApp } from './answer-request.ts';
import { previewAnswer } from './give-answer.ts';
import { readSlackRefusal } from './slack-app.ts';

/** The maximum size of a request of Slack, in bytes. It contains the whole message of the button. */
export const mostSlackBytes = 262_144;
/** The maximum age or lead of a request: https://docs.slack.dev/authentication/verifying-requests-from-slack */
const window = minutes(5);

/**
 * Gives the answer of a button in a Slack message or of its form, and reports the outcome in the thread. A request that
 * Slack did not sign in the last five minutes reads nothing of the ledger.
 */
export async function receiveSlack(
  ports: AnswerPorts,
  app: () => Promise<SlackApp>,
  { headers, body }: ReceivedRequest,
): Promise<AnswerReply> {
  if (body.byteLength > mostSlackBytes)
    return plain(413, `the request has more than ${mostSlackBytes} bytes`);
  const opened = await app().catch((error: unknown) => {
    ports.onFailure(error);
    return null;
  });
  if (opened === null) return plain(503, 'the signing secret cannot be read');
  const text = new TextDecoder().decode(body);
  if (!isOfSlack(opened.signingSecret, ports.now, headers, text)) return notOfSlack();
  const sent = readSlackRequest(new URLSearchParams(text).get('payload'));
  if (sent === null) return plain(400, 'the request is neither a press of a button nor a form');
  return sent.type === 'block_actions' ? pressed(ports, opened, sent) : confirmed(ports, opened, sent);
}

/** Gives the answer of a button, or opens its form if it has one. */
async function pressed(ports: AnswerPorts, app: SlackApp, press: SlackPress): Promise<AnswerReply> {
  const { user, actions, response_url: reply, message } = press;
  const [{ action_id, value: token }] = actions;
  const thread = message?.thread_ts ?? message?.ts;
  const opener: Opener = { token, reply, ...(thread !== undefined && { thread }) };
  const isForm = action_id.startsWith(formButton);
  const outcome = isForm
    ? await openForm(ports, app, { opener, trigger: press.trigger_id })
    : await answerPress(ports, { token, chat: 'slack' }, { name: getUserName(user), reason: '' });
  if (outcome !== null) await say(ports, app, opener, outcome);
  return plain(200, '');
}

/**
 * Gives the answer of a form. The form shows why the answer was refused. It also shows what was recorded if the thread takes
 * no reply, as half an hour after the press: https://docs.slack.dev/interactivity/handling-user-interaction
 */
async function confirmed(ports: AnswerPorts, app: SlackApp, { user, view }: SlackForm): Promise<AnswerReply> {
  const { private_metadata: opener, state } = view;
  const { reason, lasts } = state.values;
  const outcome = await answerPress(
    ports,
    { token: opener.token, chat: 'slack' },
    {
      name: getUserName(user),
      reason: reason.reason.value ?? '',
      ...(lasts && { lasts: milliseconds(Number(lasts.lasts.selected_option.value)) }),
    },
  );
  if (!outcome.isRecorded)
    return inForm({ response_action: 'errors', errors: { reason: oneLine(outcome.said, 500) } });
  if (await say(ports, app, opener, outcome)) return plain(200, '');
  return inForm({ response_action: 'update', view: recordedView(outcome.said) });
}

const getUserName = ({ username, id }: SlackPress['user']): string => username ?? id;

/** Posts the outcome of a button in the thread of its message, and returns whether that succeeded. */
async function say(
  { onFailure }: AnswerPorts,
  { post }: SlackApp,
  { reply, thread }: Opener,
  { said }: PressReply,
): Promise<boolean> {
  const body = JSON.stringify({
    response_type: 'in_channel',
    replace_original: false,
    text: escaped(said, 2_000),
    ...(thread !== undefined && { thread_ts: thread }),
  });
  const delivery = await post({
    name: 'Slack',
    address: async () => reply,
    content: async () => ({ body, headers: {} }),
    doubtIn: (text) => readSlackRefusal(text, false),
    mayRepeat: true,
    tries: 2,
  });
  if (!('because' in delivery)) return true;
  onFailure(new Error(`could not reply in the thread: ${delivery.because}`));
  return false;
}

/** Returns the reply to a request whose method or headers cannot be those of Slack; `null` if they can. */
export function refusedSlackHead(
  { method, headers }: Pick<ReceivedRequest, 'method' | 'headers'>,
  now: Instant,
): AnswerReply | null {
  if (method !== 'POST') return plain(405, 'this address accepts only POST requests from Slack');
  return readSignature(headers, now) === null ? notOfSlack() : null;
}

const notOfSlack = (): AnswerReply =>
  plain(
    403,
    'the request is not signed with the signing secret of the Slack app, or is more than five minutes old',
  );

function isOfSlack(
  signingSecret: string,
  now: Instant,
  headers: ReceivedRequest['headers'],
  body: string,
): boolean {
  const signature = readSignature(headers, now);
  if (signature === null) return false;
  const { timestamp, seal } = signature;
  return isValidSeal(signingSecret, `v0:${timestamp}:${body}`, seal, 'hex');
}

type SlackSignature = { readonly timestamp: string; readonly seal: string };

/** Reads the signature of a request; `null` if it is malformed, or its time is not within five minutes of now. */
function readSignature(headers: ReceivedRequest['headers'], now: Instant): SlackSignature | null {
  const [, timestamp] = /^(\d{10})$/.exec(headers['x-slack-request-timestamp'] ?? '') ?? [];
  const [, seal] = /^v0=([0-9a-f]{64})$/.exec(headers['x-slack-signature'] ?? '') ?? [];
  if (timestamp === undefined || seal === undefined) return null;
  return isTimely(Number(timestamp) * 1_000, now) ? { timestamp, seal } : null;
}

const isTimely = (at: number, now: Instant): boolean => Math.abs(now - at) <= window;

function readSlackRequest(payload: string | null): SlackPress | SlackForm | null {
  try {
    return SlackRequest.parse(JSON.parse(payload ?? ''));
  } catch {
    return null;
  }
}

const plain = (status: AnswerReply['status'], body: string): AnswerReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body,
});
/** Returns a reply that changes a confirmed form. */
const inForm = (said: object): AnswerReply => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(said),
});

/** A press of a button that opens a form: the data that the form returns, and the trigger, valid for three seconds. */
type Opening = { readonly opener: Opener; readonly trigger: string };

/**
 * Opens the form of a button and returns `null`, or returns the reason why none was opened: a button whose answer would be
 * refused opens no form.
 */
const openForm = (
  ports: AnswerPorts,
  { post, botToken }: SlackApp,
  { opener, trigger: trigger_id }: Opening,
): Promise<PressReply | null> =>
  withPress(ports, { token: opener.token, chat: 'slack' }, async (link, knownLink) => {
    const { answer } = knownLink.link;
    const outcome = await previewAnswer(link, knownLink);
    const { timezone, keepAtMost } = link.policy;
    if (outcome.kind !== 'placed') return buildPressReply(outcome, timezone);
    const view = slackForm({
      answer,
      says: answerInWords(outcome, timezone),
      lasts: answer === 'keep' ? keepChoices(keepAtMost) : [],
      metadata: JSON.stringify(opener),
    });
    const delivery =
      botToken === null
        ? { because: 'there is no bot token' }
        : await post({
            name: 'Slack',
            address: async () => 'https://slack.com/api/views.open',
            content: async () => ({
              body: JSON.stringify({ trigger_id, view }),
              headers: { authorization: `Bearer ${await botToken()}` },
            }),
            doubtIn: (text) => readSlackRefusal(text, true),
            tries: 1,
          });
    if (!('because' in delivery)) return null;
    ports.onFailure(new Error(`the form was not opened: ${delivery.because}`));
    return refused('The form could not be opened. Press the button again');
  });
