import { describe, expect, it } from 'vitest';
import { WirePod } from '../../../lib/clouds/runpod/contract.ts';
import { gaugeUsage } from '../../../lib/clouds/runpod/facts/gauges.ts';
import type { UsagePoint } from '../../../lib/model/facts/usage.ts';
import { instant, later, minutes } from '../../../lib/model/time/time.ts';

const noon = instant(Date.UTC(2026, 2, 10, 12));
const gpuTypes = new Map([['H100', { id: 'H100', memory: 80 }]]);
const after = (minute: number) => later(noon, minutes(minute));

type Shown = { readonly uses: readonly number[]; readonly uptime?: number };
const podOf = ({ uses, uptime }: Shown): WirePod =>
  WirePod.parse({
    ...{ id: 'a-pod', status: 'RUNNING', gpu: { id: 'H100', count: 2 } },
    runtime: { cpu: { util: 1 }, gpus: uses.map((util) => ({ util, memoryUtil: 10 })), uptime },
  });

/** Returns the points that a reading adds, after one at noon that was stored. */
function pointsAfter(first: Shown, minute: number, second: Shown): readonly UsagePoint[] {
  const before = [{ at: noon, usage: gaugeUsage([podOf(first)], noon, gpuTypes, []) }];
  return gaugeUsage([podOf(second)], after(minute), gpuTypes, before).flatMap(({ points }) => points);
}
const known = (points: readonly UsagePoint[]) => points.map(({ gpu }) => gpu?.known);

describe('the slots between two readings of a pod', () => {
  it.each<[string, Shown, Shown]>([
    ['before', { uses: [0] }, { uses: [0, 0] }],
    ['after', { uses: [0, 0] }, { uses: [0] }],
  ])(
    'have no more known GPUs than the reading %s them, which had fewer (invariant 1)',
    (_, first, second) => {
      // Two polls of one slot: its point is of both.
      expect(known(pointsAfter(first, 2, second))).toEqual([1]);
      expect(known(pointsAfter({ uses: [0, 0] }, 2, { uses: [0, 0] }))).toEqual([2]);
    },
  );
});

describe('a reading of a pod (invariant 26)', () => {
  it.each<[string, Shown, Shown, number, string | undefined]>([
    [
      'counts where its uptime advanced',
      { uses: [0, 0], uptime: 600 },
      { uses: [0, 0], uptime: 900 },
      2,
      undefined,
    ],
    ['counts after a restart', { uses: [0, 0], uptime: 600 }, { uses: [0, 0], uptime: 20 }, 2, undefined],
    ['counts where no uptime is shown', { uses: [0, 0] }, { uses: [0, 0] }, 2, undefined],
    [
      'is old where its uptime stood still',
      { uses: [0, 0], uptime: 600 },
      { uses: [0, 0], uptime: 600 },
      0,
      'frozen',
    ],
    [
      'is old where its uptime went back',
      { uses: [0, 0], uptime: 900 },
      { uses: [0, 0], uptime: 840 },
      0,
      'frozen',
    ],
    [
      'is old where its uptime hardly went on',
      { uses: [0, 0], uptime: 600 },
      { uses: [0, 0], uptime: 601 },
      0,
      'frozen',
    ],
    [
      'counts where it is two minutes old',
      { uses: [0, 0], uptime: 600 },
      { uses: [0, 0], uptime: 780 },
      2,
      undefined,
    ],
    [
      'counts just after a start',
      { uses: [0, 0], uptime: 86_400 },
      { uses: [0, 0], uptime: 330 },
      2,
      undefined,
    ],
  ])('%s', (_, first, second, count, doubt) => {
    const point = pointsAfter(first, 5, second).at(-1);
    expect([point?.gpu?.known, point?.doubt]).toEqual([count, doubt]);
  });
});
