import { describe, expect, it } from 'vitest';
import { withParameters } from '../../../lib/infra/release/samples.ts';

describe('samples of parameters', () => {
  const made = (value: unknown) => withParameters({ value }, ['Email', 'SlackUrl', 'SubnetIds'], {});

  it.each([
    ['Email@given.example', { Ref: 'Email' }],
    ['ssm:/given/SlackUrl', { 'Fn::Sub': `ssm:\${SlackUrl}` }],
    [`\${literal} of xx-given-1`, { 'Fn::Sub': `\${!literal} of \${AWS::Region}` }],
    [['subnet-given'], { 'Fn::Split': [',', { Ref: 'SubnetIds' }] }],
    [1_537, { Ref: 'Memory' }],
  ])('are replaced by them: %j', (sample, parameter) => {
    expect(made(sample)).toEqual({ value: parameter });
  });

  it.each([
    ['/given/WebhookUrl', 'given/WebhookUrl'],
    ['email-given-example', 'given-example'],
    ['Released-Other', 'Released-Other'],
  ])('are not left in a template, where they would be deployed: %s', (sample, left) => {
    expect(() => made([sample])).toThrow(`no parameter takes the place of ${left}`);
  });
});
