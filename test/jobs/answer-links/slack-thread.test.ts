import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { noon } from '../../support/builders/observation-builders.ts';
import { answer, type Behaviour } from '../../support/rude-service.ts';
import { wordsIn } from '../overrides/a-fleet.ts';
import { announcedLedger } from './a-link.ts';
import { aConfirmation, aPress, aSlack, opener, reasonGiven } from './a-slack.ts';

const replying =
  (status: number, body: unknown): Behaviour =>
  (response) =>
    answer(response, status, body);

describe('a thread in Slack that accepts no reply', () => {
  it('is logged, and the answer of the button is recorded', async () => {
    const ledger = await announcedLedger();
    const { send, failures } = await aSlack(ledger, { behave: replying(404, {}) });
    expect(await send(aPress())).toMatchObject({ status: 200 });
    expect(await wordsIn(ledger)).toHaveLength(1);
    expect(failures).toEqual([new Error('could not reply in the thread: Slack: it answered 404')]);
  });

  const Shown = z.strictObject({
    response_action: z.literal('update'),
    view: z.strictObject({
      type: z.literal('modal'),
      title: z.object({ text: z.string().max(24) }),
      close: z.object({ text: z.string().max(24) }),
      blocks: z.tuple([z.object({ text: z.object({ text: z.string().max(3_000) }) })]),
    }),
  });
  it.each([
    ['was opened too long ago', replying(404, {}), 'it answered 404', 1],
    [
      'was opened too long ago, although Slack answers 200',
      replying(200, { ok: false, error: 'Expired url' }),
      'it refused (Expired url)',
      2,
    ],
    ['is down', replying(503, {}), 'it answered 503', 2],
  ])('leaves it to the form to show what was recorded, where it %s', async (_, behave, because, tries) => {
    const ledger = await announcedLedger();
    const { send, told, failures } = await aSlack(ledger, { behave });
    const { body, headers } = await send(aConfirmation(opener(), reasonGiven('mine')));
    const { title, blocks } = Shown.parse(JSON.parse(body)).view;
    expect(headers).toMatchObject({ 'content-type': 'application/json' });
    expect(title.text).toBe('Recorded');
    expect(blocks[0].text.text).toMatch(/^eve, link .* VM train-7b in project lab is kept until/);
    expect(await ledger.overrides(noon)).toMatchObject([{ reason: 'mine' }]);
    expect(failures).toEqual([new Error(`could not reply in the thread: Slack: ${because}`)]);
    // Slack and the person wait.
    expect(told()).toHaveLength(tries);
  });
});
