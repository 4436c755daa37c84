import { expect, it } from 'vitest';
import { Subject } from '../../../lib/model/ids.ts';
import { linksOf } from '../../../lib/notify/messages/links.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import { amazonQPayload } from '../../../lib/notify/routes/amazon-q-payload.ts';
import { mailOf } from '../../../lib/notify/routes/mail.ts';
import { slackPayload } from '../../../lib/notify/routes/slack-payload.ts';
import { webhookBody } from '../../../lib/notify/routes/webhook-payload.ts';
import { aMessage, anIdleNotification } from './a-message.ts';
import { everyNotification } from './every-notification.ts';

const dashboard = 'https://spend.example.com';
const pagesOf = (name: string) => {
  const notification = everyNotification[name] ?? expect.fail(name);
  return linksOf(notification, dashboard).map(({ url }) => url.replace(dashboard, ''));
};

it.each([
  ['runway', ['/subject?name=account%2Fmain', '/alerts']],
  ['stop-confirmed', ['/subject?name=project%2Fml-infra%2Fvm%2Ftrain-7b', '/alerts']],
  ['digest', ['/', '/alerts']],
  ['caps-held', ['/alerts']],
  ['blind', ['/unwatched']],
  ['route-failing', ['/']],
  ['acting-key', ['/unwatched']],
])('%s links to the pages that show it', (name, pages) => {
  expect(pagesOf(name)).toEqual(pages);
});

it('a hostile name is one part of an address, and one that is too long has no link', () => {
  const hostile = Subject.parse('project/lab/vm/"><img src=x>&a=b#c\n');
  const [details] = linksOf(anIdleNotification({ subject: hostile }), dashboard);
  expect(new URL(details?.url ?? '').searchParams.get('name')).toBe(hostile);
  expect(details?.url).toMatch(/^[\w:/.?=%+-]+$/);
  const long = Subject.parse(`project/lab/vm/${'v'.repeat(3_000)}`);
  expect(linksOf(anIdleNotification({ subject: long }), dashboard)).toHaveLength(1);
});

const message = aMessage(anIdleNotification());
const reader = { zone: 'UTC', dashboard };
it.each([
  ['text', renderMessage(message, reader).body],
  ['Slack', JSON.stringify(slackPayload(message, reader))],
  ['Amazon Q', JSON.stringify(amazonQPayload(message, reader))],
  ['a webhook', webhookBody(message, reader)],
  ['the HTML of an e-mail', mailOf(message, reader, 'example.com').html],
])('%s has the links', (_, sent) => {
  expect(sent).toContain(`${dashboard}/subject?name=project%2Fml-infra%2Fvm%2Ftrain-7b`);
});

it('without the address of a dashboard there are none', () => {
  expect(mailOf(message, { zone: 'UTC' }, 'example.com').html).not.toContain('<a ');
  expect(renderMessage(message, { zone: 'UTC' }).body).not.toContain('http');
});
