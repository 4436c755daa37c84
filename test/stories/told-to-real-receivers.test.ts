import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { minutes } from '../../lib/model/time/time.ts';
import { mailNotifier } from '../../lib/routes/email/send.ts';
import { poster } from '../../lib/routes/post.ts';
import { happens, newVm } from '../../lib/simulators/compute/scenario.ts';
import { webhookNotifier } from '../routes/opened.ts';
import { type Received, rudeService } from '../support/rude-service.ts';
import { portOf } from '../support/served.ts';
import { setClock } from '../support/set-clock.ts';
import { at, type Story, tellStory } from '../support/story.ts';

const before = '2026-03-02T09:00:00Z';
const events = [
  happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
  happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
  newVm(before, 'lab', 'box', { priceHr: '0.5' }),
];
const policy = `
version: 1
mode: enforce
rules:
  - { name: forgotten, idle: 2h, then: [{ stop: after 1h }] }
`;
const from = '2026-03-04T00:00:00Z';
const key = Buffer.alloc(32, 'a key that both know');

let story: Story | undefined;
afterEach(() => story?.close());

async function mailServer() {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      void text(stream).then((mail) => {
        mails.push(mail);
        done();
      });
    },
  });
  const port = await portOf(server.server);
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${port}`, mails };
}

const headerOf = (mail: string, name: string): string | null =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)\r$`, 'im').exec(mail)?.[1] ?? null;

/** Verifies a signature as the Standard Webhooks specification tells receivers to. */
function isSigned({ headers, body }: Received): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = headers;
  const wanted = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return signature === `v1,${wanted}`;
}

const Said = z.object({
  id: z.string(),
  incidents: z.array(z.string()),
  text: z.string(),
  notifications: z.array(z.object({ kind: z.string() })),
});

it('an announcement and its confirmation reach a mail server and a webhook, each in one thread and signed', async () => {
  const { url: mail, mails } = await mailServer();
  // The first attempt meets a failing receiver; it is retried at once.
  const { url, received } = await rudeService((response, _, nth) =>
    response.writeHead(nth === 1 ? 503 : 204).end(),
  );
  const clock = { ...setClock(at(from)), sleep: async () => {} };
  const zone = 'UTC';
  const [sender, reader] = ['spendwatch@example.com', 'ops@example.com'];
  const routes = [
    mailNotifier({ route: 'email', server: async () => mail, from: sender, to: [reader], zone }),
    webhookNotifier({
      route: 'webhook',
      url: async () => `${url}/hook`,
      secret: async () => `whsec_${key.toString('base64')}`,
      post: poster(clock),
      clock,
      zone,
    }),
  ];
  story = await tellStory({ from, events, policy, every: minutes(15), routes });
  await story.runUntil(at('2026-03-04T04:00:00Z'));
  expect(story.notifications().map(({ kind }) => kind)).toEqual(['alert', 'action-confirmed']);

  const [announcement, confirmation, ...others] = mails;
  if (announcement === undefined || confirmation === undefined) throw new TypeError('there are two mails');
  expect(others).toEqual([]);
  const root = headerOf(announcement, 'Message-ID');
  expect(root).toMatch(/^<[0-9a-f]{40}@example\.com>$/);
  expect(headerOf(announcement, 'In-Reply-To')).toBeNull();
  expect(headerOf(confirmation, 'In-Reply-To')).toBe(root);
  expect(headerOf(confirmation, 'References')).toBe(root);
  expect(headerOf(confirmation, 'Message-ID')).not.toBe(root);
  expect(headerOf(announcement, 'Subject')).toBe(
    '[warning] VM box in lab: idle at 0.50 USD/h, will be stopped',
  );
  expect(headerOf(confirmation, 'Subject')).toBe('[info] VM box in lab: stopped, still billed');
  expect(announcement).toContain('idle at 0.50 USD/h, will be stopped');
  expect(confirmation).toContain('stopped, still billed');

  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(3).fill('POST /hook'));
  for (const request of received) expect(isSigned(request)).toBe(true);
  for (const request of received) expect(isSigned({ ...request, body: `${request.body} ` })).toBe(false);
  const [tried, announced, confirmed] = received.map(({ body }) => Said.parse(JSON.parse(body)));
  expect(tried).toEqual(announced);
  expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
  expect(received[2]?.headers['webhook-id']).not.toBe(received[1]?.headers['webhook-id']);
  expect(announced?.incidents).toHaveLength(1);
  expect(confirmed?.incidents).toEqual(announced?.incidents);
  expect([announced, confirmed].map((said) => said?.notifications.map(({ kind }) => kind))).toEqual([
    ['alert'],
    ['action-confirmed'],
  ]);
});
