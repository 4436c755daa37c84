import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockFinding, estimateClockSkew } from '../../../lib/jobs/doctor/clock-finding.ts';
import { instant, milliseconds } from '../../../lib/model/time/time.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { aReply } from './a-check-up.ts';

/** The reply of a cloud whose clock is ahead by so much, written at this share of the round trip. */
function replyOf({ ahead, sent, took, share }: { ahead: number; sent: number; took: number; share: number }) {
  const written = noon + sent + Math.round(took * share) + ahead;
  return aReply({
    sentAt: instant(noon + sent),
    took: milliseconds(took),
    date: instant(Math.floor(written / 1_000) * 1_000),
  });
}

describe('the skew of the clocks', () => {
  it('is never further off than its tolerance, whatever the round trips are', () => {
    const round = fc.record({
      sent: fc.integer({ min: 0, max: 60_000 }),
      took: fc.integer({ min: 0, max: 20_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const ahead = fc.integer({ min: -86_400_000, max: 86_400_000 });
    fc.assert(
      fc.property(ahead, fc.array(round, { minLength: 1 }), (truth, rounds) => {
        const skew = estimateClockSkew(rounds.map((one) => replyOf({ ahead: truth, ...one })));
        expect(Math.abs((skew?.ahead ?? Number.NaN) - truth)).toBeLessThanOrEqual((skew?.within ?? 0) + 1);
      }),
    );
  });

  it('has a smaller tolerance the more replies there are', () => {
    const replies = [0, 300, 600, 900].map((sent) => replyOf({ ahead: 40_250, sent, took: 20, share: 0.5 }));
    expect(estimateClockSkew(replies.slice(0, 1))?.within).toBeGreaterThan(500);
    expect(estimateClockSkew(replies)?.within).toBeLessThan(200);
  });

  it('is taken from the quickest reply when replies contradict one another', () => {
    const quick = aReply({ took: milliseconds(10), date: instant(noon + 40_000) });
    const stale = aReply({ took: milliseconds(900), date: instant(noon - 3_600_000) });
    expect(estimateClockSkew([stale, quick])).toEqual({ ahead: 40_495, within: 505 });
  });

  it.each([
    { ahead: 0, state: 'ok', found: /agrees with the cloud's Date header/ },
    { ahead: 29_000, state: 'ok', found: /within 29 s of the cloud's Date header/ },
    { ahead: 31_000, state: 'partly', found: /31 s behind the cloud/ },
    { ahead: -31_000, state: 'partly', found: /31 s ahead of the cloud/ },
    { ahead: 299_000, state: 'partly', found: /5 min behind/ },
    { ahead: 301_000, state: 'no', found: /5 min behind/ },
    { ahead: -86_400_000, state: 'no', found: /1 d ahead/ },
  ])('of $ahead ms is $state', ({ ahead, state, found }) => {
    const finding = clockFinding([
      aReply({ took: milliseconds(0), date: instant(noon + ahead), sentAt: instant(noon + 500) }),
    ]);
    expect(finding).toMatchObject({ state, found: expect.stringMatching(found) });
    expect(finding.figures).toEqual({ aheadMs: ahead, withinMs: 500 });
    expect(finding.remedy === null).toBe(state === 'ok');
  });

  it('is unknown when no reply has a date', () => {
    expect(estimateClockSkew([aReply({ date: null })])).toBeNull();
    const found = 'not checked: the platform sends no Date header';
    expect(clockFinding([aReply({ date: null })])).toMatchObject({ state: 'advice', found, unwatched: null });
    expect(clockFinding([]).found).toBe('not checked: the platform did not answer');
  });
});
