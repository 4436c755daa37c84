import { describe, expect, it } from 'vitest';
import { answer } from '../../../lib/jobs/overrides/answer.ts';
import { keep } from '../../../lib/jobs/overrides/keep.ts';
import { revoke } from '../../../lib/jobs/overrides/revoke.ts';
import { MessageId } from '../../../lib/model/ids.ts';
import { Route } from '../../../lib/model/route.ts';
import { days, earlier, hours, later, minutes } from '../../../lib/model/time/time.ts';
import { anObservation, aVm, noon } from '../../support/builders/observation-builders.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { ada, anAlert, announced, fleet, ledgerWith, train, wordsIn } from '../overrides/a-fleet.ts';
import { aBrowser, announcedLedger, announcement, asking, linksOf, ofTrain, writtenIn } from './a-link.ts';

const slack = { to: 'slack', from: 'info', projects: null, accounts: null, rules: null, quiet: [] };
const { keep: keeping = '', deny = '', approve = '' } = linksOf();

describe('a link in the announcement of a stop', () => {
  it('keeps the machine for a week once confirmed, and records by whom and over which route', async () => {
    const ledger = await announcedLedger();
    const done = await aBrowser({ ledger }).confirm(keeping, {
      name: 'eve',
      purpose: 'nightly training',
      owner: 'ml team',
    });
    expect(done).toMatchObject({ status: 200, body: expect.stringContaining('is kept') });
    expect(await ledger.overrides(noon)).toMatchObject([
      {
        kind: 'keep',
        subject: train,
        until: later(noon, days(7)),
        owner: 'ml team',
        purpose: 'nightly training',
        reason: 'still needed',
      },
    ]);
    expect(await wordsIn(ledger)).toEqual([
      {
        event: 'override-placed',
        subject: train,
        because: expect.stringContaining('VM train-7b in project lab is kept'),
        by: expect.stringMatching(/^eve, link [\w-]{8} over slack\/research$/),
      },
    ]);
  });

  it('keeps it no longer than the policy allows', async () => {
    const ledger = await announcedLedger();
    await aBrowser({ ledger, policy: aPolicy({ keepAtMost: hours(8) }) }).confirm(keeping);
    expect(await ledger.overrides(noon)).toMatchObject([{ until: later(noon, hours(8)) }]);
  });

  it.each([
    ['denied', deny],
    ['approved', approve],
  ])('answers that announcement: %s', async (verdict, url) => {
    const ledger = await announcedLedger();
    expect(await aBrowser({ ledger }).confirm(url)).toMatchObject({ status: 200 });
    expect(await ledger.overrides(noon)).toMatchObject([
      { kind: 'answer', verdict, subject: train, announcement: announcement.id },
    ]);
  });

  it('silences the alert for a day', async () => {
    const { silence = '' } = linksOf(ofTrain({ next: { kind: 'nothing', because: 'alert only' } }));
    const ledger = await ledgerWith(fleet({ alerts: [anAlert()] }));
    expect(await aBrowser({ ledger }).confirm(silence)).toMatchObject({ status: 200 });
    expect(await ledger.overrides(noon)).toMatchObject([
      {
        kind: 'silence',
        alerts: { rule: 'forgotten machines', subject: train },
        until: later(noon, days(1)),
      },
    ]);
  });

  it('shows what it will do before it is confirmed', async () => {
    const ledger = await announcedLedger();
    const before = await writtenIn(ledger);
    const { status, body } = await aBrowser({ ledger }).open(keeping);
    expect(status).toBe(200);
    expect(body).toContain('VM train-7b in project lab is kept until 2026-11-28 12:00 (UTC)');
    expect(body).toContain('Announced actions on hold: stop of VM train-7b');
    expect(body).toContain('Nothing has been recorded yet');
    expect(await writtenIn(ledger)).toEqual(before);
  });
});

describe('a link', () => {
  it('works once, even after its override was revoked', async () => {
    const ledger = await announcedLedger();
    const browser = aBrowser({ ledger });
    const { form } = await browser.open(keeping);
    expect(await browser.send(keeping, { form })).toMatchObject({ status: 200 });
    const [kept] = await ledger.overrides(noon);
    await revoke(ledger, { ...ada({ now: later(noon, minutes(1)) }), asked: kept?.id ?? '' });
    const before = await writtenIn(ledger);
    for (const again of [
      await browser.send(keeping, { form }),
      await browser.open(keeping),
      await aBrowser({ ledger, now: later(noon, minutes(30)) }).send(keeping, { form }),
    ])
      expect(again).toMatchObject({
        status: 410,
        body: expect.stringMatching(/It was used at .* by link .*Nothing more was recorded/s),
      });
    expect(await writtenIn(ledger)).toEqual(before);
    expect(before.overrides).toEqual([]);
  });

  it.each([approve, deny])('that answered an announcement counts as used from then on', async (url) => {
    const ledger = await announcedLedger();
    const browser = aBrowser({ ledger });
    await browser.confirm(url);
    for (const again of [await browser.open(url), await browser.confirm(url)])
      expect(again).toMatchObject({ status: 410, body: expect.stringContaining('over slack/research') });
    expect(await ledger.overrides(noon)).toHaveLength(1);
  });

  it('records one answer where two people confirm it at once', async () => {
    const ledger = await announcedLedger();
    const browser = aBrowser({ ledger });
    const { form } = await browser.open(keeping);
    await Promise.all(['eve', 'mallory'].map((name) => browser.send(keeping, { form, name })));
    expect(await ledger.overrides(noon)).toHaveLength(1);
    expect(await wordsIn(ledger)).toHaveLength(1);
  });

  it('is not used up by a refused confirmation', async () => {
    const ledger = await announcedLedger();
    const browser = aBrowser({ ledger });
    expect(await browser.confirm(keeping, { purpose: 'x'.repeat(101) })).toMatchObject({ status: 400 });
    expect(await browser.confirm(keeping, { name: '\u202eeve' })).toMatchObject({ status: 400 });
    expect(await ledger.overrides(noon)).toEqual([]);
    expect(await browser.confirm(keeping)).toMatchObject({ status: 200 });
  });

  it('never ends a keep earlier than a person set it', async () => {
    const ledger = await announcedLedger();
    await keep(ledger, { ...ada(), asked: train, until: later(noon, days(60)) });
    const before = await writtenIn(ledger);
    expect(await aBrowser({ ledger }).confirm(keeping)).toMatchObject({
      status: 409,
      body: expect.stringContaining(
        'A link or button cannot shorten an active override: VM train-7b in project lab is kept (ada, until 2027-01-20 12:00 (UTC): a demo). Use the command line for that.',
      ),
    });
    expect(await writtenIn(ledger)).toEqual(before);
  });

  it('never replaces a denial (invariant 2)', async () => {
    const ledger = await announcedLedger();
    const request = { ...ada(), asked: train, rule: null };
    await answer(ledger, { ...request, verdict: 'denied' });
    const before = await writtenIn(ledger);
    expect(await aBrowser({ ledger }).confirm(approve)).toMatchObject({
      status: 409,
      body: expect.stringContaining('cannot replace a denial'),
    });
    expect(await writtenIn(ledger)).toEqual(before);
  });

  it('never replaces a denial that arrives while the link is used (invariant 2)', async () => {
    const ledger = await announcedLedger();
    const useLink: typeof ledger.useLink = async (use) => {
      if (use.state === 'begun')
        await answer(ledger, { ...ada(), asked: train, rule: null, verdict: 'denied' });
      return ledger.useLink(use);
    };
    expect(await aBrowser({ ledger: { ...ledger, useLink } }).confirm(approve)).toMatchObject({
      status: 409,
      body: expect.stringContaining('cannot replace a denial'),
    });
    expect(await ledger.overrides(noon)).toMatchObject([{ verdict: 'denied' }]);
    expect(await wordsIn(ledger)).toHaveLength(1);
  });

  it('approves only where the policy allows it (invariant 2)', async () => {
    const ledger = await announcedLedger();
    const policy = { ...asking, approveByLink: false };
    expect(await aBrowser({ ledger, policy }).confirm(approve)).toMatchObject({ status: 409 });
    expect(await ledger.overrides(noon)).toEqual([]);
    expect(linksOf(ofTrain(), { mayApprove: false })).not.toHaveProperty('approve');
  });

  it.each([
    ['approval', approve],
    ['denial', deny],
  ])('does not count as %s of a later announcement', async (_, url) => {
    const first = announced();
    const again = first.announcement && {
      ...first.announcement,
      message: MessageId.parse(`${train}#forgotten machines#2`),
    };
    // The alert resolved in between.
    const since = earlier(noon, minutes(1));
    const ledger = await ledgerWith(fleet({ alerts: [{ ...first, announcement: again, since }] }));
    expect(await aBrowser({ ledger }).confirm(url)).toMatchObject({
      status: 409,
      body: expect.stringContaining(
        'The alert has ended, or its action was announced again. Use the newest message.',
      ),
    });
    expect(await ledger.overrides(noon)).toEqual([]);
  });

  it('that approves does not approve what was announced anew in the same episode', async () => {
    const first = announced();
    const again = first.announcement && { ...first.announcement, message: MessageId.parse('anew') };
    const ledger = await ledgerWith(fleet({ alerts: [{ ...first, announcement: again }] }));
    expect(await aBrowser({ ledger }).confirm(approve)).toMatchObject({ status: 409 });
    expect(await aBrowser({ ledger }).confirm(deny)).toMatchObject({ status: 200 });
  });

  it('records nothing for a machine that is gone', async () => {
    const observation = anObservation({ resources: [aVm({ id: 'box' })] });
    const ledger = await ledgerWith(fleet({ observation }));
    expect(await aBrowser({ ledger }).confirm(keeping)).toMatchObject({
      status: 409,
      body: expect.stringContaining(
        'VM train-7b in project lab is not a resource that spendwatch currently knows.',
      ),
    });
  });

  it('stops working when the policy drops its route', async () => {
    const ledger = await announcedLedger();
    const other = Route.parse({ ...slack, name: 'other' });
    const policy = { ...asking, routes: [other] };
    expect(await aBrowser({ ledger, policy }).confirm(keeping)).toMatchObject({
      status: 409,
      body: expect.stringContaining('The policy no longer sends messages over slack/research. Use '),
    });
    const used = { ...asking, routes: [other, Route.parse({ ...slack, name: 'research' })] };
    expect(await aBrowser({ ledger, policy: used }).confirm(keeping)).toMatchObject({ status: 200 });
  });
});
