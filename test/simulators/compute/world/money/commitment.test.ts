import { describe, expect, it } from 'vitest';
import { isoInstant } from '../../../../../lib/model/time/time.ts';
import { commitmentFrom } from '../../../../../lib/simulators/compute/world/money/commitment.ts';
import { at } from '../../a-cloud.ts';

describe('a commitment', () => {
  it.each([
    ['2026-03-10T10:00:00Z', 'COMMITMENT_TERM_1_MONTH', '2026-04-10T10:00:00Z'],
    ['2026-01-31T23:59:59Z', 'COMMITMENT_TERM_1_MONTH', '2026-02-28T23:59:59Z'],
    ['2028-01-31T00:00:00Z', 'COMMITMENT_TERM_1_MONTH', '2028-02-29T00:00:00Z'],
    ['2026-11-30T12:00:00Z', 'COMMITMENT_TERM_3_MONTHS', '2027-02-28T12:00:00Z'],
    ['2026-08-31T12:00:00Z', 'COMMITMENT_TERM_6_MONTHS', '2027-02-28T12:00:00Z'],
    ['2028-02-29T12:00:00Z', 'COMMITMENT_TERM_12_MONTHS', '2029-02-28T12:00:00Z'],
    ['2026-03-10T10:00:00Z', 'COMMITMENT_TERM_24_MONTHS', '2028-03-10T10:00:00Z'],
    ['2026-03-10T10:00:00Z', 'COMMITMENT_TERM_36_MONTHS', '2029-03-10T10:00:00Z'],
    ['2026-03-10T10:00:00Z', 'COMMITMENT_TERM_60_MONTHS', '2031-03-10T10:00:00Z'],
  ])('made at %s for %s ends at %s', (from, term, until) => {
    const commitment = commitmentFrom(at(from), term);
    expect(commitment && { term: commitment.term, until: isoInstant(commitment.until) }).toEqual({
      term,
      until,
    });
  });

  it('without a term is none, and with an unknown term is refused', () => {
    expect(commitmentFrom(at('2026-03-10T10:00:00Z'), 'COMMITMENT_TERM_NONE')).toBeNull();
    expect(() => commitmentFrom(at('2026-03-10T10:00:00Z'), 'COMMITMENT_TERM_2_MONTHS')).toThrow(
      'not an available term',
    );
  });
});
