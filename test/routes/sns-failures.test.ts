import { describe, expect, it, onTestFinished } from 'vitest';
import { milliseconds, seconds } from '../../lib/model/time/time.ts';
import { snsNotifier } from '../../lib/routes/sns/send.ts';
import { snsClient } from '../../lib/routes/sns/sns-client.ts';
import { aMessage, anIdleNotification } from '../notify/messages/a-message.ts';
import { deserted, type Received, rudeService } from '../support/rude-service.ts';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'the-secret', sessionToken: 'the-token' };
const zone = 'Europe/London';
const isPublication = ({ body }: Received): boolean => body.includes('Action=Publish');
const published =
  '<PublishResponse><PublishResult><MessageId>7c4a1b</MessageId></PublishResult></PublishResponse>';
const listed = (...arns: string[]): string =>
  `<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult><Subscriptions>${arns
    .map((arn) => `<member><SubscriptionArn>${arn}</SubscriptionArn></member>`)
    .join('')}</Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`;
const subscription = 'arn:aws:sns:us-east-1:000000000000:alerts:1';
const unfiltered =
  '<GetSubscriptionAttributesResponse><GetSubscriptionAttributesResult><Attributes/></GetSubscriptionAttributesResult></GetSubscriptionAttributesResponse>';
/** The reply of an SNS with one confirmed subscription without a filter. */
const heard = (request: Received): string => {
  if (isPublication(request)) return published;
  return request.body.includes('Action=GetSubscriptionAttributes') ? unfiltered : listed(subscription);
};

describe('a faulty SNS', () => {
  /** SNS at this address. */
  function notifierAt(endpoint: string, answerWithin = seconds(5)) {
    const client = snsClient({ endpoint, region: 'us-east-1', credentials, answerWithin });
    onTestFinished(() => client.destroy());
    const topic = 'arn:aws:sns:us-east-1:000000000000:alerts';
    return snsNotifier({ route: topic, client, topicArn: topic, zone });
  }

  /** Returns the outcome of a message when SNS is at this address. */
  const sendTo = (endpoint: string, answerWithin = seconds(5)) =>
    notifierAt(endpoint, answerWithin).send(aMessage(anIdleNotification()));

  const answering = (status: number, body: string) =>
    rudeService((response) => response.writeHead(status, { 'content-type': 'text/xml' }).end(body));
  const anError = (code: string, message: string) =>
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;

  it('is given up on when it does not answer', async () => {
    const { url } = await rudeService(() => undefined);
    expect(await sendTo(url, milliseconds(50))).toEqual({
      kind: 'unavailable',
      because: expect.stringMatching(/^SNS: no answer in time/),
    });
  });

  it('is tried again after an error of its own', async () => {
    const { url, received } = await rudeService((response, request, nth) => {
      if (nth % 3 !== 0) response.writeHead(503).end();
      else response.writeHead(200).end(heard(request));
    });
    expect(await sendTo(url)).toEqual({ kind: 'delivered' });
    expect(received).toHaveLength(9);
  });

  it('is asked for its subscriptions once, however many messages there are', async () => {
    const { url, received } = await rudeService((response, request) =>
      response.writeHead(200).end(heard(request)),
    );
    const notifier = notifierAt(url);
    for (const _ of [1, 2, 3])
      expect(await notifier.send(aMessage(anIdleNotification()))).toEqual({ kind: 'delivered' });
    expect(received.map(isPublication)).toEqual([false, false, true, true, true]);
  });

  it.each(['', '<Subscriptions/>', listed(), listed('PendingConfirmation', 'Deleted')])(
    'that names no confirmed subscription has no receivers: %s (invariant 16)',
    async (body) => {
      const { url, received } = await rudeService((response) => response.writeHead(200).end(body));
      expect(await sendTo(url)).toMatchObject({ kind: 'unavailable' });
      expect(received.filter(isPublication)).toEqual([]);
    },
  );

  it('that does not list its subscriptions is published on, and does not count as a receiver (invariant 16)', async () => {
    const { url, received } = await rudeService((response, request) => {
      if (isPublication(request)) response.writeHead(200).end(published);
      else
        response.writeHead(403, { 'content-type': 'text/xml' }).end(anError('AuthorizationError', 'not you'));
    });
    const note =
      'SNS does not report its subscribers: allow sns:ListSubscriptionsByTopic and sns:GetSubscriptionAttributes';
    expect(await sendTo(url)).toEqual({ kind: 'unconfirmed', note });
    expect(received.map(isPublication)).toEqual([false, true]);
    expect(await notifierAt(url).hasReceiver?.(aMessage(anIdleNotification()))).toBe(false);
  });

  it('that hides the filter of its only subscription is published on, and does not count as a receiver (invariant 16)', async () => {
    const { url } = await rudeService((response, request) => {
      const isHidden = request.body.includes('Action=GetSubscriptionAttributes');
      response.writeHead(isHidden ? 403 : 200, { 'content-type': 'text/xml' });
      response.end(isHidden ? anError('AuthorizationError', 'of another account') : heard(request));
    });
    expect(await sendTo(url)).toMatchObject({ kind: 'unconfirmed' });
  });

  it('is never quoted, as its replies may contain the signed request', async () => {
    const words = 'The signature does not match: x-amz-security-token:the-token AKIDEXAMPLE';
    const { url } = await answering(403, anError('SignatureDoesNotMatch', words));
    expect(await sendTo(url)).toEqual({
      kind: 'unavailable',
      because: 'SNS: publishing failed (SignatureDoesNotMatch, 403)',
    });
  });

  it('that does not know the topic is reported as such', async () => {
    const { url } = await answering(404, anError('NotFound', 'Topic does not exist'));
    expect(await sendTo(url)).toEqual({
      kind: 'unavailable',
      because: 'SNS: there is no such topic (NotFoundException, 404)',
    });
  });

  it('that refuses access is reported as such', async () => {
    const { url } = await answering(403, anError('AuthorizationError', 'not you'));
    expect(await sendTo(url)).toEqual({
      kind: 'unavailable',
      because: 'SNS: publishing to the topic is not allowed (AuthorizationErrorException, 403)',
    });
  });

  it.each([
    [200, '<html>welcome to the hotel'],
    [404, 'not here'],
    [302, ''],
  ])('that is another service and answers %i is a failure too', async (status, body) => {
    const { url } = await answering(status, body);
    expect(await sendTo(url)).toEqual({ kind: 'unavailable', because: expect.stringMatching(/^SNS: /) });
  });

  it('that cannot be reached is a failure', async () => {
    expect(await sendTo(await deserted())).toEqual({
      kind: 'unavailable',
      because: 'SNS: it could not be reached (ECONNREFUSED)',
    });
  });
});
