import { expect, it } from 'vitest';
import type { VmUsage } from '../../../lib/model/facts/usage.ts';
import { pointsOf } from '../../../lib/model/facts/usage-points.ts';
import { VmId } from '../../../lib/model/ids.ts';
import { earlier, minutes } from '../../../lib/model/time/time.ts';
import { noon, usageUntil } from '../../support/builders/observation-builders.ts';

const box = VmId.parse('box');
const usages: readonly VmUsage[] = [usageUntil(noon, [5, 6, 7], box)];
const cpuFrom = (from: number) => pointsOf(usages, earlier(noon, minutes(from))).map(({ cpu }) => cpu);

it('points begin where each asker wants them, whoever asked before', () => {
  expect(cpuFrom(10)).toEqual([6, 7]);
  expect(cpuFrom(15)).toEqual([5, 6, 7]);
  expect(cpuFrom(5)).toEqual([7]);
  expect(cpuFrom(10)).toEqual([6, 7]);
});
