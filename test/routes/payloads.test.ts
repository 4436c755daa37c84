import { describe, expect, it } from 'vitest';
import { routeMessage } from '../../lib/decide/own-health/route-health.ts';
import { MessageId, Subject } from '../../lib/model/ids.ts';
import { instant } from '../../lib/model/time/time.ts';
import { buildMessageDocument, renderMessage } from '../../lib/notify/messages/message.ts';
import { amazonQPayload } from '../../lib/routes/amazon-q/amazon-q-payload.ts';
import { buildMail } from '../../lib/routes/email/send.ts';
import { slackPayload } from '../../lib/routes/slack/send.ts';
import { signedHeaders, webhookBody } from '../../lib/routes/webhook/send.ts';
import type { Message, Notification } from '../../lib/state/notification.ts';
import {
  aboutVm,
  aMessage,
  anIdleNotification,
  aResolvedNotification,
  morning,
} from '../notify/messages/a-message.ts';
import { everyNotification, everyShape } from '../notify/messages/every-notification.ts';

const zone = 'Europe/London';
const incident = 'project/ml-infra/vm/train-7b#forgotten machines#2026-11-21T05:16:00Z';
const found = aMessage(anIdleNotification({ incident }), { id: MessageId.parse(`${incident}#new-warning`) });
const over = aMessage(
  { ...aResolvedNotification({ incident }), because: 'the last 4 h were in use' },
  { id: MessageId.parse(`${incident}#resolved`), severity: 'info' },
);

/** Examples under their names, as a channel shows them. */
const shownAs = (
  shown: (message: Message) => readonly string[],
  notices: Readonly<Record<string, Notification>> = everyShape,
): string =>
  Object.entries(notices)
    .map(([name, notice]) => {
      const message = aMessage(notice, { severity: notice.severity });
      return `======== ${name}\n${shown(message).join('\n').trimEnd()}\n`;
    })
    .join('\n');

it('the examples laid out for chats have every kind of part that any notification has', () => {
  const partsOf = (notices: Readonly<Record<string, Notification>>) =>
    Object.values(notices)
      .flatMap((notice) => buildMessageDocument(aMessage(notice), { zone }).sections)
      .flatMap(({ parts }) => parts)
      .flatMap((part) => {
        if (part.kind !== 'figures') return part.kind === 'named' ? part.name : part.kind;
        return part.rows.map(([, figure]) => (typeof figure === 'string' ? 'figure' : figure.kind));
      });
  expect(new Set(partsOf(everyShape))).toEqual(new Set(partsOf(everyNotification)));
});

describe('Slack', () => {
  it('receives a headline, the figures one below another, and the line that identifies the incident', async () => {
    await expect(JSON.stringify(slackPayload(found, { zone }), null, 2)).toMatchFileSnapshot(
      './snapshots/slack-idle.snap',
    );
  });

  it('shows every sort of part', async () => {
    const shown = shownAs((message) =>
      slackPayload(message, { zone }).blocks.map((block) => {
        if (block.type === 'divider' || block.type === 'actions') return '---';
        const texts = block.type === 'context' ? block.elements.map(({ text }) => text) : [block.text.text];
        return `(${block.type})\n${texts.join('\n')}`;
      }),
    );
    await expect(shown).toMatchFileSnapshot('./snapshots/slack-every.snap');
  });

  it('receives several notifications as a common headline and a section for each', async () => {
    const names = ['train-7b', 'train-8b', 'train-9b'];
    const several = aMessage(
      names.map((name) => anIdleNotification({ subject: Subject.parse(`project/ml-infra/vm/${name}`) })),
    );
    const { blocks } = slackPayload(several, { zone });
    expect(blocks.map(({ type }) => type)).toEqual([
      'header',
      'section',
      'divider',
      'section',
      'divider',
      'section',
      'divider',
      'section',
      'context',
    ]);
    expect(blocks[1]).toMatchObject({
      text: {
        text: expect.stringMatching(/^\*All 3\*\nCPU 5 % for 4 h\. It will be stopped, not before /),
      },
    });
    for (const [index, name] of names.entries())
      expect(blocks[3 + 2 * index]).toMatchObject({
        text: {
          text: expect.stringContaining(`*VM ${name} in ml-infra: idle at 3.20 USD/h, will be stopped*\n`),
        },
      });
  });

  it('shows a name that looks like a mention of a channel, without mentioning it', () => {
    const subject = Subject.parse('project/R&D/vm/<!channel>`');
    const json = JSON.stringify(slackPayload(aMessage(anIdleNotification({ subject })), { zone }));
    expect(json).toContain("VM &lt;!channel&gt;' in project R&amp;D is idle");
    expect(json).not.toContain('<!channel>');
  });

  it('shows the same line of an incident in its first and last message, since a webhook cannot thread them', () => {
    const lines = [found, over].map((message) => slackPayload(message, { zone }).blocks.at(-1));
    for (const line of lines)
      expect(line).toMatchObject({
        elements: [{ text: 'forgotten machines: VM train-7b in project ml-infra' }, {}, {}],
      });
  });
});

describe('Amazon Q Developer', () => {
  it('receives a custom notification', async () => {
    await expect(JSON.stringify(amazonQPayload(found, { zone }), null, 2)).toMatchFileSnapshot(
      './snapshots/amazon-q-idle.snap',
    );
  });

  it('shows every sort of part', async () => {
    const shown = shownAs((message) => {
      const { title, description, nextSteps } = amazonQPayload(message, { zone }).content;
      return [title, '', description, '', ...nextSteps.map((step) => `- ${step}`)];
    });
    await expect(shown).toMatchFileSnapshot('./snapshots/amazon-q-every.snap');
  });

  it('threads the end of an incident with its beginning, and another incident apart', () => {
    const threadOf = (message: typeof found) => amazonQPayload(message, { zone }).metadata.threadId;
    expect(threadOf(over)).toBe(threadOf(found));
    expect(threadOf(aMessage(anIdleNotification({ incident: 'another' })))).not.toBe(threadOf(found));
  });
});

describe('a webhook', () => {
  it('receives the text and the facts, as in the example of the documents', async () => {
    const sent = JSON.stringify(JSON.parse(webhookBody(found, { zone })), null, 2);
    await expect(`${sent}\n`).toMatchFileSnapshot('../../docs/webhook-example.json');
  });

  it('is signed as the example of the Standard Webhooks documentation is', () => {
    const body = '{"event_type":"ping","data":{"success":true}}';
    const secret = 'whsec_plJ3nmyCDGBKInavdOK15jsl';
    expect(signedHeaders('msg_loFOjxBNrRLzqYUf', body, secret, instant(1_731_705_121_000))).toEqual({
      'webhook-id': 'msg_loFOjxBNrRLzqYUf',
      'webhook-timestamp': '1731705121',
      'webhook-signature': 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
    });
  });
});

describe('an e-mail', () => {
  it('has the headline as its subject, and as its text what other routes send', async () => {
    const { subject, text } = buildMail(found, { zone }, 'example.com');
    expect({ subject, body: text }).toEqual(renderMessage(found, { zone }));
    await expect(`Subject: ${subject}\n\n${text}`).toMatchFileSnapshot('./snapshots/mail-idle.snap');
  });

  it('shows every kind of notification', async () => {
    const said = shownAs((message) => {
      const { subject, text } = buildMail(message, { zone }, 'example.com');
      return [`Subject: ${subject}`, '', text];
    }, everyNotification);
    await expect(said).toMatchFileSnapshot('./snapshots/mail-every.snap');
  });

  it('about a known incident refers to the first one', () => {
    const first = buildMail(found, { zone }, 'example.com');
    const last = buildMail(over, { zone }, 'example.com');
    expect(first).toMatchObject({ inReplyTo: null, references: [] });
    expect(last).toMatchObject({
      inReplyTo: first.messageId,
      references: [first.messageId],
    });
    expect(last.messageId).not.toBe(first.messageId);
  });

  it('about another matter begins a conversation of its own', () => {
    const held = { ...aboutVm, kind: 'caps-held', wanted: 9, allowed: 5 } as const;
    expect(buildMail(aMessage(held), { zone }, 'example.com').inReplyTo).toBeNull();
    const news = { route: 'slack', since: morning, because: 'it answered 404' } as const;
    const [failing, works] = (['failing', 'works'] as const).map((state) =>
      buildMail(routeMessage({ ...news, state }, morning), { zone }, 'example.com'),
    );
    expect(failing).toMatchObject({
      subject: '[warning] route slack: delivery failing',
      inReplyTo: null,
    });
    expect(works).toMatchObject({ inReplyTo: failing?.messageId });
  });

  it('about several incidents refers to each', () => {
    const other = anIdleNotification({
      incident: 'another',
      subject: Subject.parse('project/ml-infra/vm/b'),
    });
    const both = buildMail(aMessage([anIdleNotification({ incident }), other]), { zone }, 'example.com');
    const alone = buildMail(aMessage(other), { zone }, 'example.com');
    expect(both.messageId).toBe(buildMail(found, { zone }, 'example.com').messageId);
    expect(both.references).toEqual([alone.messageId]);
  });
});
