import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { hours, minutes } from '../../../lib/model/time/time.ts';

const readRule = (fields: readonly string[]) =>
  readPolicy(`version: 1\nrules:\n  - ${['name: the rule', ...fields].join('\n    ')}\n`, 'policy.yaml')
    .rules[0];

describe('the limit of transitional states', () => {
  it.each<[readonly string[], number | null]>([
    [['waste: stopped-vm'], hours(1)],
    [['waste: powered-off'], hours(1)],
    [['waste: [detached-disk, failed]'], hours(1)],
    [['waste: detached-disk'], null],
    [['waste: untouched-volume', 'after: 7d'], null],
    [['waste: untouched-volume', 'after: 7d', 'transitional: 2h'], hours(2)],
    [['waste: all', 'transitional: 90m'], minutes(90)],
    [['waste: all', 'transitional: never'], null],
  ])('is the one written, or the default of the rule: %j', (fields, expected) => {
    expect(readRule(fields)).toMatchObject({ transitional: expected });
  });
});
