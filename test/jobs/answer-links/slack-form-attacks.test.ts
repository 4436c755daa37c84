import { describe, expect, it } from 'vitest';
import { days, later, seconds } from '../../../lib/model/time/time.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { announcedLedger, announcement, linksOf, ofTrain, secret, writtenIn } from './a-link.ts';
import {
  aConfirmation,
  aPress,
  aSlack,
  chosen,
  opener,
  reasonGiven,
  type Sending,
  signingSecret,
  tokenOf,
} from './a-slack.ts';

const { keep = '' } = linksOf();

describe('a form', () => {
  const values = { ...chosen(days(1)), ...reasonGiven('mine') };
  const elsewhere = tokenOf(linksOf(ofTrain(), { route: 'amazon-q' }).keep);

  it.each<[string, object, Sending?]>([
    ['signed with another secret', aConfirmation(opener(), values), { by: `${signingSecret.slice(1)}0` }],
    ['from more than five minutes ago', aConfirmation(opener(), values), { at: later(noon, seconds(-301)) }],
    [
      'that was changed',
      aConfirmation(opener(), values),
      { change: (body) => body.replace('mine', 'yours') },
    ],
    ['that is to be answered elsewhere', aConfirmation(opener({ reply: 'https://example.com/' }), values)],
    ['with more than it was opened with', aConfirmation(opener({ name: 'root' }), values)],
    ['without what it was opened with', aConfirmation({ private_metadata: '' }, values)],
    ['opened with no object', aConfirmation({ private_metadata: '"x"' }, values)],
    [
      'opened with another prototype',
      aConfirmation({ private_metadata: opener().private_metadata.replace('{', '{"__proto__":{},') }, values),
    ],
    ['without a field for the reason', aConfirmation(opener(), {})],
    ['with a list for a reason', aConfirmation(opener(), { reason: { reason: { value: ['a'] } } })],
    ['with a time that is none', aConfirmation(opener(), { ...values, ...chosen('1e9') })],
    ['with a time before now', aConfirmation(opener(), { ...values, ...chosen('-1') })],
    ['of another kind', { ...aConfirmation(opener(), values), type: 'view_closed' }],
  ])('%s does nothing', async (_, payload, sending = {}) => {
    const ledger = await announcedLedger();
    const before = await writtenIn(ledger);
    const { send, received } = await aSlack(ledger);
    expect([400, 403]).toContain((await send(payload, sending)).status);
    expect(await writtenIn(ledger)).toEqual(before);
    expect(received).toEqual([]);
  });

  it.each([
    ['of Amazon Q', elsewhere],
    ['of an e-mail', tokenOf(linksOf(ofTrain(), { route: 'email' }).keep)],
    ['of another secret', tokenOf(linksOf(ofTrain(), { secret: `${secret}.` }).keep)],
    ['that was changed', `${tokenOf(keep).slice(0, -1)}_`],
    ['that is none', ''],
  ])('with a token %s does nothing, and says so', async (_, token) => {
    const ledger = await announcedLedger();
    const before = await writtenIn(ledger);
    const { send, opened, told } = await aSlack(ledger);
    const { body } = await send(aConfirmation(opener({ token }), values));
    expect(JSON.parse(body)).toMatchObject({
      response_action: 'errors',
      errors: {
        reason:
          'This button is not valid: it is of another chat or spendwatch, or the secret was replaced since. Nothing was recorded.',
      },
    });
    await send(aPress({ token, id: 'form-keep-0' }));
    expect(opened()).toEqual([]);
    expect(told()).toMatchObject([
      {
        text: 'This button is not valid: it is of another chat or spendwatch, or the secret was replaced since. Nothing was recorded.',
      },
    ]);
    expect(await writtenIn(ledger)).toEqual(before);
  });

  it('that was open until its button expired does nothing', async () => {
    const ledger = await announcedLedger();
    const { send } = await aSlack(ledger, { now: later(announcement.at, days(7)) });
    const { body } = await send(aConfirmation(opener(), values));
    expect(JSON.parse(body).errors.reason).toBe(
      'This button has expired. Use a newer message, or the command line. Nothing was recorded.',
    );
  });
});
