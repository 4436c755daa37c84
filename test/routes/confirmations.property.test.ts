import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Notifier } from '../../lib/notify/notifier.ts';
import { poster } from '../../lib/routes/post.ts';
import { snsNotifier } from '../../lib/routes/sns/send.ts';
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

/** Opens SNS, which lists a subscription and shows its filter as it should, whatever it answers to a message. */
function sns(endpoint: string): Notifier {
  const client = snsClient({ endpoint, region: 'us-east-1', credentials });
  onTestFinished(() => client.destroy());
  return snsNotifier({ route: 'sns', client, topicArn: topic, zone: 'UTC' });
}
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

/** By route: how it is opened, the replies that confirm a message, those that do not, and what a confirmed one is. */
const routes: readonly {
  readonly name: string;
  readonly open: (url: string) => Notifier;
  readonly confirming: readonly string[];
  readonly doubtful: readonly string[];
  readonly taken?: 'unconfirmed';
}[] = [
  {
    name: 'Slack and chats that speak its form',
    open: (url) => slackNotifier({ url: async () => url, post, zone: 'UTC' }),
    confirming: ['ok', 'ok\n', 'OK', '{"ok":true}', '{"success":true}', '{"ok":true,"error":null}'],
    doubtful: [...pages, ...refusals, ...words, ...otherJson, '{"ok":true,"error":"channel_not_found"}'],
  },
  {
    name: 'PagerDuty',
    open: (url) => pagerDutyNotifier({ key: async () => markedKey('integration'), url, post, zone: 'UTC' }),
    confirming: ['{"status":"success","message":"Event processed","dedup_key":"x"}', '{"status":"success"}'],
    doubtful: [...pages, ...refusals, ...words, ...otherJson, 'ok', 'success', '{"status":"invalid event"}'],
  },
  {
    name: 'a webhook',
    open: (url) => webhookNotifier({ url: async () => url, secret, post, zone: 'UTC' }),
    confirming: ['', 'ok', 'thanks', '{"html":"<html></html>"}', '<Response/>', '{"ok":true}', ...otherJson],
    doubtful: [...pages, ...refusals],
  },
  {
    name: 'a webhook of CloudEvents',
    open: (url) =>
      webhookNotifier({ url: async () => url, secret, format: 'cloudevents', post, zone: 'UTC' }),
    confirming: ['', 'ok'],
    doubtful: [...pages, ...refusals],
  },
  {
    name: 'a workflow of Teams',
    open: (url) => teamsNotifier({ url: async () => url, post, zone: 'UTC' }),
    confirming: ['', '1', '{"status":"accepted"}'],
    doubtful: [...pages, ...refusals],
    taken: 'unconfirmed',
  },
  {
    name: 'EventBridge',
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
  {
    name: 'SNS',
    open: sns,
    confirming: [published],
    doubtful: [...pages, '<PublishResponse/>', '<PublishResponse><PublishResult/></PublishResponse>', ''],
  },
];

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

describe.each(routes)('$name', ({ open, confirming, doubtful, taken = 'delivered' }) => {
  it('takes a message by a reply that confirms it, whatever type and status of success the reply has (invariant 28)', async () => {
    const { sent } = await receiver(open);
    await fc.assert(
      fc.asyncProperty(replyOf(confirming), async (reply) => {
        expect(await sent(reply)).toMatchObject({ kind: taken });
      }),
      runs(40),
    );
  });

  it('has not taken a message by any other reply of success, and says so (invariant 28)', async () => {
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

it('A message whose reply left doubt is not sent again at once, as it may have been shown', async () => {
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
