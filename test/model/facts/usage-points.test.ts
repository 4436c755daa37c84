import { expect, it } from 'vitest';
import type { VmUsage } from '../../../lib/model/facts/usage.ts';
import { joinUsagePoints } from '../../../lib/model/facts/usage-points.ts';
import { VmId } from '../../../lib/model/ids.ts';
import { earlier, minutes } from '../../../lib/model/time/time.ts';
import { noon, usageUntil } from '../../support/builders/observation-builders.ts';

const box = VmId.parse('box');
const usages: readonly VmUsage[] = [usageUntil(noon, [5, 6, 7], box)];
const cpuFrom = (from: number) => joinUsagePoints(usages, earlier(noon, minutes(from))).map(({ cpu }) => cpu);

it('points begin where each caller wants them, whichever caller came before', () => {
  expect(cpuFrom(10)).toEqual([6, 7]);
  expect(cpuFrom(15)).toEqual([5, 6, 7]);
  expect(cpuFrom(5)).toEqual([7]);
  expect(cpuFrom(10)).toEqual([6, 7]);
});

it.each(['before', 'after'] as const)(
  'memory that moved according to the sample %s another one of its slot counts as moved',
  (which) => {
    const gpu = { known: 1, busiest: 0, memory: 8 };
    const moved = { ...gpu, memoryMoved: true as const };
    const sample = (use: typeof gpu | typeof moved): VmUsage => ({
      vm: box,
      points: [{ at: noon, cpu: 1, network: null, disk: null, answers: null, gpu: use }],
    });
    const both = which === 'before' ? [sample(moved), sample(gpu)] : [sample(gpu), sample(moved)];
    expect(joinUsagePoints(both, earlier(noon, minutes(5)))[0]?.gpu).toEqual(moved);
  },
);
