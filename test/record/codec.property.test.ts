import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import type { Observation } from '../../lib/model/facts/observation.ts';
import { journalItem, readJournalEntry } from '../../lib/record/clear-item.ts';
import {
  decodeHead,
  decodeObservations,
  decodeSampling,
  encodeHead,
  encodeObservations,
  encodeSampling,
} from '../../lib/record/packing/codec.ts';
import { Times } from '../../lib/record/packing/columns.ts';
import { packFigures, unpackFigures } from '../../lib/record/packing/packed-figures.ts';
import { readRollupItem, rollupItem } from '../../lib/record/rollup-item.ts';
import type { Head } from '../../lib/state/head.ts';
import { lab, noon, usageUntil } from '../support/builders/observation-builders.ts';
import { runs } from '../support/tier.ts';
import { anyHead, anyInstant, anyJournalEntry, anyMeter, anyObservation } from './model-values.ts';

/** Usage samples are stored apart from the observation. */
const bare = (observation: Observation): Observation =>
  observation.kind === 'project' ? { ...observation, usage: [] } : observation;

/** Returns the entries of the VMs that were observed: what is known of others is not stored. */
function ofSeen<T>(of: Readonly<Record<string, T>>, { observation }: Head): Record<string, T> {
  const seen = observation?.kind === 'project' ? observation.resources : [];
  const vms = new Set(seen.filter(({ kind }) => kind === 'vm').map(({ id }) => id.valueOf()));
  return Object.fromEntries(Object.entries(of).filter(([vm]) => vms.has(vm)));
}

/** Returns the signals of the VMs that were observed, without those that never had any. */
const signalsOfSeen = (head: Head) =>
  Object.fromEntries(
    Object.entries(ofSeen(head.signalsKnownAt, head)).filter(([, times]) => Object.keys(times).length > 0),
  );

it('any head is decoded to what was encoded', () => {
  fc.assert(
    fc.property(anyHead, (head) => {
      expect(decodeHead(encodeHead(head))).toEqual({
        ...head,
        observation: head.observation && bare(head.observation),
        deferredUsage: head.deferredUsage && {
          ...head.deferredUsage,
          of: ofSeen(head.deferredUsage.of, head),
        },
        signalsKnownAt: signalsOfSeen(head),
      });
    }),
    runs(300),
  );
});

it('any observations are decoded to what was encoded, also of resources that do not change', () => {
  const anyBuffered = fc.tuple(anyObservation, anyInstant, fc.boolean());
  fc.assert(
    fc.property(fc.array(anyBuffered, { maxLength: 4 }), (buffered) => {
      const observations: Observation[] = [];
      for (const [observation, seenAt, isAlike] of buffered) {
        const last = observations.at(-1);
        const again = isAlike && observation.kind === 'project' && last?.kind === 'project' ? last : null;
        const resources = again?.resources.map((one, nth) => (nth % 2 === 0 ? { ...one, seenAt } : one));
        observations.push(
          resources === undefined ? observation : Object.assign({}, observation, { resources }),
        );
      }
      expect(decodeObservations(encodeObservations(observations))).toEqual(observations.map(bare));
    }),
    runs(300),
  );
});

it('any usage samples are decoded to what was encoded', () => {
  fc.assert(
    fc.property(anyObservation, (observation) => {
      fc.pre(observation.kind === 'project');
      if (observation.kind !== 'project') return;
      const { at, usage } = observation;
      const told = usage.map(({ vm, points }) => ({ vm, points }));
      expect(decodeSampling(encodeSampling(observation))).toEqual({ at, usage: told });
    }),
  );
});

it('any rollup and any audit line is decoded to what was encoded', () => {
  fc.assert(
    fc.property(anyMeter, anyJournalEntry, (meter, entry) => {
      expect(readRollupItem(lab, rollupItem(lab, meter))).toEqual([meter]);
      expect(readJournalEntry(lab, journalItem(lab, entry))).toEqual(entry);
    }),
  );
});

it('the same head is encoded to the same bytes, also after it was stored and read', () => {
  fc.assert(
    fc.property(anyHead, (head) => {
      const bytes = encodeHead(head);
      expect(encodeHead(decodeHead(bytes))).toEqual(bytes);
    }),
    runs(100),
  );
});

it('a figure that JSON cannot hold is refused rather than stored as unknown', () => {
  fc.assert(
    fc.property(fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY), (cpu) => {
      const { points, ...vm } = usageUntil(noon, [1, 2]);
      const usage = [{ ...vm, points: points.map((point) => ({ ...point, cpu })) }];
      expect(() => encodeSampling({ at: noon, usage })).toThrow('expected number');
    }),
  );
});

it('any decimal figures and any times are decoded to the last digit', () => {
  const figure = fc
    .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(30))
    .map(([whole, places]) => new Decimal(`${whole}e-${places}`).toFixed());
  fc.assert(
    fc.property(fc.array(fc.option(figure)), (figures) => {
      const read = unpackFigures(JSON.parse(JSON.stringify(packFigures(figures))));
      expect(read.map((one) => one && new Decimal(one).toFixed())).toEqual(figures);
    }),
    runs(500),
  );
  fc.assert(
    fc.property(fc.array(anyInstant), (times) => {
      expect(z.decode(Times, z.encode(Times, times))).toEqual(times);
    }),
  );
});
