import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExportedPeriod, exportCharges } from '../../lib/jobs/queries/export-charges.ts';
import type { ExportUnit } from '../../lib/jobs/queries/export-periods.ts';
import type { ProjectObservation } from '../../lib/model/facts/observation.ts';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { getEstimatedCharge } from '../../lib/model/money/charged.ts';
import {
  addCharges,
  addMoney,
  type Charge,
  chargeToMoney,
  type Money,
  noCharge,
  noMoney,
  roundMoney,
} from '../../lib/model/money/money.ts';
import { days, hours, type Instant, later, milliseconds } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { costPlaces } from '../../lib/views/export/cost.ts';
import type { ExportRow } from '../../lib/views/export/rows.ts';
import { at } from '../support/at.ts';
import { anObservation, aVm, aVolume } from '../support/builders/observation-builders.ts';
import { aPolicy } from '../support/builders/policy-builders.ts';
import { meteredLedger } from '../support/metered-ledger.ts';
import { runs } from '../support/tier.ts';

const begin = fc.constantFrom('2026-03-28T21:00:00', '2026-10-24T22:30:00', '2026-10-31T17:59:59').map(at);
const zone = fc.constantFrom('UTC', 'Europe/London', 'Asia/Kolkata', 'Pacific/Kiritimati');
/** Polls up to five hours apart: a price is carried for three, and then there is a gap. */
const buffered = fc
  .array(fc.integer({ min: 1, max: 5 * 3_600_000 }), { minLength: 1, maxLength: 25 })
  .map((steps) => {
    let poll = 0;
    return [0, ...steps.map((step) => (poll += step))];
  });
const quoted = fc.bigInt({ min: 0n, max: 40_000_000n }).map((digits) => `${digits}e-6`);
const listed = fc
  .tuple(quoted, quoted, fc.constantFrom('listed', 'corrected'))
  .map((parts) => parts.join('/'));
const price = fc.option(fc.oneof(quoted, quoted, listed), { nil: null });
/** What exists at a poll, at which price; a price may change, be unknown, or be of another resource of that name. */
const thingsAtOnce = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c,"d"'),
    price,
    age: fc.integer({ min: 0, max: 86_400_000 }),
    team: fc.constantFrom('ml', 'web'),
  }),
  { maxLength: 4 },
);

/** Nearly always nothing changes from one poll to the next; where something does, anything may. */
const contexts = fc
  .record({
    usual: thingsAtOnce,
    other: thingsAtOnce,
    price,
    older: fc.integer({ min: 1, max: 7_200_000 }),
    picks: fc.array(fc.constantFrom('usual', 'usual', 'usual', 'other', 'repriced', 'another', 'ended'), {
      minLength: 26,
      maxLength: 26,
    }),
  })
  .map(({ usual, other, price, older, picks }) => {
    const repriced = usual.map((thing) => ({ ...thing, price }));
    const another = usual.map((thing) => ({ ...thing, age: thing.age - older }));
    const ended = usual.map((thing) => ({ ...thing, isGone: true }));
    return picks.map((pick) => ({ usual, other, repriced, another, ended })[pick]);
  });

type Thing = {
  readonly id: string;
  readonly price: string | null;
  readonly age: number;
  readonly team: string;
  readonly isGone?: boolean;
};

function observationAt(start: Instant, seenAt: Instant, seen: readonly Thing[]): ProjectObservation {
  const resources = seen.map(({ id, price, age, team, isGone = false }, index) => {
    const activity = isGone ? 'gone' : 'running';
    const told = { id, price, seenAt, activity, metadata: { team } } as const;
    return index % 2 === 0
      ? aVm({ ...told, createdAt: later(start, milliseconds(hours(6) - age)) })
      : aVolume({ ...told, metadata: null });
  });
  return anObservation({ at: seenAt, resources });
}

type Exported = readonly ExportedPeriod[];

async function exported(ledger: Ledger, per: ExportUnit, start: Instant, name: string): Promise<Exported> {
  const head = await ledger.head((await ledger.heads())[0]?.target ?? expect.fail('no head'));
  const now = head?.observation?.at ?? start;
  const order = {
    projects: [projectTarget(null, ProjectId.parse('lab'))],
    from: later(start, days(-2)),
    until: later(now, hours(1)),
    per,
  };
  const periods: ExportedPeriod[] = [];
  for await (const period of exportCharges(ledger, {
    ...order,
    withRunning: true,
    now,
    zone: name,
    carry: hours(3),
  }))
    periods.push(period);
  return periods;
}

const sum = (charges: readonly Charge[]): Charge => charges.reduce(addCharges, noCharge);
const rowsOf = (periods: Exported): readonly ExportRow[] => periods.flatMap(({ rows }) => rows);
const byResource = (rows: readonly ExportRow[]) => {
  const sums = new Map<string, Charge>();
  for (const { resource, charge } of rows) {
    if (resource === null) continue;
    const name = `${resource.kind} ${resource.id}`;
    sums.set(name, addCharges(sums.get(name) ?? noCharge, charge));
  }
  return [...sums].map(([name, charge]) => `${name} ${charge.toFixed()}`).sort();
};

/** A row without a resource stands for a time that was not watched, in a period without any charge. */
const isOfResources = ({ rows }: ExportedPeriod): boolean =>
  rows.every(
    ({ resource, charge, gap }) => resource !== null || (rows.length === 1 && charge.isZero() && gap > 0),
  );

const inCosts = (costs: readonly Money[]): string => costs.reduce(addMoney, noMoney).toFixed();
const roundedIn = (charge: Charge): string =>
  roundMoney(chargeToMoney(charge), costPlaces, 'nearest').toFixed();

function expectReconciled(periods: Exported): void {
  for (const { rollup, rows } of periods) {
    expect(sum(rows.map(({ charge }) => charge)).toFixed()).toBe(rollup.charge.toFixed());
    expect(sum(rows.map(getEstimatedCharge)).toFixed()).toBe(getEstimatedCharge(rollup).toFixed());
    expect(inCosts(rows.map(({ cost }) => cost))).toBe(roundedIn(rollup.charge));
    expect(inCosts(rows.map(({ estimatedCost }) => estimatedCost))).toBe(
      roundedIn(getEstimatedCharge(rollup)),
    );
  }
}

describe('exported charges', () => {
  const seen = fc.tuple(begin, zone, buffered, contexts);

  it('sum to what the ledger holds, to the last digit, each for one resource while samples exist', async () => {
    await fc.assert(
      fc.asyncProperty(seen, async ([start, name, at, things]) => {
        const observations = at.map((poll, index) =>
          observationAt(start, later(start, milliseconds(poll)), things[index] ?? []),
        );
        const ledger = await meteredLedger(observations, {
          policy: aPolicy({ timezone: name, attribute: ['team'] }),
        });
        const hourly = await exported(ledger, 'hour', start, name);
        const daily = await exported(ledger, 'day', start, name);
        for (const periods of [hourly, daily]) {
          expectReconciled(periods);
          expect(periods.every(isOfResources)).toBe(true);
        }
        expect(byResource(rowsOf(hourly))).toEqual(byResource(rowsOf(daily)));
        const [ofHours, ofDays] = [hourly, daily].map((periods) =>
          sum(periods.map(({ rollup }) => rollup.charge)).toFixed(),
        );
        expect(ofHours).toBe(ofDays);
      }),
      runs(60),
    );
  });

  it('sum to what the ledger holds when samples were lost, without naming a resource that is unknown', async () => {
    await fc.assert(
      fc.asyncProperty(
        seen,
        fc.array(fc.boolean(), { minLength: 26, maxLength: 26 }),
        async ([start, name, at, things], lost) => {
          const observations = at.map((poll, index) =>
            observationAt(start, later(start, milliseconds(poll)), things[index] ?? []),
          );
          const ledger = await meteredLedger(observations, {
            policy: aPolicy({ timezone: name, attribute: ['team'] }),
          });
          const holey: Ledger = {
            ...ledger,
            observations: async (...asked) =>
              (await ledger.observations(...asked)).filter((_, index) => !lost[index]),
          };
          expectReconciled(await exported(holey, 'hour', start, name));
          const none: Ledger = { ...ledger, observations: async () => [] };
          const blind = await exported(none, 'day', start, name);
          expectReconciled(blind);
          expect(rowsOf(blind).every(({ resource }) => resource === null)).toBe(true);
        },
      ),
      runs(60),
    );
  });
});
