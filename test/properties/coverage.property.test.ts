import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeCloud } from '../../lib/clouds/compute/cloud.ts';
import { spendHistory } from '../../lib/dashboard/data/spend-history.ts';
import { sendDigest } from '../../lib/jobs/digest/send-digest.ts';
import { unnamedConnection } from '../../lib/jobs/ports.ts';
import { exportCharges } from '../../lib/jobs/queries/export-charges.ts';
import { sumSpend } from '../../lib/jobs/queries/spend-by.ts';
import { watch } from '../../lib/jobs/watch/watch.ts';
import { ProjectId, type TargetId, toTarget } from '../../lib/model/ids.ts';
import { type Coverage, computeLeastCoverage } from '../../lib/model/money/coverage.ts';
import { addCharges, chargeToMoney, noCharge, noMoney } from '../../lib/model/money/money.ts';
import { findPeriod } from '../../lib/model/time/period.ts';
import { hours, later, minutes } from '../../lib/model/time/time.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import { spendOverTime } from '../../lib/views/spend-over-time.ts';
import { buildStatus, getKnownSpend } from '../../lib/views/status.ts';
import { at } from '../support/at.ts';
import { aPolicy } from '../support/builders/policy-builders.ts';
import { aViewInput } from '../support/builders/view-builders.ts';
import { aPlatform } from '../support/clouds/platform.ts';
import { failing } from '../support/clouds/scripted-cloud.ts';
import { setClock } from '../support/set-clock.ts';
import { runs } from '../support/tier.ts';

const projects = ['lab', 'web', 'new'].map((id) => ProjectId.parse(id));
const noon = at('2026-11-20T12:00:00');
const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const;

/** How the platform reports spend before the first poll: not at all, in part, or in full. */
const reports = fc.record({
  /** Up to which poll spend details cannot be read. */
  failsUpTo: fc.constantFrom(0, 2, 4, 99),
  hasUnreadable: fc.boolean(),
  /** Minutes from the beginning of the day to the creation of the last project. */
  created: fc.integer({ min: -2_000, max: 1_439 }),
});

it('Invariant 20: of any day in any zone, watched in any part, all outputs agree and none presents a part as the whole', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...zones),
      // Minutes before and after the beginning of the day; the last poll is on the day after.
      fc.uniqueArray(fc.integer({ min: -600, max: 1_439 }), { minLength: 1, maxLength: 12 }),
      reports,
      async (timezone, polls, { failsUpTo, hasUnreadable, created }) => {
        const day = findPeriod('day', noon, timezone);
        const policy = aPolicy({ timezone, rules: [], digest: { at: 8 * 60, when: 'always' } });
        const clock = setClock(day.from);
        const createdAt = later(day.from, minutes(created));
        const listed = () => (clock.now() < createdAt ? projects.slice(0, 2) : projects);
        let poll = 0;
        const provider = computeCloud(
          aPlatform(clock, {
            listProjects: () => listed().map((id) => ({ id, billingAccountId: 'main' })),
            getCurrentSpend: () => Promise.reject(failing('unsupported')),
            listAccountSpend: ({ startTime, endTime }) => {
              if (poll <= failsUpTo) throw failing('unavailable');
              const [from, until] = [Date.parse(String(startTime)), Date.parse(String(endTime))];
              return listed().flatMap((projectId) => {
                const begins = projectId === 'new' ? Math.max(from, createdAt) : from;
                const amount = String(Math.max(0, (until - begins) / hours(1)) * 60);
                const odd = hasUnreadable && from < day.from ? [{ projectId, amount: { value: 'n/a' } }] : [];
                return begins < until ? [{ projectId, amount: { value: amount } }, ...odd] : [];
              });
            },
          }),
        );
        const ledger = memoryLedger();
        const ports = { clock, ledger, log: () => {} };
        const times = [...polls].sort((left, right) => left - right).map((minute) => minutes(minute));
        for (const time of [...times, minutes(1_441), minutes(1_446)]) {
          clock.set(later(day.from, time));
          poll += 1;
          await watch({ ...ports, connections: [unnamedConnection(provider)] }, { policy });
        }
        const heads = await ledger.heads();
        const seen = heads.filter(({ target }) => toTarget(target).kind === 'project');
        const targets = seen.map(({ target }) => target);
        const coverageIn = (coverage: ReadonlyMap<TargetId, Coverage>, target: TargetId) =>
          coverage.get(target) ?? expect.fail(`no coverage of ${target}`);

        const month = findPeriod('month', clock.now(), timezone);
        const status = buildStatus(heads, aViewInput([], { policy, now: clock.now() }));
        for (const { target, month: shown } of status.targets.filter(
          ({ target }) => target.kind === 'project',
        )) {
          const asked = { from: month.from, until: clock.now(), by: [], now: clock.now() };
          const ofMonth = await sumSpend(ledger, { ...asked, targets: [target.id] });
          const spent = getKnownSpend(shown) ?? noMoney;
          expect(spent.toFixed(20)).toBe(chargeToMoney(ofMonth.total).toFixed(20));
          if (shown.reported === null)
            expect(shown.coverage).toEqual(coverageIn(ofMonth.coverage, target.id));
        }

        const now = later(day.until, hours(9));
        clock.set(now);
        const { from, until } = day;
        const spend = await sumSpend(ledger, { targets, from, until, by: [], now });
        const covered = computeLeastCoverage(spend.coverage.values()) ?? expect.fail('no coverage');

        let exported = noCharge;
        for (const target of targets) {
          const of = toTarget(target);
          const own = of.kind === 'project' ? [target] : [];
          // A day of which nothing is known has no row.
          let gap: number | null = null;
          for await (const { rows } of exportCharges(ledger, {
            ...{ projects: own, from, until, per: 'day', now },
            ...{ withRunning: false, zone: timezone, carry: hours(3) },
          })) {
            for (const row of rows) {
              exported = addCharges(exported, row.charge);
              gap = Math.max(gap ?? 0, row.gap);
            }
          }
          const { span, known } = coverageIn(spend.coverage, target);
          expect(gap ?? span, `gap of ${target}`).toBe(span - known);
        }
        expect(exported.toFixed()).toBe(spend.total.toFixed());

        const spends = await spendHistory()(ledger, seen, 'day', { from, until });
        const time = { periods: [day], targets: targets.map((target) => ({ target, until })) };
        const [charted] = spendOverTime(spends, time, ({ byKind }) => byKind, 8).periods;
        expect(charted?.total.charge.toFixed()).toBe(spend.total.toFixed());
        expect(charted?.coverage).toEqual(covered);

        const digests: string[] = [];
        const notifier = {
          route: 'test',
          send: async ({ notifications: [notice] }: { notifications: readonly unknown[] }) => {
            const { digest } = notice as {
              digest: { spent: { day: { toFixed(): string } }; coverage: { day: Coverage } };
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
    runs(10),
  ));
