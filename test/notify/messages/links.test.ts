import { describe, expect, it } from 'vitest';
import { Subject } from '../../../lib/model/ids.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { createAnswerLinkSource } from '../../../lib/notify/messages/answer-links.ts';
import { listDashboardLinks } from '../../../lib/notify/messages/links.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import { amazonQPayload } from '../../../lib/routes/amazon-q/amazon-q-payload.ts';
import { buildMail } from '../../../lib/routes/email/send.ts';
import { slackPayload } from '../../../lib/routes/slack/send.ts';
import { webhookBody } from '../../../lib/routes/webhook/send.ts';
import type { Notification } from '../../../lib/state/notification.ts';
import { aMessage, anAction, anIdleNotification } from './a-message.ts';
import { everyNotification } from './every-notification.ts';

const dashboard = 'https://spend.example.com';
const pagesOf = (name: string) => {
  const notification = everyNotification[name] ?? expect.fail(name);
  return listDashboardLinks(notification, dashboard).map(({ url }) => url.replace(dashboard, ''));
};

it.each([
  ['runway', ['/subject?name=account%2Fmain']],
  ['stop-confirmed', ['/subject?name=project%2Fml-infra%2Fvm%2Ftrain-7b']],
  ['digest', ['/', '/alerts']],
  ['caps-held', ['/alerts']],
  ['blind', ['/unwatched']],
  ['route-failing', ['/']],
  ['acting-key', ['/unwatched']],
])('%s links to the pages that show it', (name, pages) => {
  expect(pagesOf(name)).toEqual(pages);
});

it('a hostile name stays one part of a link, and a name that is too long has no link', () => {
  const hostile = Subject.parse('project/lab/vm/"><img src=x>&a=b#c\n');
  const [details] = listDashboardLinks(anIdleNotification({ subject: hostile }), dashboard);
  expect(new URL(details?.url ?? '').searchParams.get('name')).toBe(hostile);
  expect(details?.url).toMatch(/^[\w:/.?=%+-]+$/);
  const long = Subject.parse(`project/lab/vm/${'v'.repeat(3_000)}`);
  expect(listDashboardLinks(anIdleNotification({ subject: long }), dashboard)).toEqual([]);
});

const message = aMessage(anIdleNotification());
const reader = { zone: 'UTC', dashboard };
it.each([
  ['text', renderMessage(message, reader).body],
  ['Slack', JSON.stringify(slackPayload(message, reader))],
  ['Amazon Q', JSON.stringify(amazonQPayload(message, reader))],
  ['a webhook', webhookBody(message, reader)],
  ['the HTML of an e-mail', buildMail(message, reader, 'example.com').html],
])('%s has the links', (_, sent) => {
  expect(sent).toContain(`${dashboard}/subject?name=project%2Fml-infra%2Fvm%2Ftrain-7b`);
});

const answers = createAnswerLinkSource({
  address: 'https://answers.example.com',
  secret: 'a-secret-of-more-than-32-characters',
  route: 'slack/research',
  mayApprove: true,
  keepAtMost: hours(8),
});
const asked = aMessage(
  anIdleNotification({ incident: 'an incident', next: anAction({ approve: hours(4) }) }),
);
const asking = { zone: 'UTC', answers };
describe('links to answers', () => {
  it.each([
    ['text', renderMessage(asked, asking).body],
    ['Slack', JSON.stringify(slackPayload(asked, asking))],
    ['Amazon Q', JSON.stringify(amazonQPayload(asked, asking))],
    ['a webhook', webhookBody(asked, asking)],
    ['the HTML of an e-mail', buildMail(asked, asking, 'example.com').html],
  ])('are in %s, one for each answer', (_, sent) => {
    const urls = sent.match(/https:\/\/answers\.example\.com\/answer\/[\w.-]+/g) ?? [];
    expect(new Set(urls.map((url) => url.split('.')[3]))).toEqual(new Set(['approve', 'keep', 'deny']));
    for (const label of ['Approve', 'Keep for 8 h', 'Deny']) expect(sent).toContain(label);
  });

  it('are fields in the body of a webhook', () => {
    expect(JSON.parse(webhookBody(asked, asking))).toMatchObject({
      links: [
        { answer: 'approve', notification: asked.notifications[0]?.id, expires: '2026-11-28T05:16:00Z' },
        { answer: 'keep' },
        { answer: 'deny' },
      ],
    });
    expect(JSON.parse(webhookBody(asked, { zone: 'UTC' }))).not.toHaveProperty('links');
  });

  const answersIn = (notification: Notification) => answers(notification, asked).map(({ answer }) => answer);
  it.each(Object.entries(everyNotification))('are offered only where they apply: %s', (_, notification) => {
    const of = answersIn({ ...notification, incident: 'an incident' });
    if (notification.kind !== 'alert') return expect(of).toEqual([]);
    expect(of.includes('deny')).toBe(notification.next.kind === 'action');
    expect(of.includes('silence')).toBe(notification.next.kind !== 'action');
    const isAsked = notification.next.kind === 'action' && notification.next.approve !== null;
    expect(of.includes('approve')).toBe(isAsked);
  });

  it('an approval in a repeat is for the announcement, and is left out where that is unknown', () => {
    const next = anAction({ approve: hours(4) });
    const since = { after: hours(1), deliveredAt: null };
    const reminder = (announced: object) =>
      answersIn(anIdleNotification({ incident: 'an incident', next, announced: { ...since, ...announced } }));
    expect(reminder({ message: asked.id })).toEqual(['approve', 'keep', 'deny']);
    expect(reminder({})).toEqual(['keep', 'deny']);
  });
});

it('there are no links without the address of a dashboard', () => {
  expect(buildMail(message, { zone: 'UTC' }, 'example.com').html).not.toContain('<a ');
  expect(renderMessage(message, { zone: 'UTC' }).body).not.toContain('http');
});
