import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { instant } from '../../lib/model/time/time.ts';
import { buildMessageDocument } from '../../lib/notify/messages/message.ts';
import { amazonQPayload } from '../../lib/routes/amazon-q/amazon-q-payload.ts';
import { buildMail } from '../../lib/routes/email/send.ts';
import { pagerDutyEvents } from '../../lib/routes/pagerduty/pagerduty-events.ts';
import { routeSettings } from '../../lib/routes/settings.ts';
import { slackPayload } from '../../lib/routes/slack/send.ts';
import { teamsPayload } from '../../lib/routes/teams/send.ts';
import { signedHeaders, webhookBody, webhookId } from '../../lib/routes/webhook/send.ts';
import { Notification } from '../../lib/state/notification.ts';
import { anyMessage, anyZone } from '../notify/messages/any-message.ts';
import { runs } from '../support/tier.ts';

const dashboard = 'https://spend.example.com';
/** Text without the links to the dashboard. */
const withoutLinks = (text: string): string =>
  text.replace(/<https:\/\/spend\.example\.com\/[^<>|\s]*>/g, '');
/** Every text in a value, wherever it stands. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** Control characters of Slack, unless they are entities. */
const bareControl = /[<>]|&(?!amp;|lt;|gt;)/;
const loneHalf = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

it("whatever a message says, the message for Slack is within Slack's limits and mentions nobody", () => {
  fc.assert(
    fc.property(anyMessage, anyZone, (message, zone) => {
      const { text, blocks } = slackPayload(message, { zone, dashboard });
      expect(blocks.length).toBeLessThanOrEqual(routeSettings.slack.limits.blocks);
      expect(text.length).toBeGreaterThan(0);
      let total = text.length;
      for (const block of blocks) {
        if (block.type === 'divider' || block.type === 'actions') continue;
        const texts = block.type === 'context' ? block.elements.map((one) => one.text) : [block.text.text];
        if (block.type === 'context') expect(texts.length).toBeLessThanOrEqual(10);
        for (const one of texts) {
          expect(one.length).toBeGreaterThan(0);
          expect(one.length).toBeLessThanOrEqual(block.type === 'header' ? 150 : 3_000);
          expect(withoutLinks(one)).not.toMatch(bareControl);
          expect(one).not.toMatch(loneHalf);
          expect((one.match(/```/g) ?? []).length % 2).toBe(0);
          total += one.length;
        }
      }
      expect(total).toBeLessThan(routeSettings.slack.limits.text);
      expect(text).not.toMatch(bareControl);
    }),
    runs(200),
  );
});

it('whatever a message says, no command in a chat is cut or changed', () => {
  fc.assert(
    fc.property(anyMessage, anyZone, (message, zone) => {
      const offered = buildMessageDocument(message, { zone }).sections.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.kind === 'commands' ? part.commands.map(({ line }) => line) : [])),
      );
      const shown = textsIn([
        slackPayload(message, { zone, dashboard }).blocks,
        amazonQPayload(message, { zone, dashboard }).content,
      ])
        .flatMap((text) => text.split('\n'))
        .flatMap(
          (line) =>
            / {2}(spendwatch (?:approve|deny|keep|silence|stop|start|explain) .*)/.exec(line)?.[1] ?? [],
        );
      for (const line of shown)
        expect(offered).toContain(
          line.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
        );
    }),
    runs(200),
  );
});

it('whatever a message says, Amazon Q receives a valid notification that SNS can carry', () => {
  fc.assert(
    fc.property(anyMessage, anyZone, (message, zone) => {
      const payload = amazonQPayload(message, { zone, dashboard });
      const { content, metadata } = payload;
      expect(new TextEncoder().encode(JSON.stringify(payload)).length).toBeLessThan(64_000);
      expect(content.title.length).toBeLessThanOrEqual(150);
      expect(content.description.length).toBeLessThan(5_000);
      expect(metadata.threadId).toMatch(/^[0-9a-f]{32}$/);
      for (const text of textsIn(content)) {
        expect(text).not.toBe('');
        expect(withoutLinks(text)).not.toMatch(bareControl);
        expect(text).not.toMatch(loneHalf);
      }
    }),
    runs(200),
  );
});

it('whatever a message says, Teams receives a valid card, with plain text and the end of the message', () => {
  const { limits } = routeSettings.teams;
  fc.assert(
    fc.property(anyMessage, anyZone, fc.constantFrom('message', 'card'), (message, zone, body) => {
      const payload = teamsPayload(message, body, { zone, dashboard });
      // Teams counts up to a fifth more than it is sent.
      expect(new TextEncoder().encode(JSON.stringify(payload)).length * 1.2).toBeLessThan(limits.bytes);
      const card = 'attachments' in payload ? payload.attachments[0].content : payload;
      const texts = card.body.map((element) => {
        if (element.type === 'ActionSet') {
          expect(element.actions.length).toBeLessThanOrEqual(6);
          return '';
        }
        expect(element.inlines.map(({ type }) => type)).toEqual(element.inlines.map(() => 'TextRun'));
        return element.inlines.map(({ text }) => text).join('');
      });
      for (const text of texts) expect(text).not.toMatch(loneHalf);
      expect(texts.at(-1)).toBe(buildMessageDocument(message, { zone }).footer[1]);
    }),
    runs(200),
  );
});

it('whatever a message says, PagerDuty receives events within its limits, with a key each', () => {
  const { limits } = routeSettings.pagerduty;
  fc.assert(
    fc.property(anyMessage, anyZone, (message, zone) => {
      for (const event of pagerDutyEvents(message, { zone, dashboard }).flat()) {
        expect(new TextEncoder().encode(JSON.stringify(event)).length).toBeLessThan(limits.bytes - 1_000);
        expect(event.dedup_key.length).toBeLessThanOrEqual(limits.key);
        if (event.event_action !== 'trigger') continue;
        expect(event.payload.summary.length).toBeLessThanOrEqual(limits.headline);
        for (const text of textsIn(event)) {
          expect(text).not.toBe('');
          expect(text).not.toMatch(loneHalf);
        }
      }
    }),
    runs(200),
  );
});

it('whatever a message says, an e-mail has headers of one line in ASCII, and bounded text', () => {
  fc.assert(
    fc.property(anyMessage, anyZone, (message, zone) => {
      const { subject, text, messageId, inReplyTo, references } = buildMail(
        message,
        { zone, dashboard },
        'example.com',
      );
      expect(subject).toMatch(/^[!-~][ -~]{0,98}$/);
      for (const id of [messageId, ...(inReplyTo === null ? [] : [inReplyTo]), ...references])
        expect(id).toMatch(/^<[0-9a-f]{40}@example\.com>$/);
      expect(references.length).toBeLessThanOrEqual(20);
      expect(new TextEncoder().encode(text).length).toBeLessThan(64_000);
    }),
    runs(200),
  );
});

it('whatever a message says, a webhook receives the same bytes each time, with the facts unchanged', () => {
  const Body = z.looseObject({ id: z.string(), notifications: z.array(z.unknown()) });
  fc.assert(
    fc.property(anyMessage, anyZone, (message, zone) => {
      const body = webhookBody(message, { zone, dashboard });
      expect(webhookBody(message, { zone, dashboard })).toBe(body);
      const read = Body.parse(JSON.parse(body));
      expect(read.id).toBe(JSON.parse(JSON.stringify(message.id)));
      expect(z.array(Notification).parse(read.notifications)).toEqual(
        z
          .array(Notification)
          .parse(JSON.parse(JSON.stringify(z.encode(z.array(Notification), message.notifications)))),
      );
      const headers = signedHeaders(webhookId(message), body, 'whsec_AAAA', instant(1_700_000_000_999));
      expect(Object.values(headers).join('')).toMatch(/^[ -~]+$/);
    }),
    runs(200),
  );
});

it('all messages about one incident share a thread, a line and a root, and no others do', () => {
  fc.assert(
    fc.property(anyMessage, anyMessage, anyZone, (one, other, zone) => {
      const [first] = one.notifications;
      if (first === undefined) return;
      const following = { ...other, notifications: [{ ...first, incident: 'a#b#c', id: other.id }] };
      const before = { ...one, notifications: [{ ...first, incident: 'a#b#c' }] };
      const threadOf = (message: typeof one) =>
        amazonQPayload(message, { zone, dashboard }).metadata.threadId;
      expect(threadOf(following)).toBe(threadOf(before));
      const rootOf = (message: typeof one) => {
        const { messageId, inReplyTo } = buildMail(message, { zone }, 'a.example');
        return inReplyTo ?? messageId;
      };
      expect(rootOf(following)).toBe(rootOf(before));
      const elsewhere = { ...before, notifications: [{ ...first, incident: 'a#b#d' }] };
      expect(threadOf(elsewhere)).not.toBe(threadOf(before));
    }),
    runs(200),
  );
});
