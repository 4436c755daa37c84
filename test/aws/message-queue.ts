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

/** Makes a queue that is sent all that is published on a topic, and gives its address. */
export async function subscribeQueue(moto: Moto, TopicArn: string): Promise<string> {
  const { QueueUrl } = z
    .object({ QueueUrl: z.string() })
    .parse(JSON.parse(await ask(moto, 'CreateQueue', { QueueName: 'messages' })));
  const { Attributes } = z
    .object({ Attributes: z.object({ QueueArn: z.string() }) })
    .parse(JSON.parse(await ask(moto, 'GetQueueAttributes', { QueueUrl, AttributeNames: ['QueueArn'] })));
  const subscribed = await moto.query('sns', {
    Action: 'Subscribe',
    TopicArn,
    Protocol: 'sqs',
    Endpoint: Attributes.QueueArn,
  });
  textOf('SubscriptionArn', subscribed);
  return QueueUrl;
}

/** Takes everything out of a queue. */
export async function messagesIn(moto: Moto, QueueUrl: string): Promise<z.infer<typeof Published>[]> {
  const messages: z.infer<typeof Published>[] = [];
  for (;;) {
    const reply = await ask(moto, 'ReceiveMessage', { QueueUrl, MaxNumberOfMessages: 10 });
    const received = Received.parse(JSON.parse(reply)).Messages;
    if (received.length === 0) return messages;
    for (const { Body, ReceiptHandle } of received) {
      messages.push(Published.parse(JSON.parse(Body)));
      await ask(moto, 'DeleteMessage', { QueueUrl, ReceiptHandle });
    }
  }
}
