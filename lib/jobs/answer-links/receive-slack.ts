import { SlackPress } from '../../config/settings/slack-press.ts';
import type { ReceivedRequest } from '../../model/received-request.ts';
import { isSealOf } from '../../model/sealed-token.ts';
import { type Instant, minutes } from '../../model/time/time.ts';
import { escaped } from '../../notify/routes/markup.ts';
import { answerPress } from './answer-press.ts';
import type { AnswerPorts, AnswerReply, SlackApp } from './answer-request.ts';

/** The largest request of Slack that is read: it holds the whole message of the button. */
export const mostSlackBytes = 262_144;
/** How far the time of a request may be from now: https://docs.slack.dev/authentication/verifying-requests-from-slack */
const window = minutes(5);

/**
 * Gives the answer of a button in a Slack message, and says in its thread what came of it. A request that Slack did not
 * sign in the last five minutes reads nothing of the ledger.
 */
export async function receiveSlack(
  ports: AnswerPorts,
  app: () => Promise<SlackApp>,
  { method, headers, body }: ReceivedRequest,
): Promise<AnswerReply> {
  if (method !== 'POST') return plain(405, 'Slack sends what people press by POST');
  if (body.byteLength > mostSlackBytes) return plain(413, `a request may have ${mostSlackBytes} bytes`);
  const opened = await app().catch((error: unknown) => {
    ports.onFailure(error);
    return null;
  });
  if (opened === null) return plain(503, 'the signing secret cannot be read');
  const { signingSecret, post } = opened;
  const text = new TextDecoder().decode(body);
  if (!isOfSlack(signingSecret, ports.now, headers, text))
    return plain(403, 'the request is not signed by Slack, or too old');
  const pressed = pressedIn(new URLSearchParams(text).get('payload'));
  if (pressed === null) return plain(400, 'the request is no press of a button');
  const { user, actions, response_url: url, message } = pressed;
  const [press] = actions;
  const written = { name: user.username ?? user.id, reason: '' };
  const { said } = await answerPress(ports, { token: press.value, chat: 'slack' }, written);
  const content = {
    body: JSON.stringify({
      response_type: 'in_channel',
      replace_original: false,
      text: escaped(said, 2_000),
      ...(message !== undefined && { thread_ts: message.ts }),
    }),
    headers: {},
  };
  const reply = await post({ name: 'Slack', address: async () => url, content: async () => content });
  if ('because' in reply) ports.onFailure(new Error(`the thread was not told: ${reply.because}`));
  return plain(200, '');
}

function isOfSlack(
  signingSecret: string,
  now: Instant,
  headers: ReceivedRequest['headers'],
  body: string,
): boolean {
  const [timestamp = '', signature = ''] = [
    headers['x-slack-request-timestamp'],
    headers['x-slack-signature'],
  ];
  if (!/^\d{10}$/.test(timestamp) || !isTimely(Number(timestamp) * 1_000, now)) return false;
  const [, seal = ''] = /^v0=([0-9a-f]{64})$/.exec(signature) ?? [];
  return isSealOf(signingSecret, `v0:${timestamp}:${body}`, seal, 'hex');
}

const isTimely = (at: number, now: Instant): boolean => Math.abs(now - at) <= window;

function pressedIn(payload: string | null): SlackPress | null {
  try {
    return SlackPress.parse(JSON.parse(payload ?? ''));
  } catch {
    return null;
  }
}

const plain = (status: AnswerReply['status'], body: string): AnswerReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body,
});
