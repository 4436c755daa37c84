import fc from 'fast-check';
import type * as z from 'zod';
import { Observation } from '../../lib/model/facts/observation.ts';
import { TargetId } from '../../lib/model/ids.ts';
import { Rollup } from '../../lib/model/money/meter.ts';
import { StoredCharge, StoredMoney, StoredPrice } from '../../lib/model/money/money.ts';
import { PriceBasis, StoredResourcePrice } from '../../lib/model/money/price.ts';
import { Instant } from '../../lib/model/time/time.ts';
import { Head } from '../../lib/state/head.ts';
import { JournalEntry } from '../../lib/state/journal.ts';
import { anyText, arbitraryOf } from '../support/arbitrary-of.ts';

const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${most}}$`));
const anyDecimal = fc.oneof(
  fc.constantFrom('0', '0.5213', '1.2250', '3.1875', '-4'),
  fc.tuple(digits(20), digits(12)).map(([whole, rest]) => `${whole}.${rest}`),
  fc.tuple(digits(20), digits(12)).map(([whole, rest]) => `-1${whole}.${rest}`),
);

/** Mostly of these years, as keys can hold no other than 0 to 9999. */
export const anyInstant: fc.Arbitrary<Instant> = fc
  .oneof(
    fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) }),
    fc
      .integer({ min: Date.UTC(2026, 0) / 1_000, max: Date.UTC(2027, 0) / 1_000 })
      .map((second) => second * 1_000),
    fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }),
  )
  .map((at) => Instant.parse(at));

const anyTarget = fc
  .tuple(fc.constantFrom('project', 'account'), anyText)
  .map(([kind, name]) => `${kind}/${name}`)
  .filter((target) => TargetId.safeParse(target).success);

const likely = new Map<z.ZodType, fc.Arbitrary<unknown>>([
  [Instant, anyInstant],
  [TargetId, anyTarget],
  [StoredMoney, anyDecimal],
  [StoredPrice, anyDecimal],
  [StoredCharge, anyDecimal],
  [
    StoredResourcePrice,
    fc.oneof(
      anyDecimal,
      fc
        .tuple(anyDecimal, anyDecimal, fc.constantFrom(...PriceBasis.options))
        .map((parts) => parts.join('/')),
    ),
  ],
]);

export const anyHead = arbitraryOf(Head, likely);
export const anyObservation = arbitraryOf(Observation, likely);
export const anyMeter = arbitraryOf(Rollup, likely);
export const anyJournalEntry = arbitraryOf(JournalEntry, likely);
