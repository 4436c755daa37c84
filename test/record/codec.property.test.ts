import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Observation } from '../../lib/model/facts/observation.ts';
import { journalEntryOf, journalItem } from '../../lib/record/clear-item.ts';
import { bitReader, bitWriter } from '../../lib/record/packing/bits.ts';
import {
  decodeHead,
  decodeObservations,
  decodeSampling,
  encodeHead,
  encodeObservations,
  encodeSampling,
} from '../../lib/record/packing/codec.ts';
import { readColumns, StoredColumns, writeColumns } from '../../lib/record/packing/columns.ts';
import { rollupItem, rollupsOf } from '../../lib/record/rollup-item.ts';
import type { Head } from '../../lib/state/head.ts';
import { anyFigure } from '../support/arbitrary-of.ts';
import { lab } from '../support/builders/observation-builders.ts';
import { runs } from '../support/tier.ts';
import { anyHead, anyInstant, anyJournalEntry, anyMeter, anyObservation } from './model-values.ts';

/** What monitors told is stored apart from the observation. */
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

it('any head comes back as it was', () => {
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

it('any observations come back as they were, also of resources that stay as they are', () => {
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

it('whatever monitors told comes back as it was', () => {
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

it('any rollup and any audit line comes back as it was', () => {
  fc.assert(
    fc.property(anyMeter, anyJournalEntry, (meter, entry) => {
      expect(rollupsOf(lab, rollupItem(lab, meter))).toEqual([meter]);
      expect(journalEntryOf(lab, journalItem(lab, entry))).toEqual(entry);
    }),
  );
});

it('the same head makes the same bytes, also when it has been stored before', () => {
  fc.assert(
    fc.property(anyHead, (head) => {
      const bytes = encodeHead(head);
      expect(encodeHead(decodeHead(bytes))).toEqual(bytes);
    }),
    runs(100),
  );
});

/** Names that end in a number, with and without zeros before it, and of more digits than are exact. */
const anyNames = fc
  .tuple(
    fc.constantFrom('', 'vm-', 'vm-1', 'é'),
    fc.nat(4),
    fc.array(fc.oneof(fc.nat(2_000), fc.maxSafeInteger())),
  )
  .map(([prefix, digits, all]) =>
    all.map((number) => `${prefix}${String(Math.abs(number)).padStart(digits, '0')}`),
  );
const anyGraded = fc
  .tuple(fc.integer({ min: 0, max: 99 }), fc.nat(6), fc.constantFrom(1, 0.1, 1_024), fc.boolean())
  .map(([digits, zeros, unit, isKnown]) => (isKnown ? digits * 10 ** zeros * unit : null));
const anyRising = fc.array(fc.nat(3), { minLength: 10, maxLength: 60 }).map((steps) => {
  let at = 1_800_000_000_000;
  return steps.map((step) => (at += step * 300_000));
});

it('any columns of figures come back to the last digit, one record after the other', () => {
  const figure = fc.oneof(fc.constant(null), fc.nat(9), fc.maxSafeInteger(), anyFigure);
  const column = fc.oneof(
    fc.array(figure),
    fc.array(
      fc.integer({ min: 1_767_225_600, max: 1_798_761_600 }).map((second) => second * 1_000),
      { maxLength: 40 },
    ),
    fc.array(fc.constantFrom('a', 'b')),
    anyNames,
    fc.array(anyGraded, { minLength: 8, maxLength: 60 }),
    anyRising,
  );
  const record = fc.dictionary(fc.constantFrom('a', 'b', 'c'), column, { noNullPrototype: true });
  fc.assert(
    fc.property(record, record, (first, second) => {
      const bits = bitWriter();
      const stored = [writeColumns(first, bits), writeColumns(second, bits)];
      const reader = bitReader(bits.bytes());
      const read = stored.map((columns) =>
        readColumns(StoredColumns.parse(JSON.parse(JSON.stringify(columns))), reader),
      );
      expect(read).toEqual([first, second]);
    }),
    runs(500),
  );
});
