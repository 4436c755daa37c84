import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Instant, milliseconds, type Span, seconds } from '../../lib/model/time/time.ts';
import { poster } from '../../lib/routes/post.ts';
import { slackPayload } from '../../lib/routes/slack/send.ts';
import { webhookBody } from '../../lib/routes/webhook/send.ts';
import { aMessage, anIdleNotification, morning } from '../notify/messages/a-message.ts';
import { markedKey } from '../support/api-key.ts';
import { deserted, rudeService } from '../support/rude-service.ts';
import { slackNotifier, webhookNotifier } from './opened.ts';

const zone = 'UTC';
const message = aMessage(anIdleNotification());
const key = markedKey('webhook-path');

/** Time that only passes while someone waits. */
function waitingClock() {
  const waits: Span[] = [];
  return { waits, now: (): Instant => morning, sleep: async (span: Span) => void waits.push(span) };
}

function slackAt(url: string, answerWithin = seconds(5)) {
  const clock = waitingClock();
  const address = async () => `${url}/services/${key}`;
  const post = poster(clock, answerWithin);
  return { ...slackNotifier({ route: 'slack', url: address, post, zone }), waits: clock.waits };
}

describe('Slack', () => {
  it('receives the message as JSON at its full address', async () => {
    const { url, received } = await rudeService((response) => response.end('ok'));
    expect(await slackAt(url).send(message)).toEqual({ kind: 'delivered' });
    expect(received).toMatchObject([
      { method: 'POST', path: `/services/${key}`, headers: { 'content-type': 'application/json' } },
    ]);
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(slackPayload(message, { zone }));
  });

  it.each([
    [429, { 'retry-after': '2' }, seconds(2)],
    [503, {}, milliseconds(500)],
    [500, { 'retry-after': 'soon' }, milliseconds(500)],
  ])('that answers %i once is sent the message again after a moment', async (status, headers, wait) => {
    const { url, received } = await rudeService((response, _, nth) =>
      response.writeHead(nth === 1 ? status : 200, headers).end(nth === 1 ? '' : 'ok'),
    );
    const slack = slackAt(url);
    expect(await slack.send(message)).toEqual({ kind: 'delivered' });
    expect(slack.waits).toEqual([wait]);
    expect(received).toHaveLength(2);
  });

  it('that asks for a longer pause is retried in the next run', async () => {
    const { url, received } = await rudeService((response) =>
      response.writeHead(429, { 'retry-after': '60' }).end('rate_limited'),
    );
    const slack = slackAt(url);
    expect(await slack.send(message)).toEqual({
      kind: 'unavailable',
      because: 'Slack: it answered 429 (rate_limited)',
    });
    expect(slack.waits).toEqual([]);
    expect(received).toHaveLength(1);
  });

  it.each([
    [400, 'invalid_blocks', 'failed', 'it answered 400 (invalid_blocks)'],
    [404, 'no_service', 'unavailable', 'it answered 404 (no_service)'],
    [403, `you are not ${key}`, 'unavailable', 'it answered 403'],
    [302, '', 'failed', 'it answered 302'],
  ])(
    'that answers %i is not sent the message again, and its reply is quoted by no more than an error name',
    async (status, body, kind, because) => {
      const { url, received } = await rudeService((response) =>
        response.writeHead(status, { location: 'http://127.0.0.1:9/elsewhere' }).end(body),
      );
      expect(await slackAt(url).send(message)).toEqual({ kind, because: `Slack: ${because}` });
      expect(received).toHaveLength(1);
    },
  );

  it('that does not answer, or cannot be reached, is retried later', async () => {
    const { url, received } = await rudeService(() => undefined);
    expect(await slackAt(url, milliseconds(50)).send(message)).toEqual({
      kind: 'unavailable',
      because: expect.stringMatching(/^Slack: no answer in time \(\w+\)$/),
    });
    expect(received).toHaveLength(3);
    expect(await slackAt(await deserted()).send(message)).toEqual({
      kind: 'unavailable',
      because: 'Slack: it could not be reached (ECONNREFUSED)',
    });
  });

  it('whose address cannot be read, or is invalid, fails without showing the address', async () => {
    const post = poster(waitingClock());
    const lost = slackNotifier({ route: 'slack', url: () => Promise.reject(new Error(key)), post, zone });
    expect(await lost.send(message)).toEqual({
      kind: 'unavailable',
      because: 'Slack: its address could not be read',
    });
    const bad = slackNotifier({ route: 'slack', url: async () => `not an address ${key}`, post, zone });
    expect(await bad.send(message)).toEqual({
      kind: 'unavailable',
      because: 'Slack: it could not be reached (ERR_INVALID_URL)',
    });
  });
});

describe('a webhook', () => {
  const raw = Buffer.from('the key of both sides, 32 bytes..');
  const secret = `whsec_${raw.toString('base64')}`;
  function webhookAt(url: string, options: Partial<Parameters<typeof webhookNotifier>[0]> = {}) {
    const clock = waitingClock();
    const terms = { route: 'webhook', url: async () => url, secret: async () => secret, clock, zone };
    return webhookNotifier({ ...terms, post: poster(clock), ...options });
  }

  it('can verify by the signature that a message is authentic, unchanged and recent', async () => {
    const { url, received } = await rudeService((response) => response.writeHead(204).end());
    const notifier = webhookAt(`${url}/in?team=a`);
    expect(await notifier.send(message)).toEqual({ kind: 'delivered' });
    expect(await notifier.send(message)).toEqual({ kind: 'delivered' });
    const ids = received.map(({ headers, body, search }) => {
      expect(search).toBe('?team=a');
      expect(body).toBe(webhookBody(message, { zone }));
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
      expect(Number(at)).toBe(Math.floor(morning / 1_000));
      const expected = createHmac('sha256', raw).update(`${id}.${at}.${body}`).digest('base64');
      expect(signature).toBe(`v1,${expected}`);
      return id;
    });
    expect(ids[0]).toMatch(/^msg_[0-9a-f]{40}$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it('receives each event as a CloudEvent of its own, with an id of its own, where its format says so', async () => {
    const { url, received } = await rudeService((response) => response.writeHead(202).end());
    const notifier = webhookAt(url, { format: 'cloudevents' });
    expect(await notifier.send(message)).toEqual({ kind: 'delivered' });
    const types = received.map(({ headers, body }) => {
      expect(headers['content-type']).toBe('application/cloudevents+json');
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const expected = createHmac('sha256', raw).update(signed).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${expected}`);
      return JSON.parse(body).type;
    });
    expect(types.toSorted()).toEqual(['spendwatch.ActionAnnounced', 'spendwatch.AlertFired']);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    const before = received.map(({ headers }) => headers['webhook-id']).toSorted();
    await notifier.send(message);
    const again = received.slice(2).map(({ headers }) => headers['webhook-id']);
    expect(again.toSorted()).toEqual(before);
  });

  it('that refuses one event still receives all others, and none once it is down', async () => {
    const many = aMessage(Array.from({ length: 12 }, () => anIdleNotification()));
    const sentBy = async (refusing: number) => {
      const { url, received } = await rudeService((response, _, nth) =>
        response.writeHead(nth === 1 ? 400 : refusing).end(),
      );
      const { kind } = await webhookAt(url, { format: 'cloudevents' }).send(many);
      return { kind, sent: received.length };
    };
    expect(await sentBy(200)).toEqual({ kind: 'failed', sent: 24 });
    expect(await sentBy(410)).toEqual({ kind: 'unavailable', sent: 10 });
  });

  it.each(['', 'whsec_', 'the secret', secret.slice(6)])(
    'receives nothing where "%s" is its secret',
    async (wrong) => {
      const { url, received } = await rudeService((response) => response.end());
      expect(await webhookAt(url, { secret: async () => wrong }).send(message)).toEqual({
        kind: 'unavailable',
        because: 'webhook: its secret could not be read',
      });
      expect(received).toEqual([]);
    },
  );
});
