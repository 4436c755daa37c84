import { describe, expect, it } from 'vitest';
import { PolicyLocationText, readPolicyLocation } from '../../../lib/config/settings/policy-location.ts';

describe('the location of a policy', () => {
  it.each([
    ['ssm:/spendwatch/policy', { kind: 'ssm', name: '/spendwatch/policy' }],
    ['ssm:policy', { kind: 'ssm', name: 'policy' }],
    ['s3://my.policies/spendwatch.yaml', { kind: 's3', bucket: 'my.policies', key: 'spendwatch.yaml' }],
    [
      's3://policies/team_a/v1/spend-watch.yaml',
      { kind: 's3', bucket: 'policies', key: 'team_a/v1/spend-watch.yaml' },
    ],
  ])('%s is read', (text, place) => {
    expect(PolicyLocationText.safeParse(text).success).toBe(true);
    expect(readPolicyLocation(text)).toEqual({ text, ...place });
  });

  it.each([
    'spendwatch.yaml',
    '/spendwatch/policy',
    'ssm:',
    'ssm:/spendwatch/*',
    's3://policies',
    's3://policies/',
    's3://Policies/spendwatch.yaml',
    's3://policies/*',
    's3://policies/a b.yaml',
    's3://policies/team//spendwatch.yaml',
    'https://example.com/spendwatch.yaml',
  ])('%s is refused, since a permission must name exactly one object', (text) => {
    expect(PolicyLocationText.safeParse(text).error?.issues[0]?.message).toMatch(/^must look like ssm:/);
  });
});
