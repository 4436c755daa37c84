import { describe, expect, it } from 'vitest';
import { days, hours, later, minutes, seconds } from '../../../lib/model/time/time.ts';
import { LedgerError } from '../../../lib/record/ledger.ts';
import { beforeCall } from '../../support/before-each-call.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { wordsIn } from '../overrides/a-fleet.ts';
import { aBrowser, announcedLedger, linksOf, writtenIn } from './a-link.ts';

const { keep: keeping = '', approve = '' } = linksOf();

describe('a link whose use was interrupted', () => {
  it.each(['putOverride', 'record'] as const)(
    'can be repeated after a run that died in %s, with the words that were written first',
    async (dies) => {
      const ledger = await announcedLedger();
      const dying = {
        ...ledger,
        [dies]: async () => {
          throw new LedgerError('the run died');
        },
      };
      const broken = aBrowser({ ledger: dying });
      const { status, body } = await broken.confirm(keeping, { name: 'eve' });
      expect(status).toBe(503);
      // The override may exist already.
      expect(body).not.toContain('Nothing was recorded');
      expect(body).toContain('the answer is recorded at most once');
      expect(broken.failures).toHaveLength(1);
      const again = later(noon, minutes(5));
      const later5 = aBrowser({ ledger, now: again });
      expect((await later5.open(keeping)).body).toContain('is kept until 2026-11-28 12:05 (UTC)');
      expect(await later5.confirm(keeping, { name: 'mallory' })).toMatchObject({ status: 200 });
      expect(await ledger.overrides(again)).toMatchObject([
        { at: again, until: later(again, days(7)), author: expect.stringMatching(/^eve, link/) },
      ]);
      expect(await wordsIn(ledger)).toHaveLength(1);
      expect(await later5.confirm(keeping)).toMatchObject({ status: 410 });
    },
  );

  it('approves nothing once the time for approval has passed (invariant 2)', async () => {
    const ledger = await announcedLedger();
    const putOverride = () => Promise.reject(new LedgerError('the run died'));
    await aBrowser({ ledger: { ...ledger, putOverride } }).confirm(approve, { name: 'eve' });
    const now = later(noon, hours(5));
    const late = aBrowser({ ledger, now });
    const { body } = await late.open(approve);
    expect(body).toContain('The approval is too late and has no effect');
    expect(await late.confirm(approve)).toMatchObject({
      body: expect.stringContaining('The approval is too late and has no effect'),
    });
    expect(await ledger.overrides(now)).toMatchObject([
      { at: now, author: expect.stringMatching(/^eve, link/) },
    ]);
  });

  it('leaves one override and one audit line, at whatever moment a second repetition comes (invariant 6)', async () => {
    const statuses: (readonly [number, number])[] = [];
    for (let call = 0; statuses.length === call; call += 1) {
      const ledger = await announcedLedger();
      const putOverride = () => Promise.reject(new LedgerError('the run died'));
      await aBrowser({ ledger: { ...ledger, putOverride } }).confirm(keeping, { name: 'eve' });
      const now = later(noon, minutes(5));
      const soon = later(now, seconds(5));
      const second = aBrowser({ ledger, now: soon });
      let between: ReturnType<typeof second.confirm> | undefined;
      const interrupted = beforeCall(ledger, call, async () => {
        between = second.confirm(keeping, { name: 'mallory' });
        await between;
      });
      const first = await aBrowser({ ledger: interrupted, now }).confirm(keeping, { name: 'eve' });
      const overrides = await ledger.overrides(soon);
      const { journal } = await writtenIn(ledger);
      expect(overrides, `before call ${call}`).toHaveLength(1);
      expect(journal, `before call ${call}`).toMatchObject([
        { at: overrides[0]?.at, by: expect.stringMatching(/^eve, link/) },
      ]);
      if (between !== undefined) statuses.push([first.status, (await between).status]);
    }
    expect(statuses.length).toBeGreaterThan(8);
    // The other one gets the same answer, or that the link was already used.
    expect(statuses.filter((both) => !both.includes(200))).toEqual([]);
    expect([200, 409, 410]).toEqual(expect.arrayContaining([...new Set(statuses.flat())]));
  });
});
