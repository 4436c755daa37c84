import { describe, expect, it } from 'vitest';
import { takeTurn } from '../../lib/decide/turn.ts';
import type { Observation, ProjectObservation } from '../../lib/model/facts/observation.ts';
import type { Resource } from '../../lib/model/facts/resource.ts';
import { chargeToMoney, hourlyPrice, sumPrices } from '../../lib/model/money/money.ts';
import { sumOfShares } from '../../lib/model/money/share.ts';
import { defaultIntervals } from '../../lib/model/time/intervals.ts';
import { days, hours, type Instant, later, minutes } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { firstHead, type Head, listPendingObservations } from '../../lib/state/head.ts';
import { aFleet, longId } from '../support/builders/fleet-builders.ts';
import { anObservation, lab, noon, times, usageUntil } from '../support/builders/observation-builders.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../support/builders/policy-builders.ts';
import { scaled } from '../support/tier.ts';
import { emptyFleet, noPast } from '../support/turn-input.ts';

const policy = aPolicy({ rules: [aBudgetRule(), anIdleRule({ then: [] })] });

/** Returns the observation of a whole fleet, with usage samples of each VM. */
const pollOf = (fleet: readonly Resource[], at: Instant): ProjectObservation =>
  anObservation({
    at,
    resources: fleet.map((vm) => ({ ...vm, seenAt: at })),
    usage: fleet.map((vm, index) => usageUntil(at, times(3, 20 + (index % 30)), vm.id)),
  });

/** Takes a turn as `watch` does: history first, then the head. */
async function turn(ledger: Ledger, head: Head, pollResult: Observation): Promise<Head> {
  const turned = takeTurn({
    head,
    pollResult,
    asked: ['vms', 'machines', 'usage'],
    unsupported: [],
    past: noPast,
    fleet: emptyFleet,
    policy,
    intervals: defaultIntervals,
  });
  const { meters, journal } = head.pendingWrites;
  const sampling = pollResult.kind === 'project' ? { at: pollResult.at, usage: pollResult.usage } : null;
  await ledger.record({ target: head.target, observations: turned.written, sampling, meters, journal });
  expect(await ledger.commit(turned.head)).toBe('committed');
  const stored = await ledger.head(head.target);
  expect(stored).toEqual(turned.head);
  return stored ?? expect.fail();
}

export function ledgerTurnSuite(open: () => Promise<Ledger>): void {
  const count = scaled(5_000);
  const fleet = aFleet(count, longId);
  const pollTarget = (at: Instant) => pollOf(fleet, at);

  describe(`a project of ${count} VMs with long ids`, () => {
    it('is stored whole and to the last digit over several turns', async () => {
      const ledger = await open();
      const moments = [noon, later(noon, minutes(30)), later(noon, hours(1)), later(noon, minutes(65))];
      let head = firstHead(lab);
      for (const at of moments) head = await turn(ledger, head, pollTarget(at));
      const seen = await ledger.observations(lab, noon, later(noon, days(1)));
      const kept = [...seen, ...listPendingObservations(head)];
      expect(kept).toEqual(moments.map((at) => ({ ...pollTarget(at), usage: [] })));
      const told = await ledger.samplings(lab, noon, later(noon, days(1)));
      expect(told).toEqual(moments.map(pollTarget).map(({ at, usage }) => ({ at, usage })));
      const closed = await ledger.meters(lab, 'hour', noon, later(noon, days(1)));
      expect(closed).toHaveLength(1);
      const hour = closed[0] ?? expect.fail();
      const rate = sumPrices(fleet.map(({ price }) => price?.running ?? hourlyPrice('0')));
      expect(chargeToMoney(hour.charge).toFixed()).toBe(rate.toFixed());
      expect(sumOfShares(hour.shares)).toEqual(hour.charge);
      expect(hour.shares).toHaveLength(8);
    });
  });
}
