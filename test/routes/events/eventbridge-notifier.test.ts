import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Instant, seconds } from '../../../lib/model/time/time.ts';
import { buildEvents } from '../../../lib/routes/events/events-of.ts';
import { poster } from '../../../lib/routes/post.ts';
import { aMessage, anIdleNotification, morning } from '../../notify/messages/a-message.ts';
import { markedKey } from '../../support/api-key.ts';
import { type Behaviour, rudeService } from '../../support/rude-service.ts';
import { eventBridgeNotifier } from '../opened.ts';

const zone = 'UTC';
const busArn = 'arn:aws:events:eu-west-1:123456789012:event-bus/spend';
const credentials = { accessKeyId: 'AKIA', secretAccessKey: markedKey('aws-secret') };
const Request = z.object({
  Entries: z.array(
    z.strictObject({
      EventBusName: z.literal(busArn),
      Source: z.literal('spendwatch'),
      DetailType: z.string(),
      Time: z.number(),
      Detail: z.string().transform((text): { id: string } => JSON.parse(text)),
    }),
  ),
});
const entriesOf = (body: string) => Request.parse(JSON.parse(body)).Entries;
const idsIn = (body: string) => entriesOf(body).map(({ Detail }) => Detail.id);

async function busThat(behave: Behaviour) {
  const { url, received } = await rudeService(behave);
  const clock = { now: (): Instant => morning, sleep: async () => {} };
  const notifier = eventBridgeNotifier({
    route: 'eventbridge',
    busArn,
    aws: { credentials: async () => credentials, endpoint: () => url },
    post: poster(clock, seconds(5)),
    zone,
  });
  return { notifier, received };
}

const accepted: Behaviour = (response, { body }) => {
  const Entries = entriesOf(body).map(() => ({ EventId: 'e' }));
  response.end(JSON.stringify({ FailedEntryCount: 0, Entries }));
};
const message = aMessage(anIdleNotification());
/** A message with twelve announcements, of two events each. */
const large = aMessage(Array.from({ length: 12 }, () => anIdleNotification()));

describe('EventBridge', () => {
  it('receives each event by a signed request, and does not count as a receiver (invariant 16)', async () => {
    const { notifier, received } = await busThat(accepted);
    expect(await notifier.send(message)).toEqual({ kind: 'unconfirmed' });
    const [request] = received;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSEvents.PutEvents',
        authorization: expect.stringMatching(
          /^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/eu-west-1\/events\/aws4_request, SignedHeaders=content-type;host;/,
        ),
      },
    });
    const events = buildEvents(message, { zone });
    expect(entriesOf(request?.body ?? '')).toMatchObject(
      events.map(({ type, data }) => ({ DetailType: type, Time: morning / 1_000, Detail: data })),
    );
  });

  it('receives ten events at a time', async () => {
    const { notifier, received } = await busThat(accepted);
    await notifier.send(large);
    expect(received.map(({ body }) => entriesOf(body).length)).toEqual([10, 10, 4]);
  });

  it('that refuses some entries receives only those again, under the same ids', async () => {
    const { notifier, received } = await busThat((response, request, nth) => {
      if (nth > 1) return accepted(response, request, nth);
      const Entries = [{ EventId: 'e' }, { ErrorCode: 'ThrottlingException', ErrorMessage: 'slow' }];
      response.end(JSON.stringify({ FailedEntryCount: 1, Entries }));
    });
    expect(await notifier.send(message)).toEqual({ kind: 'unconfirmed' });
    const [first = [], second] = received.map(({ body }) => idsIn(body));
    expect(first).toHaveLength(2);
    expect(second).toEqual([first[1]]);
  });

  const entries = (count: number, ErrorCode: string) => Array.from({ length: count }, () => ({ ErrorCode }));
  it.each([
    ['keeps refusing entries', (count: number) => entries(count, 'InternalFailure'), 'InternalFailure'],
    ['reports nothing about the entries', () => [], 'unclear reply'],
    [
      'quotes arbitrary text',
      (count: number) => entries(count, `<${credentials.secretAccessKey}>`),
      'no code',
    ],
  ])('that %s has not delivered the message', async (_, entriesIn, because) => {
    const { notifier, received } = await busThat((response, { body }) => {
      const Entries = entriesIn(entriesOf(body).length);
      response.end(JSON.stringify({ FailedEntryCount: Entries.length, Entries }));
    });
    expect(await notifier.send(message)).toEqual({
      kind: 'unavailable',
      because: `EventBridge: it did not accept 2 of the events (${because})`,
    });
    expect(received).toHaveLength(3);
  });

  it('that refuses the request is reported with the error code only (invariant 12)', async () => {
    const { notifier, received } = await busThat((response) => {
      const reply = {
        __type: 'com.amazon.coral#AccessDeniedException',
        message: credentials.secretAccessKey,
      };
      response.writeHead(400).end(JSON.stringify(reply));
    });
    const because = 'EventBridge: it answered 400 (AccessDeniedException)';
    expect(await notifier.send(message)).toEqual({ kind: 'failed', because });
    expect(received).toHaveLength(1);
  });

  it('receives nothing where there are no credentials', async () => {
    const { url, received } = await rudeService((response) => response.end());
    const aws = { credentials: () => Promise.reject(new TypeError('none')), endpoint: () => url };
    const clock = { now: (): Instant => morning, sleep: async () => {} };
    const options = { route: 'eventbridge', busArn, aws, post: poster(clock), zone };
    expect(await eventBridgeNotifier(options).send(message)).toMatchObject({ kind: 'unavailable' });
    expect(received).toEqual([]);
  });
});
