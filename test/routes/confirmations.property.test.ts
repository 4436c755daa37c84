import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AddressedKind } from '../../lib/model/route.ts';
import type { Notifier } from '../../lib/notify/notifier.ts';
import { amazonQNotifier } from '../../lib/routes/amazon-q/send.ts';
import { poster } from '../../lib/routes/post.ts';
import { type SnsOptions, snsNotifier } from '../../lib/routes/sns/send.ts';
import { snsClient } from '../../lib/routes/sns/sns-client.ts';
import { aMessage, anIdleNotification, morning } from '../notify/messages/a-message.ts';
import { markedKey } from '../support/api-key.ts';
import { rudeService } from '../support/rude-service.ts';
import { runs } from '../support/tier.ts';
import {
  eventBridgeNotifier,
  pagerDutyNotifier,
  slackNotifier,
  teamsNotifier,
  webhookNotifier,
} from './opened.ts';

type Reply = { readonly status: number; readonly type: string; readonly body: string };

const message = aMessage(anIdleNotification());
const clock = { now: () => morning, sleep: async () => {} };
const post = poster(clock);
const secret = async () => `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const topic = 'arn:aws:sns:us-east-1:000000000000:alerts';
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: markedKey('aws') };
const busArn = 'arn:aws:events:eu-west-1:123456789012:event-bus/spend';

/** Opens a route over SNS, which lists a subscription and shows its filter as it should, whatever it answers to a message. */
const overSns =
  (route: string, notifier: (options: SnsOptions) => Notifier) =>
  (endpoint: string): Notifier => {
    const client = snsClient({ endpoint, region: 'us-east-1', credentials });
    onTestFinished(() => client.destroy());
    return notifier({ route, client, topicArn: topic, zone: 'UTC' });
  };
const subscribed: Readonly<Record<string, string>> = {
  ListSubscriptionsByTopic: `<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult><Subscriptions><member><SubscriptionArn>${topic}:1</SubscriptionArn></member></Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`,
  GetSubscriptionAttributes:
    '<GetSubscriptionAttributesResponse><GetSubscriptionAttributesResult><Attributes/></GetSubscriptionAttributesResult></GetSubscriptionAttributesResponse>',
};

const pages = [
  '<html><body>Please log in to the corporate proxy</body></html>',
  '\uFEFF\n<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">\n<HTML><HEAD><TITLE>Sign in</TITLE></HEAD></HTML>',
  '<!-- ok --><meta http-equiv="refresh" content="0;url=https://login.example.com">',
  '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body>ok</body></html>',
  `<html><head><style>${' '.repeat(40_000)}</style></head><body>{"ok":true}</body></html>`,
  '<script>location = "https://portal.example.com"</script>',
];
const refusals = [
  '{"ok":false,"error":"channel_not_found"}',
  '{"success":false}',
  '{"ok":true,"success":false}',
];
const words = ['invalid_payload', 'no_service', 'channel_is_archived', 'not ok', 'okay', ''];
const otherJson = ['{}', '[]', 'null', '"accepted"', '{"ok":"true"}', '{"status":"queued"}'];

const entries = '{"FailedEntryCount":0,"Entries":[{"EventId":"a"},{"EventId":"b"}]}';
const published =
  '<PublishResponse><PublishResult><MessageId>7c4a1b</MessageId></PublishResult></PublishResponse>';

type Replies = {
  readonly open: (url: string) => Notifier;
  readonly confirming: readonly string[];
  readonly doubtful: readonly string[];
  /** The outcome of a confirmed message where it is unknown whether anybody reads it. */
  readonly taken?: 'unconfirmed';
};
const ofSns = {
  confirming: [published],
  doubtful: [
    ...[...pages, ...refusals, ...words, ...otherJson],
    ...['<PublishResponse/>', '<PublishResponse><PublishResult/></PublishResponse>'],
  ],
};

/**
 * By route that answers over HTTP: how it is opened, the replies that confirm a message, and those that do not. The
 * replies of a mail server are in the test of that route; the console has none.
 */
const byKind: Readonly<Record<Exclude<AddressedKind, 'email'> | 'webhook of CloudEvents', Replies>> = {
  slack: {
    open: (url) => slackNotifier({ url: async () => url, post, zone: 'UTC' }),
    confirming: ['ok', 'ok\n', 'OK', '{"ok":true}', '{"success":true}', '{"ok":true,"error":null}'],
    doubtful: [...pages, ...refusals, ...words, ...otherJson, '{"ok":true,"error":"channel_not_found"}'],
  },
  pagerduty: {
    open: (url) => pagerDutyNotifier({ key: async () => markedKey('integration'), url, post, zone: 'UTC' }),
    confirming: ['{"status":"success","message":"Event processed","dedup_key":"x"}', '{"status":"success"}'],
    doubtful: [...pages, ...refusals, ...words, ...otherJson, 'ok', 'success', '{"status":"invalid event"}'],
  },
  webhook: {
    open: (url) => webhookNotifier({ url: async () => url, secret, post, zone: 'UTC' }),
    confirming: ['', 'ok', 'thanks', '{"html":"<html></html>"}', '<Response/>', '{"ok":true}', ...otherJson],
    doubtful: [...pages, ...refusals],
  },
  'webhook of CloudEvents': {
    open: (url) =>
      webhookNotifier({ url: async () => url, secret, format: 'cloudevents', post, zone: 'UTC' }),
    confirming: ['', 'ok'],
    doubtful: [...pages, ...refusals],
  },
  teams: {
    open: (url) => teamsNotifier({ url: async () => url, post, zone: 'UTC' }),
    confirming: ['', '1', '{"status":"accepted"}'],
    doubtful: [...pages, ...refusals],
    taken: 'unconfirmed',
  },
  eventbridge: {
    open: (url) =>
      eventBridgeNotifier({
        busArn,
        aws: { credentials: async () => credentials, endpoint: () => url },
        post,
        zone: 'UTC',
      }),
    confirming: [entries],
    doubtful: [...pages, ...refusals, ...words, ...otherJson, '{"FailedEntryCount":0,"Entries":[]}'],
    taken: 'unconfirmed',
  },
  sns: { open: overSns('sns', snsNotifier), ...ofSns },
  'amazon-q': { open: overSns('amazon-q', amazonQNotifier), ...ofSns },
};
const routes = Object.entries(byKind).map(([name, replies]) => ({ name, ...replies }));

const anyStatus = fc.constantFrom(200, 201, 202, 203);
const anyType = fc.constantFrom(
  'text/html',
  'text/plain',
  'application/json',
  'text/html; charset=utf-8',
  '',
);
const replyOf = (bodies: readonly string[]) =>
  fc.record({ status: anyStatus, type: anyType, body: fc.constantFrom(...bodies) });

/** Starts a receiver that gives these replies, one after another, and opens the route to it. */
async function receiver(open: (url: string) => Notifier) {
  let next: Reply = { status: 500, type: '', body: '' };
  let posts = 0;
  const { url } = await rudeService((response, { body }) => {
    const known = subscribed[/Action=(\w+)/.exec(body)?.[1] ?? ''];
    if (known !== undefined) return void response.end(known);
    posts += 1;
    const { status, type, body: text } = next;
    response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(text);
  });
  const notifier = open(url);
  return {
    async sent(reply: Reply) {
      next = reply;
      posts = 0;
      const delivery = await notifier.send(message);
      return { ...delivery, posts };
    },
  };
}

describe.each(routes)('A route of kind $name', ({ open, confirming, doubtful, taken = 'delivered' }) => {
  it('counts a message as delivered by a reply that confirms it, whatever its type and successful status (invariant 28)', async () => {
    const { sent } = await receiver(open);
    await fc.assert(
      fc.asyncProperty(replyOf(confirming), async (reply) => {
        expect(await sent(reply)).toMatchObject({ kind: taken });
      }),
      runs(40),
    );
  });

  it('counts a message as not delivered by any other successful reply, and reports that (invariant 28)', async () => {
    const { sent } = await receiver(open);
    await fc.assert(
      fc.asyncProperty(replyOf(doubtful), async (reply) => {
        const delivery = await sent(reply);
        expect(['unacknowledged', 'unavailable', 'failed']).toContain(delivery.kind);
        expect(delivery).toMatchObject({ because: expect.stringMatching(/^[\w-]+: \S/) });
      }),
      runs(100),
    );
  });
});

it('A message whose reply is ambiguous is not sent again at once, as it may have been shown', async () => {
  const slack = await receiver((url) => slackNotifier({ url: async () => url, post, zone: 'UTC' }));
  expect(await slack.sent({ status: 200, type: '', body: '{"status":"sent"}' })).toEqual({
    kind: 'unacknowledged',
    because: 'Slack: its answer is not "ok"',
    posts: 1,
  });
});

it.each([
  ['{"ok":false,"error":"channel_not_found"}', 'its answer is not "ok" but channel_not_found'],
  ['no_service', 'its answer is not "ok" but no_service'],
  ['<html></html>', 'its answer is a web page, as a login or a proxy shows it'],
  [`you are not ${markedKey('x')}`, 'its answer is not "ok"'],
])(
  'Slack that answers %s with success is quoted by no more than the name of an error',
  async (body, because) => {
    const slack = await receiver((url) => slackNotifier({ url: async () => url, post, zone: 'UTC' }));
    expect(await slack.sent({ status: 200, type: '', body })).toMatchObject({ because: `Slack: ${because}` });
  },
);
