import { describe, expect, it } from 'vitest';
import { type Instant, later, milliseconds, type Span, seconds } from '../../lib/model/time/time.ts';
import { createAnswerLinkSource } from '../../lib/notify/messages/answer-links.ts';
import { poster } from '../../lib/routes/post.ts';
import { createRateLimiter, teamsPayload } from '../../lib/routes/teams/send.ts';
import { address, announcement, ofTrain, secret } from '../jobs/answer-links/a-link.ts';
import { aMessage, anIdleNotification, morning } from '../notify/messages/a-message.ts';
import { everyShape } from '../notify/messages/every-notification.ts';
import { markedKey } from '../support/api-key.ts';
import { answer, rudeService } from '../support/rude-service.ts';
import { teamsNotifier } from './opened.ts';

const zone = 'Europe/London';
const incident = 'project/ml-infra/vm/train-7b#forgotten machines#2026-11-21T05:16:00Z';
const message = aMessage(anIdleNotification({ incident }));
const key = markedKey('workflow');

/** A clock that stands still, and records how long it is waited on. */
function standingClock() {
  const waits: Span[] = [];
  return { waits, now: (): Instant => morning, sleep: async (span: Span) => void waits.push(span) };
}

function teamsAt(url: string, body?: 'message' | 'card') {
  const clock = standingClock();
  const address = async () => `${url}/workflows/x/triggers/manual/paths/invoke?sp=%2Frun&sig=${key}`;
  const terms = { route: 'teams', url: address, post: poster(clock), clock, zone };
  return { ...teamsNotifier({ ...terms, ...(body !== undefined && { body }) }), waits: clock.waits };
}

describe('a workflow of Microsoft Teams', () => {
  it('receives a message with a card, without counting as a receiver (invariant 16)', async () => {
    const { url, received } = await rudeService((response) => response.writeHead(202).end());
    expect(await teamsAt(url).send(message)).toEqual({ kind: 'unconfirmed' });
    expect(received).toMatchObject([
      {
        method: 'POST',
        path: '/workflows/x/triggers/manual/paths/invoke',
        search: `?sp=%2Frun&sig=${key}`,
        headers: { 'content-type': 'application/json' },
      },
    ]);
    const sent = JSON.parse(received[0]?.body ?? '');
    expect(sent).toEqual(teamsPayload(message, 'message', { zone }));
    expect(sent).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: { type: 'AdaptiveCard', version: '1.2' },
        },
      ],
    });
  });

  it('receives the card alone where its body setting says so', async () => {
    const { url, received } = await rudeService((response) => response.writeHead(202).end());
    await teamsAt(url, 'card').send(message);
    const sent = JSON.parse(received[0]?.body ?? '');
    expect(sent.type).toBe('AdaptiveCard');
    expect(teamsPayload(message, 'message', { zone })).toMatchObject({ attachments: [{ content: sent }] });
  });

  it('receives at most four requests a second, however many messages there are at once', async () => {
    const { url, received } = await rudeService((response, _, nth) =>
      response.writeHead(nth === 1 ? 503 : 202).end(),
    );
    const teams = teamsAt(url);
    const sent = await Promise.all(Array.from({ length: 5 }, () => teams.send(message)));
    expect(sent.map(({ kind }) => kind)).toEqual(sent.map(() => 'unconfirmed'));
    expect(received).toHaveLength(6);
    // Each but the first waits for its turn; the try that was refused is made again after half a second, in a turn of its own.
    expect(teams.waits.toSorted((one, other) => one - other)).toEqual([250, 500, 500, 750, 1_000, 1_250]);
  });

  it.each([
    [429, 'RateLimitExceeded', 'unavailable', 3],
    [404, 'WorkflowTriggerNotFound', 'unavailable', 1],
    [400, 'TriggerInputSchemaMismatch', 'failed', 1],
  ])(
    'that answers %i is reported with its code, and never with its address',
    async (status, code, kind, tries) => {
      const { url, received } = await rudeService((response) =>
        answer(response, status, { error: { code, message: `no access with ${key}` } }),
      );
      const delivery = await teamsAt(url).send(message);
      expect(delivery).toEqual({ kind, because: `Teams: it answered ${status} (${code})` });
      expect(received).toHaveLength(tries);
      expect(JSON.stringify(delivery)).not.toContain(key);
    },
  );

  it('shows every sort of part in a card', async () => {
    await expect(JSON.stringify(teamsPayload(message, 'card', { zone }), null, 2)).toMatchFileSnapshot(
      './snapshots/teams-idle.snap',
    );
    const shown = Object.entries(everyShape).map(([name, notice]) => {
      const one = aMessage(notice, { severity: notice.severity });
      const card = teamsPayload(one, 'card', { zone });
      const lines =
        'body' in card
          ? card.body.map((element) =>
              element.type === 'RichTextBlock'
                ? element.inlines.map(({ text }) => text).join('')
                : element.actions.map(({ title }) => `[${title}]`).join(' '),
            )
          : [];
      return `======== ${name}\n${lines.join('\n').replaceAll('\u00a0', ' ')}\n`;
    });
    await expect(shown.join('\n')).toMatchFileSnapshot('./snapshots/teams-every.snap');
  });

  it('has a button for each answer and each page of the dashboard', () => {
    const answers = createAnswerLinkSource({
      address,
      secret,
      route: 'teams',
      mayApprove: true,
      keepAtMost: null,
    });
    const asked = aMessage(ofTrain(), announcement);
    const card = teamsPayload(asked, 'card', { zone, answers, dashboard: 'https://spend.example.com' });
    const buttons =
      'body' in card ? card.body.flatMap((one) => (one.type === 'ActionSet' ? one.actions : [])) : [];
    expect(buttons.map(({ title }) => title)).toEqual(['Approve', 'Keep for a week', 'Deny', 'Details']);
    expect(buttons[0]?.url).toBe(answers(ofTrain(), asked)[0]?.url);
  });
});

it('requests wait for one another only where they would come too close', async () => {
  const { waits, ...clock } = standingClock();
  let now = morning;
  const turn = createRateLimiter({ ...clock, now: () => now }, 4);
  await turn();
  now = later(now, seconds(1));
  await turn();
  await Promise.all([turn(), turn()]);
  expect(waits).toEqual([milliseconds(250), milliseconds(500)]);
});
