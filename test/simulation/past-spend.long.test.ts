import { describe, expect, it } from 'vitest';
import { computeCloud } from '../../lib/clouds/compute/cloud.ts';
import { isReportedOnly } from '../../lib/model/money/meter.ts';
import { noCharge } from '../../lib/model/money/money.ts';
import type { PastSpend } from '../../lib/model/past-spend.ts';
import { earlier, hours } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { withHeads } from './bugs/plant.ts';
import { cutScenario } from './cut.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import { ledgerOracle } from './oracle/ledger-oracle.ts';
import { pastSpendOracle } from './oracle/money/past-spend-oracle.ts';
import { type RunOptions, simulate } from './run.ts';
import { policyAt } from './scenario.ts';
import type { World } from './world/world.ts';

/** The seeds with a platform that lists accounts, for half a day, so that the first hour is reported and read. */
const seeds = Array.from({ length: 40 }, (_, index) => index + 1)
  .filter((seed) => !drawScenario(seed).isOldPlatform)
  .slice(0, 3);

/** Runs a seed with its own faults, on a platform that reports the time before the first poll. */
async function flawsIn(seed: number, planted: RunOptions = {}) {
  const scenario = cutScenario(drawScenario(seed), { hours: 12 });
  const flaws: string[] = [];
  const oracle = pastSpendOracle((what) => flaws.push(what));
  let ledger: Ledger | undefined;
  let world: World | undefined;
  const ofLedger = ledgerOracle({
    scenario,
    get world(): World {
      return world ?? expect.fail('no world');
    },
    now: () => scenario.start,
    accuse: (invariant, what) => flaws.push(`invariant ${invariant}: ${what}`),
  });
  await simulate(scenario, {
    ...planted,
    isUnwatched: true,
    jobs: { ...planted.jobs, provider: (cloud) => computeCloud(cloud) },
    ledger: (inner) => {
      ledger = inner;
      return inner;
    },
    onWorld: (made) => {
      world = made;
    },
    observers: [oracle, ofLedger],
  });
  if (ledger === undefined || world === undefined) return expect.fail('nothing was run');
  const read = await oracle.finish(ledger, world, policyAt(scenario, scenario.start).timezone);
  return { flaws, read };
}

describe('Past spend under random faults', () => {
  it('and metered spend sum to what the cloud charged, with nothing lost or counted twice', async () => {
    let targets = 0;
    for (const seed of seeds) {
      const { flaws, read } = await flawsIn(seed);
      expect(flaws, `seed ${seed}`).toEqual([]);
      targets += read;
    }
    expect(targets).toBeGreaterThan(3);
  });

  const withPast = (change: (past: PastSpend) => Partial<PastSpend>) => () =>
    withHeads((head) =>
      head.pastSpend === null
        ? head
        : { ...head, pastSpend: { ...head.pastSpend, ...change(head.pastSpend) } },
    );
  it.each([
    [
      'counts an hour twice',
      withPast(({ reached, until }) => (reached < until ? { reached: earlier(reached, hours(1)) } : {})),
    ],
    [
      'does not subtract what was metered in the hour in which metering began',
      withPast(({ open }) => ({
        open: open.map((it) => (it.period.unit === 'hour' ? { ...it, charge: noCharge, shares: [] } : it)),
      })),
    ],
    [
      'loses the days that it is about to write',
      () =>
        withHeads(({ pendingWrites, ...head }) => ({
          ...head,
          pendingWrites: {
            ...pendingWrites,
            meters: pendingWrites.meters.filter((meter) => !isReportedOnly(meter)),
          },
        })),
    ],
  ])('are caught by the oracle where a bug %s', async (_, plant) => {
    for (const seed of seeds) {
      const { flaws } = await flawsIn(seed, plant());
      if (flaws.length > 0) return;
    }
    expect.fail('no seed showed it');
  });
});
