import { describe, expect, it } from 'vitest';
import { answer } from '../../../lib/jobs/overrides/answer.ts';
import { keep } from '../../../lib/jobs/overrides/keep.ts';
import type { OverrideOutcome } from '../../../lib/jobs/overrides/override-outcome.ts';
import { unkeep } from '../../../lib/jobs/overrides/revoke.ts';
import { silence } from '../../../lib/jobs/overrides/silence.ts';
import { days, later } from '../../../lib/model/time/time.ts';
import { type Ledger, LedgerError } from '../../../lib/record/ledger.ts';
import type { Override } from '../../../lib/state/override.ts';
import { beforeCall } from '../../support/before-each-call.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { aBrowser, announcedLedger, linksOf, ofTrain } from '../answer-links/a-link.ts';
import { ada, train, wordsIn } from './a-fleet.ts';

/** A person who answers, and the outcome. */
type Answerer = (ledger: Ledger) => Promise<OverrideOutcome | { readonly status: number }>;

const byLink =
  (what: keyof ReturnType<typeof linksOf>): Answerer =>
  (ledger) =>
    aBrowser({ ledger }).confirm(
      { ...linksOf(ofTrain({ next: { kind: 'nothing', because: '' } })), ...linksOf() }[what] ?? '',
      {
        name: 'eve',
      },
    );
const longer = later(noon, days(60));
const keepsLong: Answerer = (ledger) => keep(ledger, { ...ada(), asked: train, until: longer });
const denies: Answerer = (ledger) =>
  answer(ledger, { ...ada(), verdict: 'denied', asked: train, rule: null });
const silencesLong: Answerer = (ledger) =>
  silence(ledger, { ...ada(), asked: `forgotten machines/${train}`, until: longer });

const last = async (ledger: Ledger): Promise<Override | undefined> => (await ledger.overrides(noon)).at(-1);

describe('of two people who answer at the same time', () => {
  it.each([
    ['a denial by command', 'an approval by link', denies, byLink('approve'), { verdict: 'denied' }],
    ['an approval by link', 'a denial by command', byLink('approve'), denies, { verdict: 'denied' }],
    ['a long keep by command', 'a keep of a week by link', keepsLong, byLink('keep'), { until: longer }],
    ['a keep of a week by link', 'a long keep by command', byLink('keep'), keepsLong, { until: longer }],
    ['a long silence by command', 'a short one by link', silencesLong, byLink('silence'), { until: longer }],
    ['a short silence by link', 'a long one by command', byLink('silence'), silencesLong, { until: longer }],
  ])(
    '%s is judged together with %s that comes anywhere within it (invariant 25)',
    async (_, __, first, second, holds) => {
      for (let call = 0; ; call += 1) {
        const ledger = await announcedLedger();
        let isInterrupted = false;
        const interrupted = beforeCall(ledger, call, async () => {
          isInterrupted = true;
          await second(ledger);
        });
        await first(interrupted);
        if (!isInterrupted) {
          expect(call).toBeGreaterThan(4);
          return;
        }
        expect([call, await ledger.overrides(noon)]).toMatchObject([call, [holds]]);
      }
    },
  );

  it('one who ends a keep that the other renews ends the renewed keep, and is shown whose it was', async () => {
    const ledger = await announcedLedger();
    await keep(ledger, { ...ada(), asked: train, until: later(noon, days(1)) });
    const renewing = beforeCall(ledger, 3, async () => {
      await keep(ledger, { ...ada({ author: 'bob' }), asked: train, until: longer });
    });
    const outcome = await unkeep(renewing, { ...ada(), asked: train });
    expect(outcome).toMatchObject({ kind: 'revoked', says: expect.stringContaining('bob') });
    expect(await last(ledger)).toBe(undefined);
  });

  it('none gets a confirmation where others always wrote first', async () => {
    const ledger = await announcedLedger();
    const late = { ...ledger, putOverride: async () => 'lost' as const };
    await expect(keepsLong(late)).rejects.toThrow(LedgerError);
    expect(await wordsIn(ledger)).toEqual([]);
  });
});
