import * as z from 'zod';
import { textOf } from './cloudformation.ts';
import type { Moto } from './moto.ts';

const Published = z.object({
  Subject: z.string(),
  Message: z.string(),
  MessageAttributes: z.record(z.string(), z.object({ Type: z.string(), Value: z.string() })).default({}),
});
const Received = z.object({
  Messages: z.array(z.object({ Body: z.string(), ReceiptHandle: z.string() })).default([]),
});

const ask = (moto: Moto, action: string, body: object): Promise<string> =>
  moto.request('sqs', 'POST', '/', JSON.stringify(body), `AmazonSQS.${action}`);

async function makeQueue(moto: Moto, QueueName: string): Promise<{ url: string; arn: string }> {
  const { QueueUrl } = z
    .object({ QueueUrl: z.string() })
    .parse(JSON.parse(await ask(moto, 'CreateQueue', { QueueName })));
  const { Attributes } = z
    .object({ Attributes: z.object({ QueueArn: z.string() }) })
    .parse(JSON.parse(await ask(moto, 'GetQueueAttributes', { QueueUrl, AttributeNames: ['QueueArn'] })));
  return { url: QueueUrl, arn: Attributes.QueueArn };
}

/** Makes a queue that is sent all that is published on a topic, and gives its address. */
export async function subscribeQueue(moto: Moto, TopicArn: string): Promise<string> {
  const { url, arn: Endpoint } = await makeQueue(moto, 'messages');
  const subscribed = await moto.query('sns', { Action: 'Subscribe', TopicArn, Protocol: 'sqs', Endpoint });
  textOf('SubscriptionArn', subscribed);
  return url;
}

const PutEvent = z.object({
  source: z.literal('spendwatch'),
  'detail-type': z.string(),
  detail: z.looseObject({ id: z.string() }),
});

/** Makes a queue that is sent the events of spendwatch on a bus, and gives its address. */
export async function queueOfBus(moto: Moto, EventBusName: string): Promise<string> {
  const { url, arn: Arn } = await makeQueue(moto, 'events');
  const Rule = 'all';
  const EventPattern = JSON.stringify({ source: ['spendwatch'] });
  for (const [action, body] of [
    ['PutRule', { Name: Rule, EventBusName, EventPattern }],
    ['PutTargets', { Rule, EventBusName, Targets: [{ Id: 'queue', Arn }] }],
  ] as const)
    await moto.request('events', 'POST', '/', JSON.stringify(body), `AWSEvents.${action}`);
  return url;
}

/** Puts an event into the queue of a bus once more, as a bus may. */
export async function deliverAgain(moto: Moto, QueueUrl: string, event: unknown): Promise<void> {
  await ask(moto, 'SendMessage', { QueueUrl, MessageBody: JSON.stringify(event) });
}

/** Takes everything out of a queue of a topic. */
export const messagesIn = async (moto: Moto, QueueUrl: string): Promise<z.infer<typeof Published>[]> =>
  (await bodiesIn(moto, QueueUrl)).map((body) => Published.parse(body));

/** Takes everything out of a queue of a bus. */
export const eventsIn = async (moto: Moto, QueueUrl: string): Promise<z.infer<typeof PutEvent>[]> =>
  (await bodiesIn(moto, QueueUrl)).map((body) => PutEvent.parse(body));

async function bodiesIn(moto: Moto, QueueUrl: string): Promise<unknown[]> {
  const bodies: unknown[] = [];
  for (;;) {
    const reply = await ask(moto, 'ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 10 });
    const received = Received.parse(JSON.parse(reply)).Messages;
    if (received.length === 0) return bodies;
    for (const { Body, ReceiptHandle } of received) {
      bodies.push(JSON.parse(Body));
      await ask(moto, 'DeleteMessage', { QueueUrl, ReceiptHandle });
    }
  }
}
