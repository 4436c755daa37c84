import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { RuleName } from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { hours, minutes } from '../../../lib/model/time/time.ts';
import { mistakesIn, rulePolicy } from './policy-text.ts';

const read = (...fields: string[]) => readPolicy(rulePolicy(...fields), 'policy.yaml').rules[0];
const terms = { name: RuleName.parse('a rule'), for: minutes(0), repeat: hours(4), then: [] };
const everything = { project: '*', account: '*' };

describe('a rule on rates, credit or missing data is read with its values in the units of the model', () => {
  it.each([
    [
      ['rate: 12.50 USD per hour', 'match: { project: lab-* }', 'for: 10m', 'repeat: never'],
      {
        kind: 'rate',
        ...terms,
        match: { project: 'lab-*' },
        limit: { kind: 'hourly', price: hourlyPrice('12.5') },
        for: minutes(10),
        repeat: null,
      },
    ],
    [
      ['rate: 50 USD an hour'],
      { kind: 'rate', ...terms, match: {}, limit: { kind: 'hourly', price: hourlyPrice('50') } },
    ],
    [
      ['rate: 80% of hourly limit'],
      {
        kind: 'rate',
        ...terms,
        match: { account: '*' },
        limit: { kind: 'share-of-hourly-limit', percent: 80 },
      },
    ],
    [
      ['rate: 62.5% of monthly limit', 'match: { account: main }'],
      {
        kind: 'rate',
        ...terms,
        match: { account: 'main' },
        limit: { kind: 'share-of-monthly-limit', percent: 62.5 },
      },
    ],
    [
      ['runway: [7d, 36h]', 'repeat: 1h'],
      {
        kind: 'runway',
        ...terms,
        match: { account: '*' },
        thresholds: [hours(168), hours(36)],
        repeat: hours(1),
      },
    ],
    [['account-state: active'], { kind: 'account-state', ...terms, match: { account: '*' } }],
    [
      ['freshness: 30m', 'spend: 6h'],
      { kind: 'freshness', ...terms, match: everything, unseen: minutes(30), spend: hours(6) },
    ],
    [
      ['freshness: default', 'match: { project: prod-* }'],
      { kind: 'freshness', ...terms, match: { project: 'prod-*' }, unseen: minutes(15), spend: hours(4) },
    ],
    [
      ['freshness: default', 'match: { project: prod-*, account: main }'],
      {
        kind: 'freshness',
        ...terms,
        match: { project: 'prod-*', account: 'main' },
        unseen: minutes(15),
        spend: hours(4),
      },
    ],
    [
      ['reconcile: 2.5%', 'least: 0.50 USD', 'match: { account: main }'],
      {
        kind: 'reconcile',
        ...terms,
        match: { account: 'main' },
        percent: 2.5,
        least: money('0.5'),
        repeat: hours(24),
      },
    ],
  ])('%j', (fields, rule) => {
    expect(read(...fields)).toEqual(rule);
  });
});

const rates =
  'an hourly rate such as 50 USD an hour, or a share such as 80% of hourly limit or 80% of monthly limit';

describe('a mistake in such a rule is reported', () => {
  it.each([
    [['rate: 50'], [`rate: write ${rates}, not 50`]],
    [['rate: 50 USD a day'], [`rate: write ${rates}, not "50 USD a day"`]],
    [['rate: 80% of the limit'], [`rate: write ${rates}, not "80% of the limit"`]],
    [['rate: 0.001 USD an hour'], ['rate: must be at least 0.01 USD an hour']],
    [['rate: 0% of hourly limit'], ['rate: must be above 0% and at most 1000%']],
    [
      ['rate: 80% of hourly limit', 'match: { project: lab }'],
      [
        'match.project: the platform has limits for billing accounts only; write { account: main }, or remove this',
      ],
    ],
    [
      ['rate: 5 USD an hour', 'match: { project: lab, account: main }'],
      ['match: a rule is for either projects or billing accounts; remove one of them'],
    ],
    [['runway: 24h'], ['runway: write durations such as [72h, 24h, 6h], or default, not "24h"']],
    [['runway:'], ['runway: write durations such as [72h, 24h, 6h], or default, not nothing']],
    [['runway: []'], ['runway: is empty; write durations such as [72h, 24h, 6h], or default']],
    [['runway: [6h, 24h]'], ['runway: must be in descending order, without duplicates']],
    [['runway: [24h, 24h]'], ['runway: must be in descending order, without duplicates']],
    [
      ['runway: [24h, 5m, 6]'],
      ['runway[1]: must be between 15 min and 366 d', 'runway[2]: write a duration such as 24h, not 6'],
    ],
    [
      ['runway: default', 'match: { project: lab }'],
      ['match.project: unknown key; known here: account, connection'],
    ],
    [['account-state: suspended'], ['account-state: write active, not "suspended"']],
    [['freshness: 1m'], ['freshness: must be between 3 min and 7 d']],
    [
      ['freshness: soon'],
      ['freshness: write how long polls of a target may fail, such as 15m, or default, not "soon"'],
    ],
    [['freshness: 15m', 'spend: 1h'], ['spend: must be between 3 h and 7 d']],
    [
      ['freshness: 15m', 'match: { id: x }'],
      ['match.id: unknown key; known here: project, account, connection'],
    ],
    [
      ['reconcile: 5', 'least: 0 USD', 'for: -1m', 'repeat: seldom'],
      [
        'reconcile: write the allowed difference, such as 5%, or default, not 5',
        'least: must be above 0 USD',
        'for: write how long a breach must last to alert, such as 10m, not "-1m"',
        'repeat: write the time between repeated notifications, such as 24h, or never, not "seldom"',
      ],
    ],
  ])('%j', (fields, expected) => {
    const told = mistakesIn(rulePolicy(...fields)).map((mistake) =>
      mistake.replace(/^\d+:\d+ rules\[0\]\./, ''),
    );
    expect(told).toEqual(expected);
  });
});
