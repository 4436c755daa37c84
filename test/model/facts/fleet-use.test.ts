import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followUse, isUseDue, useByLimit, useNeededFrom } from '../../../lib/model/facts/fleet-use.ts';
import { type Sampling, usageSlot } from '../../../lib/model/facts/usage.ts';
import { usageByVm } from '../../../lib/model/facts/usage-points.ts';
import { RuleName, Subject, VmId } from '../../../lib/model/ids.ts';
import { PastStop } from '../../../lib/model/intent.ts';
import { days, hours, later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { noon } from '../../support/builders/observation-builders.ts';

const box = VmId.parse('box');
const slot = (count: number) => later(noon, milliseconds(count * usageSlot));

/** Samplings every 15 minutes, each with the slots since the one before. */
const samplingsOf = (cpu: readonly (number | null)[]): Sampling[] =>
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

const aStopOf = (stoppedAt: number, lastSeenAtRest: number, startedAgainAt: number): PastStop =>
  PastStop.parse({
    subject: Subject.parse('project/lab/vm/box'),
    rule: RuleName.parse('unused machines'),
    stoppedAt: slot(stoppedAt),
    lastSeenAtRest: slot(lastSeenAtRest),
    startedAgainAt: slot(startedAgainAt),
  });

describe('the use of a fleet', () => {
  it('is the same however often it was stored on the way', () => {
    // Each half hour of the first hours lacks a sample: nothing of it is known when it is stored first.
    const withGaps = Array.from({ length: 150 }, (_, index) => (index < 30 && index % 4 === 2 ? null : 5));
    const figures = fc.array(fc.constantFrom(5, 5, 5, 14, 60, null), { minLength: 120, maxLength: 240 });
    fc.assert(
      fc.property(figures, fc.integer({ min: 17, max: 40 }), (cpu, cut) => {
        const all = samplingsOf(cpu);
        const now = slot(cpu.length);
        const first = followUse(null, usageByVm(all.slice(0, cut)), [], slot(cut * 3));
        const rest = all.filter(({ at }) => at >= useNeededFrom(first, now));
        expect(followUse(first, usageByVm(rest), [], now)).toEqual(followUse(null, usageByVm(all), [], now));
      }),
      { numRuns: 50, examples: [[withGaps, 17]] },
    );
  });

  it('counts the time in which a VM was stopped as quiet, and any other gap as missing', () => {
    const cpu = [...new Array(24).fill(60), ...new Array(48).fill(null), ...new Array(24).fill(60)];
    const usesOf = (stops: readonly PastStop[]) =>
      followUse(null, usagesOf(cpu), stops, slot(96 + 12))
        .of.get(box)
        ?.spells.map(({ use }) => use);
    expect(usesOf([])).toEqual(['missing', 'used', 'missing', 'used']);
    expect(usesOf([aStopOf(24, 72, 72)])).toEqual(['missing', 'used', 'quiet', 'used']);
  });

  it('counts no time as quiet in which nobody saw that a VM was still stopped', () => {
    const cpu = [...new Array(24).fill(60), ...new Array(72).fill(null)];
    const spellsOf = (stop: PastStop) =>
      followUse(null, usagesOf(cpu), [stop], slot(96 + 24))
        .of.get(box)
        ?.spells.slice(-2);
    const quietUntil = (last: number) => [
      { use: 'quiet', until: slot(last) },
      { use: 'missing', until: slot(96) },
    ];
    // It was seen running eight hours after it was last seen stopped, and is not seen at all now.
    expect(spellsOf(aStopOf(24, 60, 156))).toEqual(quietUntil(60));
    expect(spellsOf({ ...aStopOf(24, 60, 156), startedAgainAt: null })).toEqual(quietUntil(60));
    expect(spellsOf({ ...aStopOf(24, 60, 156), lastSeenAtRest: null })?.at(-1)?.use).toBe('missing');
    // No poll saw it for two hours, in which it may have run.
    const unseen = { ...aStopOf(24, 60, 156), atRestSince: slot(48) };
    const known = followUse(null, usagesOf(cpu), [unseen], slot(96 + 24)).of.get(box);
    expect(known?.spells.map(({ use }) => use)).toEqual(['missing', 'used', 'missing', 'quiet', 'missing']);
  });

  it('forgets what is older than four weeks, and VMs that are gone as long', () => {
    const known = followUse(null, usagesOf(new Array(60).fill(5)), [], slot(60));
    const { until } = known;
    expect(followUse(known, new Map(), [], later(noon, days(28))).of.get(box)?.since).toBe(noon);
    expect(followUse(known, new Map(), [], later(noon, days(29))).of.size).toBe(0);
    expect([isUseDue(known, later(until, hours(7))), isUseDue(known, later(until, hours(8)))]).toEqual([
      false,
      true,
    ]);
    expect(isUseDue(null, noon)).toBe(true);
    expect(later(useNeededFrom(known, noon), minutes(25))).toBe(until);
  });

  it('is made again of the samples where the limit of use has changed', () => {
    const known = followUse(null, usagesOf(new Array(60).fill(12)), [], slot(60));
    expect(known.of.get(box)?.spells.at(-1)?.use).toBe('quiet');
    expect(useByLimit(known, 15)).toBe(known);
    expect(useByLimit(known, 12)).toBeNull();
    const again = followUse(null, usagesOf(new Array(60).fill(12)), [], slot(60), 12);
    expect(again.of.get(box)?.spells.at(-1)?.use).toBe('used');
    expect(useByLimit(again, 12)).toBe(again);
  });
});
