import type { KeySource } from '../../lib/config/settings/environment.ts';
import { openEventBridge } from '../../lib/routes/eventbridge/send.ts';
import { openPagerDuty } from '../../lib/routes/pagerduty/send.ts';
import type { Post } from '../../lib/routes/post.ts';
import type { RouteTerms, RouteWorld } from '../../lib/routes/route.ts';
import { openSlack } from '../../lib/routes/slack/send.ts';
import { openTeams } from '../../lib/routes/teams/send.ts';
import { openWebhook } from '../../lib/routes/webhook/send.ts';
import { morning } from '../notify/messages/a-message.ts';

type Read = () => Promise<string>;
type Opened = Partial<RouteTerms> & {
  readonly post: Post;
  readonly clock?: RouteWorld['clock'];
  readonly aws?: RouteWorld['aws'];
};

/** What a route is opened with, where secrets are read by functions of a test. */
function opening({ post, clock, aws, ...terms }: Opened, route: string) {
  const readers = new Map<KeySource, Read>();
  const secret = (read: Read): KeySource => {
    const source: KeySource = { kind: 'file', path: `${readers.size}` };
    readers.set(source, read);
    return source;
  };
  const unread: Read = async () => Promise.reject(new Error('there is no such secret'));
  const world: RouteWorld = {
    aws: aws ?? {
      credentials: async () => Promise.reject(new Error('there are no credentials')),
      endpoint: () => 'https://aws.invalid',
    },
    clock: clock ?? { now: () => morning, sleep: async () => {} },
    post,
    read: (source) => readers.get(source) ?? unread,
    sns: () => {
      throw new Error('there is no SNS');
    },
  };
  return { world, secret, terms: { route, zone: 'UTC', dashboard: null, ...terms } };
}

export function slackNotifier({ url, ...opened }: Opened & { readonly url: Read }) {
  const { world, secret, terms } = opening(opened, 'slack');
  return openSlack(world)({ kind: 'slack', url: secret(url) }, terms);
}

type Webhook = { readonly url: Read; readonly secret: Read; readonly format?: 'messages' | 'cloudevents' };
export function webhookNotifier({ url, secret: key, format = 'messages', ...opened }: Opened & Webhook) {
  const { world, secret, terms } = opening(opened, 'webhook');
  return openWebhook(world)({ kind: 'webhook', url: secret(url), secret: secret(key), format }, terms);
}

export function eventBridgeNotifier(opened: Opened & { readonly busArn: string }) {
  const { busArn, ...rest } = opened;
  const { world, terms } = opening(rest, 'eventbridge');
  return openEventBridge(world)({ kind: 'eventbridge', busArn, region: 'eu-west-1' }, terms);
}

export function teamsNotifier({
  url,
  body = 'message',
  ...opened
}: Opened & { readonly url: Read; readonly body?: 'message' | 'card' }) {
  const { world, secret, terms } = opening(opened, 'teams');
  return openTeams(world)({ kind: 'teams', url: secret(url), body }, terms);
}

/** Opens a route to PagerDuty of which everything is posted to `url`; `addresses` has where it would have been posted. */
export function pagerDutyNotifier({
  key,
  url,
  region = 'us',
  addresses = [],
  post,
  ...opened
}: Opened & {
  readonly key: Read;
  readonly url: string;
  readonly region?: 'us' | 'eu';
  readonly addresses?: string[];
}) {
  const redirected: Post = async (order) => {
    addresses.push(await order.address());
    return post({ ...order, address: async () => url });
  };
  const { world, secret, terms } = opening({ ...opened, post: redirected }, 'pagerduty');
  return openPagerDuty(world)({ kind: 'pagerduty', key: secret(key), region }, terms);
}
