import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spendHistory } from '../../lib/dashboard/data/spend-history.ts';
import { sendDigest } from '../../lib/jobs/digest/send-digest.ts';
import { exportCharges } from '../../lib/jobs/queries/export-charges.ts';
import { spendBy } from '../../lib/jobs/queries/spend-by.ts';
import { watch } from '../../lib/jobs/watch/watch.ts';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { isWhole } from '../../lib/model/money/coverage.ts';
import { addCharges, chargeToMoney, noCharge } from '../../lib/model/money/money.ts';
import { periodAt } from '../../lib/model/time/period.ts';
import { hours, later, minutes } from '../../lib/model/time/time.ts';
import { computeProvider } from '../../lib/providers/compute/provider.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import { at } from '../support/at.ts';
import { aPlatform } from '../support/platform.ts';
import { aPolicy } from '../support/policy-builders.ts';
import { failing } from '../support/scripted-cloud.ts';
import { setClock } from '../support/set-clock.ts';

const lab = projectTarget(ProjectId.parse('lab'));
const noon = at('2026-11-20T12:00:00');
const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const;

it('Invariant 20: of any day in any zone, watched in any part, all surfaces agree and none passes off a part', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      // Minutes before and after the beginning of the day; the last poll is on the day after.
      fc.uniqueArray(fc.integer({ min: -600, max: 1_439 }), { minLength: 1, maxLength: 12 }),
      async (timezone, polls) => {
        const day = periodAt('day', noon, timezone);
        const policy = aPolicy({ timezone, rules: [], digest: { at: 8 * 60, when: 'always' } });
        const clock = setClock(day.from);
        const answers = { listAccountSpend: () => Promise.reject(failing('unsupported')) };
        const ledger = memoryLedger();
        const ports = { clock, ledger, log: () => {} };
        const provider = computeProvider(aPlatform(clock, answers));
        const times = [...polls].sort((left, right) => left - right).map((minute) => minutes(minute));
        for (const time of [...times, minutes(1_441), minutes(1_446)]) {
          clock.set(later(day.from, time));
          await watch({ ...ports, provider }, { policy });
        }
        const now = later(day.until, hours(9));
        clock.set(now);

        const { from, until } = day;
        const spend = await spendBy(ledger, { targets: [lab], from, until, by: [], now });
        const covered = spend.coverage.get(lab) ?? expect.fail('no coverage');
        const whole = isWhole(covered);

        let exported = noCharge;
        let gap = 0;
        const order = { projects: [ProjectId.parse('lab')], from, until, per: 'day', now } as const;
        for await (const { rows } of exportCharges(ledger, {
          ...order,
          ...{ withRunning: false, zone: timezone, carry: hours(3) },
        })) {
          for (const row of rows) {
            exported = addCharges(exported, row.charge);
            gap = Math.max(gap, row.gap);
          }
        }
        expect(exported.toFixed()).toBe(spend.total.toFixed());
        expect(gap).toBe(covered.asked - covered.known);

        const heads = await ledger.heads();
        const head = heads.filter(({ target }) => target === lab);
        const [shown] = await spendHistory()(ledger, head, 'day', { from, until });
        expect(shown?.charge.toFixed()).toBe(spend.total.toFixed());
        expect(shown?.isPartial).toBe(!whole);

        const digests: string[] = [];
        const notifier = {
          route: 'test',
          send: async ({ notifications: [notice] }: { notifications: readonly unknown[] }) => {
            const { digest } = notice as {
              digest: { spent: { day: { toFixed(): string } }; coverage: { day: typeof covered } };
            };
            digests.push(digest.spent.day.toFixed());
            expect(digest.coverage.day).toEqual(covered);
            return { kind: 'delivered' } as const;
          },
        };
        await sendDigest({ ...ports, notifiers: [notifier] } as Parameters<typeof sendDigest>[0], { policy });
        expect(digests).toEqual([chargeToMoney(spend.total).toFixed()]);
      },
    ),
    { numRuns: 12 },
  ));
