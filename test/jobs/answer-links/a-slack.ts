import { createHmac } from 'node:crypto';
import type { AnswerPorts } from '../../../lib/jobs/answer-links/answer-request.ts';
import { receiveAnswer } from '../../../lib/jobs/answer-links/receive-answer.ts';
import type { Instant } from '../../../lib/model/time/time.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { poster } from '../../../lib/routes/post.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { markedKey } from '../../support/api-key.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { answer, type Behaviour, rudeService } from '../../support/rude-service.ts';
import { asking, linksOf, portsOver, tokenOf } from './a-link.ts';

export const signingSecret = '0123456789abcdef0123456789abcdef';
export const botToken = `xoxb-${markedKey('bot-token')}`;
export const hook = 'https://hooks.slack.com/actions/T0/1/abc';
export const user = { id: 'U1', username: 'eve', name: 'eve', team_id: 'T1' };

/** The request of a pressed button: https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
export const aPress = ({ token = tokenOf(linksOf().keep), url = hook, id = 'keep-0' } = {}) => ({
  type: 'block_actions',
  user,
  api_app_id: 'A1',
  team: { id: 'T1', domain: 'example' },
  container: { type: 'message', message_ts: '1548261231.000200', channel_id: 'C1', is_ephemeral: false },
  trigger_id: '12321423423.333649436676.d8c1bb837935619ccad0f624c448ffb3',
  channel: { id: 'C1', name: 'costs' },
  actions: [
    {
      type: 'button',
      action_id: id,
      block_id: 'b1',
      text: { type: 'plain_text', text: 'Keep', emoji: false },
      value: token,
      action_ts: '1548426417.840180',
    },
  ],
  response_url: url,
  message: { bot_id: 'B1', type: 'message', ts: '1548261231.000200', text: 'x'.repeat(20_000) },
});

/** The request of a submitted form: https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload */
export const aConfirmation = (view: { readonly private_metadata: string }, values: object) => ({
  type: 'view_submission',
  team: { id: 'T1', domain: 'example' },
  user,
  api_app_id: 'A1',
  trigger_id: '12321423423.333649436676.d8c1bb837935619ccad0f624c448ffb4',
  view: {
    id: 'VNHU13V36',
    team_id: 'T1',
    type: 'modal',
    ...view,
    callback_id: '',
    hash: '156663117.cd33ad1f',
    state: { values },
  },
  response_urls: [],
});

/** What a form returns of the press that opened it. */
export const opener = (changes: object = {}) => ({
  private_metadata: JSON.stringify({
    token: tokenOf(linksOf().keep),
    reply: hook,
    thread: '1548261231.000200',
    ...changes,
  }),
});
/** The values that a person enters into a form. */
export const reasonGiven = (value: string | null) => ({
  reason: { reason: { type: 'plain_text_input', value } },
});
export const chosen = (value: number | string) => ({
  lasts: {
    lasts: {
      type: 'static_select',
      selected_option: { text: { type: 'plain_text', text: 'x', emoji: false }, value: `${value}` },
    },
  },
});

export type Sending = {
  readonly at?: Instant;
  readonly by?: string;
  readonly change?: (body: string) => string;
  readonly headers?: Readonly<Record<string, string>>;
};

const accepting: Behaviour = (response, { path }) =>
  path === '/api/views.open' ? answer(response, 200, { ok: true, view: { id: 'V1' } }) : response.end('ok');

/** Slack as a real server on this machine, which signs what it sends; with the replies that it got, and the failures. */
export async function aSlack(
  ledger: Ledger,
  options: {
    readonly behave?: Behaviour;
    readonly policy?: Policy;
    readonly now?: Instant;
    readonly token?: string | null;
  } = {},
) {
  const { behave = accepting, policy = asking, now = noon, token = botToken } = options;
  const { ports: answering, failures } = portsOver({ ledger, now, policy });
  const { url, received } = await rudeService(behave);
  const real = poster({ now: () => now, sleep: async () => {} });
  const ports: AnswerPorts = {
    ...answering,
    slack: async () => ({
      signingSecret,
      botToken: token === null ? null : async () => token,
      post: (order) => {
        const address = async () => (await order.address()).replace(/^https:\/\/(?:hooks\.)?slack\.com/, url);
        return real({ ...order, address });
      },
    }),
  };
  const send = (payload: unknown, { at = now, by = signingSecret, ...other }: Sending = {}) => {
    const { change = (same: string) => same, headers = {} } = other;
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const timestamp = `${Math.floor(at / 1_000)}`;
    const seal = createHmac('sha256', by).update(`v0:${timestamp}:${body}`).digest('hex');
    return receiveAnswer(ports, {
      method: 'POST',
      path: '/answer/slack',
      headers: { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${seal}`, ...headers },
      body: new TextEncoder().encode(change(body)),
    });
  };
  const bodiesAt = (path: string) =>
    received.filter((request) => request.path === path).map(({ body }) => JSON.parse(body));
  return {
    send,
    failures,
    received,
    /** The replies in threads. */
    told: () => bodiesAt('/actions/T0/1/abc'),
    /** The requests that opened a form. */
    opened: () => bodiesAt('/api/views.open'),
  };
}
