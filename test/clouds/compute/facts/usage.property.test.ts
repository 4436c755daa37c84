import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampledUse, usagePoints } from '../../../../lib/clouds/compute/facts/usage.ts';
import type { WireMonitorItem } from '../../../../lib/clouds/compute/wire/vm.ts';
import { usageSlot } from '../../../../lib/model/facts/usage.ts';
import { noon } from '../../../support/builders/observation-builders.ts';
import { aSample } from '../../../support/builders/wire-builders.ts';

const figure = fc.option(fc.double({ min: -100, max: 1_000, noNaN: true }));
const counter = fc.option(fc.oneof(fc.nat(), fc.bigInt({ min: -5n, max: 2n ** 63n - 1n }).map(String)));
const item = fc
  .record({ second: fc.integer({ min: 0, max: 40_000 }), cpu: figure, netRx: counter, netTx: counter })
  .map(
    ({ second, cpu, netRx, netTx }): WireMonitorItem => ({
      ...aSample(noon, { cpu, netRx, netTx }),
      timestamp: noon / 1_000 + second,
    }),
  );
const items = fc.array(item, { maxLength: 60 });

describe('whatever samples the cloud sends', () => {
  it('points are in order, one per slot, aligned with slots, and in range', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: -2, max: 64 }), (sent, vcpus) => {
        const points = usagePoints(sent, vcpus, null);
        for (const [index, point] of points.entries()) {
          expect(point.at % usageSlot).toBe(0);
          expect(point.at).toBeGreaterThan(points[index - 1]?.at ?? 0);
          if (point.cpu !== null) expect(point.cpu >= 0 && point.cpu <= 100).toBe(true);
          if (point.network !== null) expect(point.network).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('the order of samples changes nothing, as long as no two are of the same second', () => {
    const distinct = fc.uniqueArray(item, { maxLength: 40, selector: ({ timestamp }) => timestamp });
    fc.assert(
      fc.property(
        distinct.chain((sent) =>
          fc.tuple(fc.constant(sent), fc.shuffledSubarray(sent, { minLength: sent.length })),
        ),
        ([sent, shuffled]) => {
          expect(usagePoints(shuffled, 4, null)).toEqual(usagePoints(sent, 4, null));
        },
      ),
    );
  });

  it('a figure is rounded up: never below a limit that it reached, and by a tenth at most', () => {
    const rate = fc.nat(2_000_000_000);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 400, noNaN: true }), rate, rate, (cpu, network, disk) => {
        const before = aSample(noon, { netRx: '0', netTx: '0', diskRdBytes: '0', diskWrBytes: '0' });
        const after = { netRx: String(network), netTx: '0', diskRdBytes: String(disk), diskWrBytes: '0' };
        const sent = [before, { ...aSample(noon, { cpu, ...after }), timestamp: noon / 1_000 + 300 }];
        const [exact] = sampledUse(sent, 4);
        const [point] = usagePoints(sent, 4, null);
        for (const [signal, least] of [
          ['cpu', 0.1],
          ['network', 1],
          ['disk', 1_024],
        ] as const) {
          const [is, told] = [exact?.[signal] ?? expect.fail(), point?.[signal] ?? expect.fail()];
          expect(told).toBeGreaterThanOrEqual(is - 1e-6 * least);
          expect(told).toBeLessThanOrEqual(is * 1.1 + least);
          expect(Number((told / least).toPrecision(2))).toBeCloseTo(told / least, 6);
        }
      }),
    );
  });

  it('a request for only the later slots gives the same figures for them', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 40_000 }), (sent, second) => {
        const since = (noon + second * 1_000) as typeof noon;
        const all = usagePoints(sent, 4, null).filter((point) => point.at > since);
        expect(usagePoints(sent, 4, since)).toEqual(all);
      }),
    );
  });
});
