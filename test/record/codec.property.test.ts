import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bitReader, bitWriter } from '../../lib/record/bits.ts';
import { journalEntryOf, journalItem, meterItem, meterOf } from '../../lib/record/clear-item.ts';
import { decodeHead, decodeSighting, encodeHead, encodeSighting } from '../../lib/record/codec.ts';
import { readColumns, StoredColumns, writeColumns } from '../../lib/record/columns.ts';
import { anyFigure } from '../support/arbitrary-of.ts';
import { lab } from '../support/sighting-builders.ts';
import { anyHead, anyJournalEntry, anyMeter, anySighting } from './model-values.ts';

it('any head comes back as it was', () => {
  fc.assert(
    fc.property(anyHead, (head) => {
      expect(decodeHead(encodeHead(head))).toEqual(head);
    }),
    { numRuns: 300 },
  );
});

it('any sighting comes back as it was', () => {
  fc.assert(
    fc.property(anySighting, (sighting) => {
      expect(decodeSighting(encodeSighting(sighting))).toEqual(sighting);
    }),
    { numRuns: 300 },
  );
});

it('any rollup and any audit line comes back as it was', () => {
  fc.assert(
    fc.property(anyMeter, anyJournalEntry, (meter, entry) => {
      expect(meterOf(lab, meterItem(lab, meter))).toEqual(meter);
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
    { numRuns: 100 },
  );
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
    { numRuns: 500 },
  );
});
