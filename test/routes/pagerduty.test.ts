import { describe, expect, it } from 'vitest';
import { routeMessage } from '../../lib/decide/own-health/route-health.ts';
import { createAnswerLinkSource } from '../../lib/notify/messages/answer-links.ts';
import { poster } from '../../lib/routes/post.ts';
import type { Message, Notification } from '../../lib/state/notification.ts';
import { address, announcement, ofTrain, secret } from '../jobs/answer-links/a-link.ts';
import {
  aMessage,
  anIdleNotification,
  aResolvedNotification,
  morning,
} from '../notify/messages/a-message.ts';
import { everyNotification } from '../notify/messages/every-notification.ts';
import { markedKey } from '../support/api-key.ts';
import { answer, type Received, rudeService } from '../support/rude-service.ts';
import { pagerDutyNotifier } from './opened.ts';

const zone = 'UTC';
const dashboard = 'https://spend.example.com';
const incident = 'project/ml-infra/vm/train-7b#forgotten machines#2026-11-21T05:16:00Z';
const found = aMessage(anIdleNotification({ incident }));
const key = markedKey('integration');

const accepted = { status: 'success', message: 'Event processed', dedup_key: 'x' };
const clock = { now: () => morning, sleep: async () => {} };
const pagerDutyAt = (url: string, routing = async () => key) =>
  pagerDutyNotifier({
    route: 'pagerduty',
    key: routing,
    url: `${url}/v2/enqueue`,
    post: poster(clock),
    zone,
    dashboard,
  });
function example(name: string): Notification {
  const notice = everyNotification[name];
  if (notice === undefined) throw new Error(`there is no example of ${name}`);
  return notice;
}
const confirmed = example('stop-confirmed');
const bodiesOf = (received: readonly Received[]) => received.map(({ body }) => JSON.parse(body));
const actionsOf = (received: readonly Received[]) => bodiesOf(received).map((event) => event.event_action);

async function sentFor(...messages: readonly Message[]) {
  const { url, received } = await rudeService((response) => answer(response, 202, accepted));
  const pagerDuty = pagerDutyAt(url);
  const kinds: string[] = [];
  for (const message of messages) kinds.push((await pagerDuty.send(message)).kind);
  return { received, kinds };
}

describe('PagerDuty', () => {
  it('receives an alert as the trigger of an incident, with the facts and the links', async () => {
    const { received, kinds } = await sentFor(found);
    expect(kinds).toEqual(['delivered']);
    expect(received).toMatchObject([{ method: 'POST', path: '/v2/enqueue' }]);
    expect(bodiesOf(received)).toEqual([
      {
        routing_key: key,
        event_action: 'trigger',
        dedup_key: expect.stringMatching(/^spendwatch-[0-9a-f]{64}$/),
        client: 'spendwatch',
        client_url: dashboard,
        links: [{ href: `${dashboard}/subject?name=project%2Fml-infra%2Fvm%2Ftrain-7b`, text: 'Details' }],
        payload: {
          summary: 'VM train-7b in ml-infra: idle at 3.20 USD/h, will be stopped',
          source: 'project/ml-infra/vm/train-7b',
          severity: 'warning',
          timestamp: '2026-11-21T05:16:00Z',
          component: 'train-7b',
          group: 'ml-infra',
          class: 'idle',
          custom_details: {
            rule: 'forgotten machines',
            because: '48 of 48 samples in 4 h were under 10 % CPU and 10 KiB/s',
            text: expect.stringContaining('VM train-7b in project ml-infra is idle.'),
          },
        },
      },
    ]);
  });

  it.each([
    ['the end of its alert', { ...aResolvedNotification({ incident }) }, ['resolve']],
    [
      'an action that a poll has confirmed, which ends its alert',
      { ...confirmed, incident },
      ['acknowledge', 'resolve'],
    ],
  ])('resolves by %s the incident that the alert triggered, by one key', async (_, notice, actions) => {
    const { received } = await sentFor(
      found,
      aMessage(notice),
      aMessage(anIdleNotification({ incident: 'another' })),
    );
    expect(actionsOf(received)).toEqual(['trigger', ...actions, 'trigger']);
    const keys = bodiesOf(received).map((event) => event.dedup_key);
    expect(new Set(keys.slice(0, -1)).size).toBe(1);
    expect(keys.at(-1)).not.toBe(keys[0]);
  });

  it('receives an incident for a test, which is resolved at once, and none for a daily report or an action without an alert', async () => {
    const test = { state: 'test', route: 'pagerduty', since: morning, because: 'asked' } as const;
    expect(actionsOf((await sentFor(routeMessage(test, morning))).received)).toEqual(['trigger', 'resolve']);
    const quiet = await sentFor(aMessage(example('digest')), aMessage(confirmed));
    expect(quiet).toEqual({ received: [], kinds: ['unconfirmed', 'unconfirmed'] });
  });

  it.each([
    [400, { status: 'invalid event', message: `bad ${key}` }, 'failed', ' (invalid event)', 1],
    [403, { message: `you are not ${key}` }, 'unavailable', '', 1],
    [429, {}, 'unavailable', '', 3],
    [500, {}, 'unavailable', '', 3],
  ])(
    'that answers %i is sent the event again only where that can help',
    async (status, body, kind, words, tries) => {
      const { url, received } = await rudeService((response) => answer(response, status, body));
      expect(await pagerDutyAt(url).send(found)).toEqual({
        kind,
        because: `PagerDuty: it answered ${status}${words}`,
      });
      expect(received).toHaveLength(tries);
    },
  );

  it('receives nothing while its key cannot be read', async () => {
    const { url, received } = await rudeService((response) => answer(response, 202, accepted));
    const delivery = await pagerDutyAt(url, () => Promise.reject(new Error(key))).send(found);
    expect(delivery).toEqual({ kind: 'unavailable', because: 'PagerDuty: its secret could not be read' });
    expect(received).toEqual([]);
  });

  it.each([
    ['us', 'https://events.pagerduty.com/v2/enqueue'],
    ['eu', 'https://events.eu.pagerduty.com/v2/enqueue'],
  ] as const)('receives events in the region of its account: %s', async (region, address) => {
    const { url } = await rudeService((response) => answer(response, 202, accepted));
    const addresses: string[] = [];
    await pagerDutyNotifier({ key: async () => key, url, region, addresses, post: poster(clock) }).send(
      found,
    );
    expect(addresses).toEqual([address]);
  });

  it('receives a link for each answer', async () => {
    const { url, received } = await rudeService((response) => answer(response, 202, accepted));
    const answers = createAnswerLinkSource({
      address,
      secret,
      route: 'pagerduty',
      mayApprove: true,
      keepAtMost: null,
    });
    const terms = { route: 'pagerduty', key: async () => key, url, post: poster(clock), zone };
    await pagerDutyNotifier({ ...terms, answers }).send(aMessage(ofTrain(), announcement));
    const [{ links }] = bodiesOf(received);
    expect(links.map(({ text }: { text: string }) => text)).toEqual(['Approve', 'Keep for a week', 'Deny']);
    expect(links[0].href).toBe(answers(ofTrain(), aMessage(ofTrain(), announcement))[0]?.url);
  });
});
