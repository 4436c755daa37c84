import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerPorts } from '../../../lib/jobs/answer-links/answer-request.ts';
import { receiveAmazonQ } from '../../../lib/jobs/answer-links/receive-amazon-q.ts';
import { days, type Instant, later } from '../../../lib/model/time/time.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { runs } from '../../support/tier.ts';
import { anAlert, fleet, ledgerWith, wordsIn } from '../overrides/a-fleet.ts';
import {
  announcedLedger,
  announcement,
  asking,
  linksOf,
  ofTrain,
  portsOver,
  secret,
  tokenOf,
  writtenIn,
} from './a-link.ts';

const overQ = (terms: Parameters<typeof linksOf>[1] = {}, notice = ofTrain()) =>
  linksOf(notice, { route: 'amazon-q/ops', ...terms });
const token = tokenOf(overQ().keep);

/** Amazon Q, in which a button is pressed; with what it shows, and the failures. */
function aChat(ledger: Ledger, others: { policy?: typeof asking; now?: Instant } = {}) {
  const { ports, failures } = portsOver({ ledger, ...others });
  return { press: (event: unknown) => receiveAmazonQ(ports, event), ports, failures };
}

describe('a button of Amazon Q', () => {
  it('gives its answer once, and reports it in plain words', async () => {
    const ledger = await announcedLedger();
    const { press } = aChat(ledger);
    expect(await press({ t: token })).toMatch(
      /^Amazon Q, link [\w-]{8} over amazon-q\/ops: VM train-7b in project lab is kept until 2026-/,
    );
    expect(await wordsIn(ledger)).toMatchObject([
      {
        because: expect.stringContaining('is kept'),
        by: expect.stringMatching(/^Amazon Q, link [\w-]{8} over amazon-q\/ops$/),
      },
    ]);
    expect(await press({ t: token })).toMatch(
      /^This button was already used by Amazon Q, link .*\. Nothing more was recorded\./,
    );
    expect(await wordsIn(ledger)).toHaveLength(1);
  });

  it('denies, approves where the policy allows it, and silences, as a link does', async () => {
    const denied = await announcedLedger();
    expect(await aChat(denied).press({ t: tokenOf(overQ().deny) })).toContain('is denied');
    const approved = await announcedLedger();
    const approval = { t: tokenOf(overQ().approve) };
    const without = aChat(approved, { policy: { ...asking, approveByLink: false } });
    expect(await without.press(approval)).toBe(
      'The policy does not allow approvals by links and buttons. Use the command approve. Nothing was recorded.',
    );
    expect(await aChat(approved).press(approval)).toContain('is approved');
    const firing = await ledgerWith(fleet({ alerts: [anAlert()] }));
    const { silence } = overQ({}, ofTrain({ next: { kind: 'nothing', because: '' } }));
    expect(await aChat(firing).press({ t: tokenOf(silence) })).toContain('are silenced');
  });

  const slack = tokenOf(linksOf().keep);
  it.each<[string, unknown]>([
    ['of a message in Slack', { t: slack }],
    ['of an e-mail', { t: tokenOf(overQ({ route: 'email' }).keep) }],
    ['of a route whose name only begins alike', { t: tokenOf(overQ({ route: 'amazon-q2' }).keep) }],
    ['of another secret', { t: tokenOf(overQ({ secret: `${secret}.` }).keep) }],
    ['whose token was changed', { t: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` }],
    ['whose token was cut', { t: token.slice(0, -1) }],
    ['whose token is an unfilled variable', { t: '$T' }],
    ['with a link in place of its token', { t: overQ().keep }],
    ['with a space after its token', { t: `${token} ` }],
    ['of a megabyte', { t: token.repeat(10_000) }],
    ['without a token', {}],
    ['with more than a token', { t: token, name: 'eve' }],
    ['with a reason of its own', { t: token, reason: 'mine' }],
    ['with another prototype', JSON.parse(`{"t":"${token}","__proto__":{"isRecorded":true}}`)],
  ])('%s records nothing, and reports that', async (_, event) => {
    const ledger = await announcedLedger();
    const before = await writtenIn(ledger);
    const { press, failures } = aChat(ledger);
    expect(await press(event)).toMatch(/^Th(e|is) .*\. Nothing was recorded\.$/);
    expect(await writtenIn(ledger)).toEqual(before);
    expect(failures).toEqual([]);
  });

  it('records nothing once it has expired', async () => {
    const ledger = await announcedLedger();
    const before = await writtenIn(ledger);
    const { press } = aChat(ledger, { now: later(announcement.at, days(7)) });
    expect(await press({ t: token })).toBe(
      'This button has expired. Use a newer message, or the command line. Nothing was recorded.',
    );
    expect(await writtenIn(ledger)).toEqual(before);
  });

  it('records nothing for any other event', async () => {
    const ledger = await announcedLedger();
    const before = await writtenIn(ledger);
    const { press } = aChat(ledger);
    await fc.assert(
      fc.asyncProperty(fc.anything({ withNullPrototype: true }), async (event) => {
        expect(await press(event)).toMatch(/Nothing was recorded\.$/);
      }),
      runs(300),
    );
    expect(await writtenIn(ledger)).toEqual(before);
  });

  it('reports that the ledger cannot be used, and works once it can be', async () => {
    const ledger = await announcedLedger();
    const { press, ports, failures } = aChat(ledger);
    const cut: AnswerPorts = { ...ports, open: () => Promise.reject(new TypeError('no table')) };
    expect(await receiveAmazonQ(cut, { t: token })).toBe(
      'spendwatch cannot use its ledger, its policy or a secret at the moment. Press the button again in a few minutes. However often you do, the answer is recorded at most once.',
    );
    expect(failures).toEqual([new TypeError('no table')]);
    expect(await press({ t: token })).toContain('is kept until');
  });

  it('shows a name that would notify a channel without notifying it', async () => {
    const { subject, ...alert } = anAlert();
    const named = (name: string) => subject.replace('train-7b', name) as typeof subject;
    const loud = named('<!channel>');
    const ledger = await ledgerWith(fleet({ alerts: [{ ...alert, subject: loud }] }));
    const { silence } = overQ({}, ofTrain({ subject: loud, next: { kind: 'nothing', because: '' } }));
    const said = await aChat(ledger).press({ t: tokenOf(silence) });
    expect(said).toContain('&lt;!channel&gt;');
    expect(said).not.toContain('<');
  });
});
