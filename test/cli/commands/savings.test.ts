import { expect, it } from 'vitest';
import { savingsLines } from '../../../lib/cli/reading/savings.ts';
import { colorsFor } from '../../../lib/cli/terminal.ts';
import { free, noMoney } from '../../../lib/model/money/money.ts';
import { days, earlier, minutes } from '../../../lib/model/time/time.ts';
import { noon } from '../../support/builders/observation-builders.ts';

const totals = { avoided: free, avoidedSince: noMoney, notSaved: noMoney, isEstimate: false };
const interval = { from: earlier(noon, days(1)), until: noon };
const none = { interval, avoided: [], measured: [], notSaved: [], totals };

it.each([
  ['in part', 52, ', 52 of 1,440 minutes watched'],
  ['throughout', 1_440, ''],
])('savings of a time that was watched %s state how much of it that was', (_, watched, words) => {
  const coverage = { span: days(1), known: days(1), watched: minutes(watched) };
  const colors = colorsFor({ isTTY: false } as never, {});
  const [first] = savingsLines(none, coverage, { width: 120, colors, now: noon, zone: 'UTC' });
  expect(first).toBe(`From 2026-11-20 12:00 to 2026-11-21 12:00 (UTC)${words}`);
});
