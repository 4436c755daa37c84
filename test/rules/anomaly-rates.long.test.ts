import { expect, it } from 'vitest';
import { defaults } from '../../lib/forms/defaults.ts';
import { RuleName } from '../../lib/model/ids.ts';
import { hourlyPrice } from '../../lib/model/money/money.ts';
import { hours, later } from '../../lib/model/time/time.ts';
import { judgeAnomaly } from '../../lib/rules/anomaly/judge.ts';
import type { AnomalyRule } from '../../lib/rules/anomaly/terms.ts';
import { at } from '../support/at.ts';
import { anHourAt, hourFacts } from './judged-rate.ts';
import { type Series, seriesOf, waysToSpend } from './spend-series.ts';

const week = 7 * 24;
const begins = at('2026-06-01T00:00:00');
const rule: AnomalyRule = {
  kind: 'anomaly',
  name: RuleName.parse('unusual'),
  match: {},
  for: hours(0),
  repeat: null,
  then: [],
  deviations: defaults.anomaly.deviations,
  needs: 48,
  factor: 1.5,
  least: hourlyPrice('1'),
};

/** For each hour of a series, whether it was found anomalous with the hours before it as history. */
function unusualHours(series: Series, from: number, until: number): boolean[] {
  const meters = series.map((rate, hour) => anHourAt(later(begins, hours(hour)), rate.toFixed(6)));
  return Array.from({ length: until - from }, (_, index) => {
    const hour = from + index;
    const now = later(begins, hours(hour + 1 / 30));
    const facts = hourFacts(
      meters.slice(Math.max(0, hour - 4 * week - 1), hour),
      (series[hour] ?? 0).toFixed(6),
      now,
    );
    return judgeAnomaly(rule, facts)[0]?.kind === 'breached';
  });
}
const episodes = (unusual: readonly boolean[]): number =>
  unusual.filter((is, index) => is && unusual[index - 1] !== true).length;

const seeds = [0, 1, 2];

/** Alerts in three series where nothing but chance happens, and how many of three doublings the next poll shows. */
function measured(way: string) {
  const alarms = (from: number, until: number): number =>
    seeds
      .map((seed) => episodes(unusualHours(seriesOf(way, seed, 8 * week), from, until)))
      .reduce((total, count) => total + count, 0);
  const isNotified = (seed: number): boolean => {
    const doubled = seriesOf(way, seed, 6 * week).map((rate, hour) => (hour < 5 * week ? rate : 2 * rate));
    return unusualHours(doubled, 5 * week, 5 * week + 1).includes(true);
  };
  return {
    atFirst: alarms(0, 4 * week),
    later: alarms(4 * week, 8 * week),
    noticed: seeds.filter(isNotified).length,
  };
}

// docs/rules.md states these figures.
it.each([
  ['always the same', { atFirst: 0, later: 0, noticed: 3 }],
  ['noisy days', { atFirst: 11, later: 2, noticed: 3 }],
  ['working hours', { atFirst: 3, later: 0, noticed: 3 }],
  ['steady growth', { atFirst: 0, later: 0, noticed: 3 }],
  ['a level that wanders', { atFirst: 0, later: 0, noticed: 3 }],
  ['steps, one in twelve days', { atFirst: 0, later: 0, noticed: 3 }],
  ['machines that come and go', { atFirst: 7, later: 4, noticed: 1 }],
])('alerts are few, and so many doublings are noticed at once where there is %s', (way, expected) => {
  expect(measured(way)).toEqual(expected);
});

it('every way to spend is measured', () => {
  expect(Object.keys(waysToSpend)).toHaveLength(7);
});
