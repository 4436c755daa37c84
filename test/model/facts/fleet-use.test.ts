import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type UsageSamples, usageSlot } from '../../../lib/model/facts/usage.ts';
import { type UsageByVm, usageByVm } from '../../../lib/model/facts/usage-points.ts';
import { usualMeaning } from '../../../lib/model/facts/use-history.ts';
import { VmId } from '../../../lib/model/ids.ts';
import { days, hours, type Instant, later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import {
  computeSampleStart,
  type FleetUse,
  followUse,
  isUseDue,
  useByMeaning,
} from '../../../lib/state/fleet-use.ts';
import { aVm, noon } from '../../support/builders/observation-builders.ts';
import { runs } from '../../support/tier.ts';

const box = VmId.parse('box');
const slot = (count: number) => later(noon, milliseconds(count * usageSlot));

/** Samplings every 15 minutes, each with the slots since the one before. */
const samplingsOf = (cpu: readonly (number | null)[]): UsageSamples[] =>
  Array.from({ length: Math.ceil(cpu.length / 3) }, (_, poll) => ({
    at: slot(poll * 3 + 3),
    usage: [
      {
        vm: box,
        points: cpu
          .slice(poll * 3, poll * 3 + 3)
          .flatMap((figure, index) =>
            figure === null
              ? []
              : [{ at: slot(poll * 3 + index + 1), cpu: figure, network: 0, disk: 0, answers: null }],
          ),
      },
    ],
  }));
const usagesOf = (cpu: readonly (number | null)[]) => usageByVm(samplingsOf(cpu));

const terms = { meaning: usualMeaning, resources: [] };
const follow = (known: FleetUse | null, usages: UsageByVm, now: Instant, meaning = usualMeaning) =>
  followUse(known, { ...terms, usages, meaning }, now);

describe('the use of a fleet', () => {
  it('is the same however often it was stored in between', () => {
    // Each half hour of the first hours lacks a sample, so none of them is known when it is first stored.
    const withGaps = Array.from({ length: 150 }, (_, index) => (index < 30 && index % 4 === 2 ? null : 5));
    const figures = fc.array(fc.constantFrom(5, 5, 5, 14, 60, null), { minLength: 120, maxLength: 240 });
    fc.assert(
      fc.property(figures, fc.integer({ min: 17, max: 40 }), (cpu, cut) => {
        const all = samplingsOf(cpu);
        const now = slot(cpu.length);
        const first = follow(null, usageByVm(all.slice(0, cut)), slot(cut * 3));
        const rest = all.filter(({ at }) => at >= computeSampleStart(first, now));
        expect(follow(first, usageByVm(rest), now)).toEqual(follow(null, usageByVm(all), now));
      }),
      { ...runs(50), examples: [[withGaps, 17]] },
    );
  });

  it('counts any time without samples as missing, since a stopped VM might have been used in it', () => {
    const cpu = [...new Array(24).fill(60), ...new Array(48).fill(null), ...new Array(24).fill(60)];
    const spells = follow(null, usagesOf(cpu), slot(96 + 12)).of.get(box)?.spells;
    expect(spells?.map(({ use }) => use)).toEqual(['missing', 'used', 'missing', 'used']);
  });

  it('depends on how many GPUs a VM has', () => {
    const gpu = { known: 2, busiest: 0, memory: null };
    const points = Array.from({ length: 60 }, (_, index) => ({
      ...{ at: slot(index + 1), cpu: 5, network: 0, disk: 0, answers: null },
      ...(index < 20 && { gpu }),
    }));
    const usages = usageByVm([{ at: slot(60), usage: [{ vm: box, points }] }]);
    const usesWith = (gpus: number) =>
      followUse(null, { ...terms, usages, resources: [aVm({ gpus })] }, slot(84))
        .of.get(box)
        ?.spells.map(({ use }) => use);
    expect(usesWith(2)).toEqual(['missing', 'quiet-gpus', 'quiet']);
    expect(usesWith(4)).toEqual(['missing', 'quiet']);
  });

  it('drops what is older than four weeks, and VMs that have been gone for as long', () => {
    const known = follow(null, usagesOf(new Array(60).fill(5)), slot(60));
    const { until } = known;
    expect(follow(known, new Map(), later(noon, days(28))).of.get(box)?.since).toBe(noon);
    expect(follow(known, new Map(), later(noon, days(29))).of.size).toBe(0);
    expect([isUseDue(known, later(until, hours(7))), isUseDue(known, later(until, hours(8)))]).toEqual([
      false,
      true,
    ]);
    expect(isUseDue(null, noon)).toBe(true);
    expect(later(computeSampleStart(known, noon), minutes(25))).toBe(until);
  });

  it('is computed again from the samples where the meaning of use has changed', () => {
    const usages = usagesOf(new Array(60).fill(12));
    const known = follow(null, usages, slot(60));
    expect(known.of.get(box)?.spells.at(-1)?.use).toBe('quiet');
    expect(useByMeaning(known, { ...usualMeaning })).toBe(known);
    const others = [{ cpu: 12 }, { network: 1 }, { disk: 1 }, { gpu: 1 }, { logins: false }];
    for (const other of others) expect(useByMeaning(known, { ...usualMeaning, ...other })).toBeNull();
    const again = follow(null, usages, slot(60), { ...usualMeaning, cpu: 12 });
    expect(again.of.get(box)?.spells.at(-1)?.use).toBe('used');
  });
});
