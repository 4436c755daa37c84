import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { MessageId, Subject } from '../../lib/model/ids.ts';
import { renderMessage } from '../../lib/notify/messages/message.ts';
import { amazonQPayload } from '../../lib/routes/amazon-q/amazon-q-payload.ts';
import { amazonQNotifier } from '../../lib/routes/amazon-q/send.ts';
import { snsNotifier } from '../../lib/routes/sns/send.ts';
import { snsClient } from '../../lib/routes/sns/sns-client.ts';
import { aBudgetNotification, aMessage, anIdleNotification } from '../notify/messages/a-message.ts';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'the-secret', sessionToken: 'the-token' };
const zone = 'Europe/London';

const Fetched = z.object({ Messages: z.array(z.object({ Body: z.string() })).default([]) });
const Envelope = z.object({
  Type: z.literal('Notification'),
  Subject: z.string().nullish(),
  Message: z.string(),
  MessageAttributes: z.record(z.string(), z.object({ Type: z.string(), Value: z.string() })),
});

describe('SNS', () => {
  let server: FauxqsServer;
  let topicArn: string;
  const queues: Record<string, string> = {};

  beforeAll(async () => {
    server = await startFauxqs({ port: 0, logger: false });
    ({ topicArn } = server.createTopic('alerts'));
    for (const queue of ['everything', 'critical']) queues[queue] = server.createQueue(queue).queueUrl;
    server.subscribe({ topic: 'alerts', queue: 'everything' });
    server.subscribe({
      topic: 'alerts',
      queue: 'critical',
      attributes: { FilterPolicy: JSON.stringify({ severity: ['critical'], project: ['ml-infra'] }) },
    });
  });
  beforeEach(() => server.reset());
  afterAll(() => server.stop());

  /** What a subscriber of the topic gets, read over SQS's own protocol. */
  async function receive(queue: string): Promise<z.infer<typeof Envelope>[]> {
    const reply = await fetch(server.address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.ReceiveMessage' },
      body: JSON.stringify({ QueueUrl: queues[queue], MaxNumberOfMessages: 10 }),
    });
    return Fetched.parse(await reply.json()).Messages.map(({ Body }) => Envelope.parse(JSON.parse(Body)));
  }

  function notifierOf(topic: string) {
    const client = snsClient({ endpoint: server.address, region: 'us-east-1', credentials });
    onTestFinished(() => client.destroy());
    return snsNotifier({ route: topic, client, topicArn: topic, zone });
  }

  it('delivers a message as it was rendered, with all that subscribers filter by', async () => {
    const message = aMessage(anIdleNotification());
    expect(await notifierOf(topicArn).send(message)).toEqual({ kind: 'delivered' });
    const { subject, body } = renderMessage(message, { zone });
    expect(await receive('everything')).toEqual([
      {
        Type: 'Notification',
        Subject: subject,
        Message: body,
        MessageAttributes: {
          severity: { Type: 'String', Value: 'warning' },
          kind: { Type: 'String', Value: 'idle' },
          rule: { Type: 'String', Value: 'forgotten machines' },
          target: { Type: 'String', Value: 'project/ml-infra' },
          project: { Type: 'String', Value: 'ml-infra' },
          'message-id': { Type: 'String', Value: 'project/ml-infra#2026-11#80%' },
        },
      },
    ]);
  });

  describe('a topic with one subscription (invariant 16)', () => {
    const critical = { ...aMessage(anIdleNotification()), severity: 'critical' as const };
    const messages = [aMessage(anIdleNotification()), critical];
    const policies = [
      undefined,
      {},
      { severity: ['critical'] },
      { severity: ['critical', { exists: false }] },
      { severity: ['info', 'warning', 'critical', { exists: false }] },
      { severity: [{ exists: true }] },
      { severity: [{ exists: false }] },
      { severity: [{ prefix: 'warn' }] },
      { severity: [{ 'anything-but': ['warning'] }] },
      { severity: ['warning'], project: ['another'] },
      { severity: ['warning'], project: ['ml-infra', 'another'] },
      { 'no-such-attribute': ['warning'] },
      { 'no-such-attribute': [{ exists: false }] },
    ];

    it.each(policies.map((policy, index) => [JSON.stringify(policy) ?? 'no filter', policy, index]))(
      'does not count as a receiver of a message that its filter drops: %s',
      async (_name, policy, index) => {
        const name = `filtered-${index}`;
        const { topicArn: topic } = server.createTopic(name);
        queues[name] = server.createQueue(name).queueUrl;
        const attributes = policy === undefined ? {} : { FilterPolicy: JSON.stringify(policy) };
        server.subscribe({ topic: name, queue: name, attributes });
        const notifier = notifierOf(topic);
        for (const message of messages) {
          const { kind } = await notifier.send(message);
          const received = (await receive(name)).length;
          const isPattern = /prefix|anything-but/.test(JSON.stringify(policy) ?? '');
          expect(kind).toBe(received === 1 && !isPattern ? 'delivered' : 'unconfirmed');
          expect(await notifier.hasReceiver?.(message)).toBe(kind === 'delivered');
        }
      },
    );
  });

  it('receives the attributes by which a filter policy selects', async () => {
    const notifier = notifierOf(topicArn);
    const account = Subject.parse('account/main');
    await notifier.send(aMessage(aBudgetNotification(), { severity: 'warning' }));
    await notifier.send(aMessage(aBudgetNotification(), { severity: 'critical' }));
    await notifier.send(aMessage(aBudgetNotification({ subject: account }), { severity: 'critical' }));
    const all = await receive('everything');
    expect(
      all.map(({ MessageAttributes: { severity, target, project } }) =>
        [severity, target, project].map((value) => value?.Value),
      ),
    ).toEqual([
      ['warning', 'project/ml-infra', 'ml-infra'],
      ['critical', 'project/ml-infra', 'ml-infra'],
      ['critical', 'account/main', undefined],
    ]);
    expect((await receive('critical')).map(({ Subject }) => Subject)).toEqual([
      '[critical] ml-infra: 81% of "research budget" spent, 4,050 of 5,000 USD',
    ]);
  });

  it('carries the same id when a message is sent again', async () => {
    const notifier = notifierOf(topicArn);
    const message = aMessage(anIdleNotification());
    await notifier.send(message);
    await notifier.send(message);
    const ids = (await receive('everything')).map(
      ({ MessageAttributes }) => MessageAttributes['message-id']?.Value,
    );
    expect(ids).toEqual([message.id, message.id]);
  });

  it('carries messages for Amazon Q Developer in its own form', async () => {
    const client = snsClient({ endpoint: server.address, region: 'us-east-1', credentials });
    onTestFinished(() => client.destroy());
    const message = aMessage(anIdleNotification());
    const notifier = amazonQNotifier({ route: 'amazon-q', client, topicArn, zone });
    expect(await notifier.send(message)).toEqual({ kind: 'delivered' });
    const [received] = await receive('everything');
    expect(JSON.parse(received?.Message ?? '')).toEqual(amazonQPayload(message, { zone }));
    expect(received?.MessageAttributes['severity']?.Value).toBe('warning');
  });

  it('delivers messages with names that no attribute or subject may hold', async () => {
    const subject = Subject.parse(`project/\u0000\r\n${'x'.repeat(2_000)}/vm/\u001b\ud800`);
    const message = aMessage(anIdleNotification({ subject }), { id: MessageId.parse('\u0001\ufffe') });
    expect(await notifierOf(topicArn).send(message)).toEqual({ kind: 'delivered' });
    const [received] = await receive('everything');
    expect(received?.MessageAttributes['project']?.Value).toBe(`? ${'x'.repeat(251)}...`);
    expect(received?.MessageAttributes['message-id']?.Value).toBe('??');
    expect(received?.Message).toBe(renderMessage(message, { zone }).body);
  });

  it('does not count a message as delivered while no subscription is confirmed, and publishes once one is (invariant 16)', async () => {
    const { topicArn: lonely } = server.createTopic('lonely');
    const message = aMessage(anIdleNotification());
    const because = 'SNS: nobody has confirmed a subscription of the topic';
    expect(await notifierOf(lonely).send(message)).toEqual({ kind: 'unavailable', because });
    server.subscribe({ topic: 'lonely', queue: 'everything' });
    expect(await receive('everything')).toEqual([]);
    expect(await notifierOf(lonely).send(message)).toEqual({ kind: 'delivered' });
    expect(await receive('everything')).toHaveLength(1);
  });

  it('is one route for each topic', () => {
    expect(notifierOf('arn:a').route).not.toBe(notifierOf('arn:b').route);
  });
});
