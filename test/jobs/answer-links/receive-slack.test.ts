import { describe, expect, it } from 'vitest';
import type { AnswerPorts } from '../../../lib/jobs/answer-links/answer-request.ts';
import { receiveAnswer } from '../../../lib/jobs/answer-links/receive-answer.ts';
import { later, seconds } from '../../../lib/model/time/time.ts';
import { createAnswerLinkSource } from '../../../lib/notify/messages/answer-links.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { slackPayload } from '../../../lib/routes/slack/send.ts';
import { aMessage } from '../../notify/messages/a-message.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { wordsIn } from '../overrides/a-fleet.ts';
import {
  address,
  announcedLedger,
  announcement,
  linksOf,
  ofTrain,
  portsOver,
  secret,
  tokenOf,
  writtenIn,
} from './a-link.ts';
import { aPress, aSlack, type Sending, signingSecret } from './a-slack.ts';

const { keep, deny } = linksOf();

type Pressing = Sending & { readonly token?: string; readonly url?: string };

/** Slack, in which eve presses a button. */
async function aPresser(ledger: Ledger) {
  const slack = await aSlack(ledger, { token: null });
  const press = ({ token, url, ...sending }: Pressing = {}) =>
    slack.send(aPress({ ...(token !== undefined && { token }), ...(url && { url }) }), sending);
  return { ...slack, press };
}

describe('a button in Slack', () => {
  it('gives the answer of the person whom Slack names, and reports it in the thread', async () => {
    const ledger = await announcedLedger();
    const { press, told, failures } = await aPresser(ledger);
    expect(await press()).toMatchObject({ status: 200, body: '' });
    expect(failures).toEqual([]);
    expect(await wordsIn(ledger)).toMatchObject([
      {
        because: expect.stringContaining('is kept'),
        by: expect.stringMatching(/^eve, link .* slack\/research$/),
      },
    ]);
    const text = expect.stringMatching(
      /^eve, link [\w-]{8} over slack\/research: VM train-7b in project lab is kept until/,
    );
    expect(told()).toEqual([
      { response_type: 'in_channel', replace_original: false, thread_ts: '1548261231.000200', text },
    ]);
    await press();
    expect(told()[1]).toMatchObject({ text: expect.stringContaining('was already used by eve') });
    expect(await wordsIn(ledger)).toHaveLength(1);
  });

  it.each([
    ['signed with another secret', { by: `${signingSecret.slice(1)}0` }, 403],
    ['from more than five minutes ago', { at: later(noon, seconds(-301)) }, 403],
    ['from more than five minutes ahead', { at: later(noon, seconds(301)) }, 403],
    ['whose body was changed', { change: (body: string) => body.replace('U1', 'U2') }, 403],
    ['with something added', { change: (body: string) => `${body}&a=b` }, 403],
    ['without a signature', { headers: { 'x-slack-signature': '' } }, 403],
    ['with a part of a signature', { headers: { 'x-slack-signature': 'v0=00' } }, 403],
    ['without a time', { headers: { 'x-slack-request-timestamp': '' } }, 403],
    ['signed for another time', { headers: { 'x-slack-request-timestamp': `${noon / 1_000 - 1}` } }, 403],
    ['with a reply address elsewhere', { url: 'https://example.com/hooks.slack.com/' }, 400],
    ['with a reply address without TLS', { url: 'http://hooks.slack.com/actions/1' }, 400],
    ['with a reply address that looks alike', { url: 'https://hooks.slack.com@example.com/x' }, 400],
    ['with a reply address at another port', { url: 'https://hooks.slack.com:8443/x' }, 400],
    ['that is larger than Slack sends', { change: () => 'x'.repeat(300_000) }, 413],
  ])('%s records nothing', async (_, pressing: Pressing, status) => {
    const ledger = await announcedLedger();
    const before = await writtenIn(ledger);
    const { press, told } = await aPresser(ledger);
    expect(await press(pressing)).toMatchObject({ status });
    expect(await writtenIn(ledger)).toEqual(before);
    expect(told()).toEqual([]);
  });

  it.each([
    ['of another route', tokenOf(linksOf(ofTrain(), { route: 'email' }).keep)],
    ['of Amazon Q', tokenOf(linksOf(ofTrain(), { route: 'amazon-q' }).keep)],
    ['of a route whose name only begins alike', tokenOf(linksOf(ofTrain(), { route: 'slack2' }).keep)],
    ['that was changed', `${tokenOf(keep).slice(0, -1)}_`],
    ['of another secret', tokenOf(linksOf(ofTrain(), { secret: `${secret}.` }).deny)],
    ['that is not a token', 'keep'],
  ])('with a token %s records nothing, and reports that', async (_, token) => {
    const ledger = await announcedLedger();
    const before = await writtenIn(ledger);
    const { press, told } = await aPresser(ledger);
    expect(await press({ token })).toMatchObject({ status: 200 });
    expect(await writtenIn(ledger)).toEqual(before);
    expect(told()).toMatchObject([{ text: expect.stringContaining('Nothing was recorded') }]);
  });

  it('of a message that is itself in a thread replies in that thread', async () => {
    const { send, told } = await aSlack(await announcedLedger());
    const press = aPress();
    await send({ ...press, message: { ...press.message, thread_ts: '1548261000.000100' } });
    expect(told()).toMatchObject([{ thread_ts: '1548261000.000100' }]);
  });

  it('that cannot be checked records nothing, and links go on working', async () => {
    const ledger = await announcedLedger();
    const { ports: others, failures } = portsOver({ ledger });
    const slack = () => Promise.reject(new TypeError('no such parameter'));
    const ports: AnswerPorts = { ...others, slack };
    const headers = {
      'x-slack-request-timestamp': `${noon / 1_000}`,
      'x-slack-signature': `v0=${'0'.repeat(64)}`,
    };
    const rest = { headers, body: new Uint8Array() };
    const ask = (method: string, path: string) => receiveAnswer(ports, { method, path, ...rest });
    expect(await ask('GET', new URL(keep ?? '').pathname)).toMatchObject({ status: 200 });
    expect(failures).toEqual([]);
    expect(await ask('POST', '/answer/slack')).toMatchObject({ status: 503 });
    expect(failures).toEqual([new TypeError('no such parameter')]);
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('is in the message in place of its link, each with a question for confirmation', () => {
    const answers = createAnswerLinkSource({
      address,
      secret,
      route: 'slack/research',
      mayApprove: true,
      keepAtMost: null,
    });
    const message = aMessage(ofTrain(), announcement);
    const { blocks } = slackPayload(message, { zone: 'UTC', answers, buttons: 'asking' });
    const [actions, ...others] = blocks.flatMap((block) => (block.type === 'actions' ? [block] : []));
    expect(others).toEqual([]);
    expect(actions?.elements.map(({ value }) => value)).toContain(tokenOf(keep));
    expect(actions?.elements.map(({ value }) => value)).toContain(tokenOf(deny));
    expect(actions?.elements.map(({ text }) => text.text)).toEqual(['Approve', 'Keep for a week', 'Deny']);
    expect(actions?.elements.map(({ confirm }) => confirm?.text.text)[1]).toContain('train-7b');
    expect(JSON.stringify(blocks)).not.toContain(address);
    const several = Array.from({ length: 40 }, () => ofTrain());
    const { blocks: many } = slackPayload(aMessage(several, announcement), {
      zone: 'UTC',
      answers,
      buttons: 'asking',
    });
    for (const block of many)
      if (block.type === 'actions') {
        expect(block.elements.length).toBeLessThanOrEqual(25);
        expect(new Set(block.elements.map(({ action_id }) => action_id)).size).toBe(block.elements.length);
        for (const { text, value } of block.elements) {
          expect(text.text.length).toBeLessThanOrEqual(75);
          expect(value.length).toBeLessThanOrEqual(2_000);
        }
      }
  });
});
