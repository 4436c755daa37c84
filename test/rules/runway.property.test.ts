import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hourlyPrice, money } from '../../lib/model/money/money.ts';
import { compareSeverity } from '../../lib/model/severity.ts';
import { earlier, later, milliseconds } from '../../lib/model/time/time.ts';
import { judgeRunway } from '../../lib/rules/runway/judge.ts';
import type { Verdict } from '../../lib/rules/verdict.ts';
import { aRunwayRule, main } from '../support/builders/account-rule-builders.ts';
import { anAccountObservation, noon } from '../support/builders/observation-builders.ts';

const cents = fc.integer({ min: -5_000, max: 100_000 });
const rate = fc.integer({ min: 0, max: 5_000 });
const anyAccount = fc.record({
  minute: fc.nat(59),
  lowFor: fc.option(fc.nat(5 * 3_600_000), { nil: null }),
  recharge: fc.option(fc.record({ low: fc.nat(50_000), auto: fc.boolean() }), { nil: null }),
});

const dollars = (count: number) => (count / 100).toFixed(2);

function judge(
  credit: number,
  burn: number,
  { minute, lowFor, recharge }: typeof anyAccount extends fc.Arbitrary<infer T> ? T : never,
) {
  const at = later(noon, milliseconds(minute * 60_000));
  const [verdict] = judgeRunway(aRunwayRule(), {
    target: main,
    zone: 'UTC',
    observation: anAccountObservation({
      at,
      paymentTerms: 'prepaid',
      creditBalance: money(dollars(credit)),
      burnRate: hourlyPrice(dollars(burn)),
      lowSince: lowFor === null ? null : earlier(at, milliseconds(lowFor)),
      recharge: recharge && { low: money(dollars(recharge.low)), high: money('1000'), auto: recharge.auto },
    }),
    atRisk: { counts: { vm: 1 }, isPartial: false },
  });
  if (verdict === undefined) throw new Error('nothing was judged');
  return verdict;
}

const levelOf = (verdict: Verdict): number => (verdict.kind === 'breached' ? (verdict.level ?? 0) : 0);
const severityOf = (verdict: Verdict) => (verdict.kind === 'breached' ? verdict.severity : 'info');

it('more credit or a lower burn rate never has a worse verdict', () => {
  fc.assert(
    fc.property(
      cents,
      fc.nat(50_000),
      rate,
      fc.nat(5_000),
      anyAccount,
      (credit, more, burn, less, account) => {
        const before = judge(credit, burn, account);
        for (const after of [
          judge(credit + more, burn, account),
          judge(credit, Math.max(0, burn - less), account),
        ]) {
          expect(levelOf(after)).toBeLessThanOrEqual(levelOf(before));
          expect(compareSeverity(severityOf(after), severityOf(before))).toBeLessThanOrEqual(0);
        }
      },
    ),
  );
});

it('a runway is breached if and only if credit, less the hour so far, is gone within the highest threshold', () => {
  fc.assert(
    fc.property(cents, rate, fc.nat(59), (credit, burn, minute) => {
      const verdict = judge(credit, burn, { minute, lowFor: null, recharge: null });
      // In sixtieths of a cent, so that all figures are whole.
      const left = BigInt(credit) * 60n - BigInt(burn) * BigInt(minute);
      expect(verdict.kind === 'breached').toBe(left <= 0n || left < BigInt(burn) * 60n * 72n);
    }),
  );
});
