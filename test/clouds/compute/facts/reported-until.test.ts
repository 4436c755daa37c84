import { expect, it } from 'vitest';
import { computeReportedEnd } from '../../../../lib/clouds/compute/facts/spend-in-rows.ts';
import { instant } from '../../../../lib/model/time/time.ts';

const at = (clock: string) => instant(Date.parse(`2026-11-01T${clock}Z`));

it.each([
  ['09:40', '09:00', 'ends with the last full hour'],
  ['10:00', '10:00', 'holds the hour that has just ended'],
  ['00:20', '00:10', 'begins no earlier than the figure, as where a month begins at half past'],
])('Spend read at %s is complete until %s: it %s', (asked, until) => {
  expect(computeReportedEnd(at('00:10'), at(asked))).toBe(at(until));
});
