import { describe, expect, it } from 'vitest';
import { budgetPolicy, mistakesIn } from './policy-text.ts';

const sensible = 'at: must be in ascending order, without duplicates, above 0% and at most 1000%';
const starts = 'starts: write the day of the month from 1 to 28, or a weekday such as monday';

describe('mistakes in a rule on money', () => {
  it.each([
    'USD a month',
    '5000',
    '5000 USD',
    '$5000 a month',
    '5,000 USD a month',
    '-5 USD a month',
    '5000 EUR a month',
    '5000 USD a year',
    '5000 USD in 1 days',
    '5000 USD in 100 days',
    '1e3 USD a month',
  ])('are reported: %j is not a budget', (budget) => {
    const text = `version: 1\nrules:\n  - { name: a, budget: "${budget}" }`;
    expect(mistakesIn(text)).toEqual([
      `3:24 rules[0].budget: write US dollars and a period, such as 5000 USD a month, 200 USD a day or 3000 USD in 30 days, not "${budget}"`,
    ]);
  });

  it.each([
    ['at: []', 'at: is empty; write percentages such as [50%, 80%, 100%]'],
    ['at: 80%', 'at: write percentages such as [50%, 80%, 100%], not "80%"'],
    ['at: [80%, 80%]', sensible],
    ['at: [80%, 4000 USD]', sensible],
    ['at: [4000 USD, 60%]', sensible],
    ['at: [0%]', sensible],
    ['at: [0 USD]', sensible],
    ['at: [1001%]', sensible],
    ['at: [$80]', 'at[0]: write a percentage such as 80%, or money such as 4000 USD, not "$80"'],
    ['forecast: 0%', 'forecast: must be above 0% and at most 1000%'],
    ['forecast: 60000 USD', 'forecast: must be above 0% and at most 1000%'],
    ['forecast: true', 'forecast: write a percentage such as 80%, or money such as 4000 USD, not true'],
    ['starts: 29', 'starts: write a whole number from 1 to 28, not 29'],
    ['starts: 0', 'starts: write a whole number from 1 to 28, not 0'],
    ['starts: 1.5', `${starts}, not 1.5`],
    ['starts: Monday', `${starts}, not "Monday"`],
    ['starts: monday', 'starts: a month starts on a day from 1 to 28'],
    ['ahead-only: 1', 'ahead-only: write true or false, not 1'],
    ['act-on-estimates: maybe', 'act-on-estimates: write true or false, not "maybe"'],
    [
      'on: reported\n    act-on-estimates: true\n    then: [{ stop: idle, at: 110% }]',
      'act-on-estimates: reported spend contains no estimates; write on: to-date, or remove this',
    ],
    [
      'act-on-estimates: true',
      'act-on-estimates: is for budgets that stop VMs; add a step such as { stop: idle, at: 110% }, or remove this',
    ],
    ['shared: yes', 'shared: write true or false, not "yes"'],
    ['starts: 15\n    on: reported', 'on: the platform reports whole calendar months only; write to-date'],
    [
      'match: { account: main }\n    shared: true',
      'shared: only projects can share a limit; remove shared or account',
    ],
    ['on: forecast', 'on: write reported or to-date, not "forecast"'],
    ['mode: enforced', 'mode: write observe or enforce, not "enforced"'],
    ['cool-off: 1m', 'cool-off: must be between 15 min and 366 d'],
    [
      'match: { team: ml }',
      'match.team: unknown key; known here: project, connection, kind, id, name, gpu-model, data-center, created-by, metadata, account',
    ],
    [
      'match:',
      'match: write { project: research-* }, { account: main } or { metadata: { team: research } }, not nothing',
    ],
    [
      'match: { account: main, id: vm-1 }',
      'match: a budget matches resources of projects only; remove account, or the other keys',
    ],
    ['match: { metadata: {} }', 'match.metadata: is empty; write a metadata key'],
    [
      'match: { id: vm-1 }\n    on: reported',
      'on: the platform reports spend by project, not by resource; write to-date',
    ],
  ])('are reported: a budget cannot have %j', (field, expected) => {
    expect(
      mistakesIn(budgetPolicy(field)).map((mistake) => mistake.replace(/^\d:\d+ rules\[0\]\./, '')),
    ).toEqual([expected]);
  });

  it.each([
    ['200 USD a day', 'starts: 15', 'starts: a day starts at midnight; remove this'],
    ['200 USD a week', 'starts: 15', 'starts: a week starts on a weekday such as monday'],
    ['200 USD in 7 days', 'starts: monday', 'starts: a rolling period has no start; remove this'],
    ['200 USD a week', 'on: reported', 'on: the platform reports whole calendar months only; write to-date'],
    ['200 USD in 30 days', 'forecast: 100%', 'forecast: a rolling period has no end; remove this'],
    [
      '200 USD in 30 days',
      'ahead-only: true',
      'ahead-only: a rolling period has no elapsed share; remove this',
    ],
  ])('are reported: a budget of %s cannot have %j', (budget, field, expected) => {
    const text = `version: 1\nrules:\n  - name: a\n    budget: ${budget}\n    ${field}`;
    expect(mistakesIn(text).map((mistake) => mistake.replace(/^\d:\d+ rules\[0\]\./, ''))).toEqual([
      expected,
    ]);
  });

  it.each([
    ['anomaly: 1.5', 'anomaly: write a factor over the usual rate, such as 1.5x, or default, not 1.5'],
    ['anomaly: 0.5x', 'anomaly: must be between 1x and 100x'],
    ['anomaly: 150%', 'anomaly: write a factor over the usual rate, such as 1.5x, or default, not "150%"'],
    ['least: 1 USD', 'least: write US dollars an hour, such as 1 USD an hour, not "1 USD"'],
    ['least: 0 USD an hour', 'least: must be above 0 USD an hour'],
    ['deviations: 21', 'deviations: write a number from 0 to 20, not 21'],
    ['needs: 12h', 'needs: must be between 1 d and 7 d'],
    ['needs: 48', 'needs: write the history needed, such as 48h, not 48'],
    ['match: { id: vm-1 }', 'match.id: unknown key; known here: project, account, connection'],
  ])('are reported: an anomaly rule cannot have %j', (field, expected) => {
    const kind = field.startsWith('anomaly') ? [] : ['anomaly: 1.5x'];
    const text = `version: 1\nrules:\n  - name: a\n    ${[...kind, field].join('\n    ')}`;
    expect(mistakesIn(text).map((mistake) => mistake.replace(/^\d:\d+ rules\[0\]\./, ''))).toEqual([
      expected,
    ]);
  });
});
