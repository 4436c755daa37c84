import { startFauxqs } from 'fauxqs';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { readAddresses } from '../../lib/config/settings/addresses.ts';
import { readAnswerSettings } from '../../lib/config/settings/answer-links.ts';
import { openRoutes } from '../../lib/jobs/act/open-routes.ts';
import { routeWorld } from '../../lib/jobs/route-world.ts';
import { networkOpeners } from '../../lib/routes/openers.ts';
import { snsClient } from '../../lib/routes/sns/sns-client.ts';
import { aMessage } from '../notify/messages/a-message.ts';
import { noon } from '../support/builders/observation-builders.ts';
import { rudeService } from '../support/rude-service.ts';
import { address, announcement, asking, linksOf, ofTrain, secret, tokenOf } from './answer-links/a-link.ts';

const Queued = z.object({ Messages: z.array(z.object({ Body: z.string() })) });
const Published = z.object({
  metadata: z.object({ additionalContext: z.record(z.string(), z.string()) }),
});
const Blocks = z.object({
  blocks: z.array(
    z.object({
      elements: z
        .array(z.object({ action_id: z.string().optional(), confirm: z.unknown().optional() }))
        .default([]),
    }),
  ),
});

/** Sends an announcement over Slack and Amazon Q, with these settings, and returns what arrives. */
async function sentWith(settings: Readonly<Record<string, string>>) {
  const aws = await startFauxqs({ port: 0, logger: false });
  onTestFinished(() => aws.stop());
  const { topicArn } = aws.createTopic('q');
  const { queueUrl } = aws.createQueue('chat');
  aws.subscribe({ topic: 'q', queue: 'chat', attributes: { RawMessageDelivery: 'true' } });
  const slack = await rudeService((response) => response.end('ok'));
  const environment = {
    SPENDWATCH_Q_TOPIC_ARN: topicArn,
    SPENDWATCH_SLACK_URL: `${slack.url}/services/x`,
    SPENDWATCH_ANSWER_URL: address,
    SPENDWATCH_ANSWER_SECRET: secret,
    ...settings,
  };
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'the-secret' };
  const client = snsClient({ endpoint: aws.address, region: 'us-east-1', credentials });
  onTestFinished(() => client.destroy());
  const world = routeWorld({
    aws: { credentials: async () => credentials, endpoint: () => aws.address },
    clock: { now: () => noon, sleep: async () => {} },
    readers: {},
    sns: () => client,
  });
  const openers = networkOpeners(world);
  const answers = readAnswerSettings(environment);
  const routes = openRoutes(asking, {
    addresses: readAddresses(environment),
    openers: { ...openers, console: () => ({ route: 'console', send: async () => ({ kind: 'delivered' }) }) },
    dashboard: null,
    answers: answers && { ...answers, secret: async () => secret },
    showsAll: false,
  });
  for (const route of routes)
    expect(await route.send(aMessage(ofTrain(), announcement))).toEqual({ kind: 'delivered' });
  const reply = await fetch(aws.address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.ReceiveMessage' },
    body: JSON.stringify({ QueueUrl: queueUrl }),
  });
  const [queued] = Queued.parse(await reply.json()).Messages;
  const { blocks } = Blocks.parse(JSON.parse(slack.received[0]?.body ?? ''));
  const buttons = blocks.flatMap(({ elements }) =>
    elements.filter(({ action_id }) => action_id !== undefined),
  );
  const { additionalContext } = Published.parse(JSON.parse(queued?.Body ?? '')).metadata;
  return { buttons, additionalContext };
}

const signing = { SPENDWATCH_SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef' };

it('messages have no buttons unless the settings enable them', async () => {
  const { buttons, additionalContext } = await sentWith({});
  expect(buttons).toEqual([]);
  expect(Object.keys(additionalContext)).toEqual(['severity', 'messageId']);
});

it('messages have the buttons of each chat that the settings enable, with tokens of its route', async () => {
  const { buttons, additionalContext } = await sentWith({ ...signing, SPENDWATCH_AMAZON_Q_BUTTONS: 'true' });
  expect(buttons.map(({ action_id }) => action_id)).toEqual(['approve-0', 'keep-1', 'deny-2']);
  for (const { confirm } of buttons) expect(confirm).toBeDefined();
  const own = linksOf(ofTrain(), { route: 'amazon-q' });
  expect(additionalContext).toMatchObject({
    approve: tokenOf(own.approve),
    keep: tokenOf(own.keep),
    deny: tokenOf(own.deny),
  });
});

it('messages in Slack have buttons that open a form where there is a bot token', async () => {
  const { buttons } = await sentWith({ ...signing, SPENDWATCH_SLACK_BOT_TOKEN: 'xoxb-not-a-real-token' });
  expect(buttons.map(({ action_id }) => action_id)).toEqual(['form-approve-0', 'form-keep-1', 'form-deny-2']);
  for (const { confirm } of buttons) expect(confirm).toBeUndefined();
});
