import { expect, it } from 'vitest';
import { RuleName, Subject } from '../../lib/model/ids.ts';
import { days, earlier, later, milliseconds, type Span } from '../../lib/model/time/time.ts';
import { controlItem, journalItem } from '../../lib/record/clear-item.ts';
import { headItems } from '../../lib/record/head-store.ts';
import { firstKept } from '../../lib/record/retention.ts';
import { rollupItem } from '../../lib/record/rollup-item.ts';
import { sampleItems, samplingItems } from '../../lib/record/sample-item.ts';
import { firstControl } from '../../lib/state/control.ts';
import { at } from '../support/at.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { aHead, anObservation, lab } from '../support/builders/observation-builders.ts';

const midnight = at('2026-11-01T00:00:00');
const anEntry = {
  id: 'a',
  at: midnight,
  event: 'notified',
  subject: Subject.parse(lab),
  rule: RuleName.parse('budget'),
  because: 'because',
} as const;

it.each([
  ['a sample', sampleItems(lab, [anObservation({ at: midnight })])[0], 35],
  ['usage samples', samplingItems(lab, { at: midnight, usage: [] })[0], 35],
  ['an hour', rollupItem(lab, aMeter('hour', midnight)), 400],
  ['a day', rollupItem(lab, aMeter('day', midnight)), 5 * 366],
  ['an audit line', journalItem(lab, anEntry), 5 * 366],
])('%s expires at the end of its retention', (_, item, kept) => {
  expect(item?.['expires']).toEqual({ N: String(later(midnight, days(kept)) / 1_000) });
});

it.each([
  ['a month', rollupItem(lab, aMeter('month', midnight))],
  ['a head', headItems(aHead({ seq: 1 })).item],
  ['the control record', controlItem({ ...firstControl, seq: 1 })],
])('%s never expires', (_, item) => {
  expect(item).not.toHaveProperty('expires');
});

it('an item that expires in the middle of a second is kept until the end of it', () => {
  const [item] = sampleItems(lab, [anObservation({ at: later(midnight, milliseconds(1)) })]);
  expect(item?.['expires']).toEqual({ N: String(later(midnight, days(35)) / 1_000 + 1) });
});

it.each([
  ['observed', days(34), days(34)],
  ['observed', days(35), (days(35) - 1) as Span],
  ['observed', days(99), (days(35) - 1) as Span],
  ['hour', days(999), (days(400) - 1) as Span],
  ['month', days(9_999), days(9_999)],
] as const)(
  'a query of %s reaches back no further than items are certain to be kept',
  (kind, asked, read) => {
    expect(firstKept(kind, earlier(midnight, asked), midnight)).toBe(earlier(midnight, read));
  },
);
