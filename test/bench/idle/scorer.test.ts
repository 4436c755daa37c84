import { expect, it } from 'vitest';
import { sampleOf } from '../../support/tier.ts';
import { oddOf, readCpu, tracesAt } from './fleet.ts';
import { useOf } from './machine-life.ts';
import { replay, sumOf } from './replay.ts';
import { judgeByRisk } from './rules.ts';
import { scored } from './scorer.ts';

/** Seven weeks with a job each night, office hours and a Monday now and then, and hours that were not measured. */
const drawn = Float64Array.from({ length: 49 * 288 }, (_, slot) => {
  const [day, hour] = [Math.floor(slot / 288), (slot % 288) / 12];
  if ((day * 24 + Math.floor(hour)) % 131 === 3) return Number.NaN;
  if (day > 14 && day < 30 && hour >= 3 && hour < 4) return 70;
  if (day % 7 < 5 && day < 40 && hour > 8 + (day % 3) && hour < 17) return 30;
  return day % 7 === 0 && hour > 20 && hour < 22 ? 90 : slot % 5;
});
const byRule = (cpus: readonly Float64Array[]) =>
  sumOf(
    cpus.map((cpu, vm) => {
      const machine = { vm, cpu, network: null, disk: null, countFrom: 0 };
      return replay(useOf(machine), judgeByRisk(5, { isTold: false })(machine));
    }),
  );

it('an independent scorer has the same results as the rule and its replay', () => {
  const score = scored([drawn]);
  expect(score.stops).toBeGreaterThan(3);
  expect(byRule([drawn])).toEqual({
    ...score,
    saved: expect.closeTo(score.saved, 6),
    gaps: expect.closeTo(score.gaps, 6),
  });
});

const traces = tracesAt('bitbrains-cpu.csv.gz');
it.skipIf(traces === null)(
  'the scorer agrees on VMs of Bitbrains too, where their traces are beside the project',
  () => {
    const cpus = sampleOf(oddOf(readCpu(traces ?? '')).filter((_, index) => index % 40 === 0)).map(
      ({ cpu }) => cpu,
    );
    const score = scored(cpus);
    expect(score.stops).toBeGreaterThan(5);
    expect(byRule(cpus)).toMatchObject({ stops: score.stops, wrong: score.wrong });
  },
);
