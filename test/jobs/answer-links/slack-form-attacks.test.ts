import { describe, expect, it } from 'vitest';
import { Subject } from '../../../lib/model/ids.ts';
import { days, hours, later, seconds } from '../../../lib/model/time/time.ts';
import { escaped } from '../../../lib/routes/markup.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { anAlert, fleet, ledgerWith } from '../overrides/a-fleet.ts';
import { announcedLedger, announcement, linksOf, ofTrain, secret, tokenOf, writtenIn } from './a-link.ts';
import {
  aConfirmation,
  aPress,
  aSlack,
  chosen,
  opener,
  reasonGiven,
  type Sending,
  signingSecret,
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
    ['with a reply address elsewhere', aConfirmation(opener({ reply: 'https://example.com/' }), values)],
    ['with more than it was opened with', aConfirmation(opener({ name: 'root' }), values)],
    ['without what it was opened with', aConfirmation({ private_metadata: '' }, values)],
    ['opened without a token', aConfirmation(opener({ token: undefined }), values)],
    ['opened without a thread to reply in', aConfirmation(opener({ reply: undefined }), values)],
    ['opened without an object', aConfirmation({ private_metadata: '"x"' }, values)],
    [
      'opened with another prototype',
      aConfirmation({ private_metadata: opener().private_metadata.replace('{', '{"__proto__":{},') }, values),
    ],
    ['without a field for the reason', aConfirmation(opener(), {})],
    ['with a list for a reason', aConfirmation(opener(), { reason: { reason: { value: ['a'] } } })],
    ['with an invalid time', aConfirmation(opener(), { ...values, ...chosen('1e9') })],
    ['with a time before now', aConfirmation(opener(), { ...values, ...chosen('-1') })],
    ['of another kind', { ...aConfirmation(opener(), values), type: 'view_closed' }],
  ])('%s records nothing', async (_, payload, sending = {}) => {
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
    ['that is not a token', ''],
  ])('with a token %s records nothing, and reports that', async (_, token) => {
    const ledger = await announcedLedger();
    const before = await writtenIn(ledger);
    const { send, opened, told } = await aSlack(ledger);
    const { body } = await send(aConfirmation(opener({ token }), values));
    expect(JSON.parse(body)).toMatchObject({
      response_action: 'errors',
      errors: {
        reason:
          'This button is not valid. It comes from another chat or another spendwatch deployment, or was signed with an earlier secret. Use a newer message, or the command line. Nothing was recorded.',
      },
    });
    await send(aPress({ token, id: 'form-keep-0' }));
    expect(opened()).toEqual([]);
    expect(told()).toMatchObject([
      {
        text: 'This button is not valid. It comes from another chat or another spendwatch deployment, or was signed with an earlier secret. Use a newer message, or the command line. Nothing was recorded.',
      },
    ]);
    expect(await writtenIn(ledger)).toEqual(before);
  });

  it('keeps for no longer than the policy allows, whatever time it contains', async () => {
    const ledger = await announcedLedger();
    const { send, told } = await aSlack(ledger, { policy: aPolicy({ keepAtMost: hours(2) }) });
    await send(aConfirmation(opener(), { ...values, ...chosen(days(7)) }));
    expect(await ledger.overrides(noon)).toMatchObject([{ until: later(noon, hours(2)) }]);
    expect(told()).toMatchObject([{ text: expect.stringContaining('is kept until 2026-11-21 14:00') }]);
  });

  it.each(['<!channel>', '<@U1>', '<https://example.com|Approve>', '&lt;!here&gt;'])(
    'shows a name that would notify or link somewhere as plain text, and so does the thread (%s)',
    async (name) => {
      const { subject, ...alert } = anAlert();
      const loud = Subject.parse(subject.replace('train-7b', name));
      const ledger = await ledgerWith(fleet({ alerts: [{ ...alert, subject: loud }] }));
      const notice = ofTrain({ subject: loud, next: { kind: 'nothing', because: '' } });
      const token = tokenOf(linksOf(notice).silence);
      const { send, opened, told } = await aSlack(ledger);
      await send(aPress({ token, id: 'form-silence-0' }));
      await send(aConfirmation(opener({ token }), reasonGiven(null)));
      const texts = [opened()[0].view.blocks[0].text.text, told()[0].text];
      for (const text of texts) {
        expect(text).toContain(escaped(name, 100));
        expect(text).not.toContain(name);
      }
    },
  );

  it('that was open until its button expired records nothing', async () => {
    const ledger = await announcedLedger();
    const { send } = await aSlack(ledger, { now: later(announcement.at, days(7)) });
    const { body } = await send(aConfirmation(opener(), values));
    expect(JSON.parse(body).errors.reason).toBe(
      'This button has expired. Use a newer message, or the command line. Nothing was recorded.',
    );
  });
});
