import { describe, expect, it } from 'vitest';
import { Subject } from '../../lib/model/ids.ts';
import { instant } from '../../lib/model/time/time.ts';
import { pushKey } from '../../lib/record/keys.ts';
import { aStack, resourceIn } from './a-stack.ts';

describe('the address that machines push to', () => {
  const { template } = aStack({ pushSecret: '/keys/push' });

  it('is there only where a secret is', () => {
    expect(Object.keys(template.findResources('AWS::Lambda::Url'))).toHaveLength(1);
    expect(aStack().template.findResources('AWS::Lambda::Url')).toEqual({});
  });

  it('may store pushes and read its secret, and nothing else', () => {
    const { PolicyDocument } = resourceIn(template, 'AWS::IAM::Policy', 'SpendwatchPushReceiverRole')
      .properties as { PolicyDocument: { Statement: readonly Record<string, unknown>[] } };
    const { pk } = pushKey({ machine: Subject.parse('project/lab/vm/train'), at: instant(0) });
    expect(PolicyDocument.Statement.map(({ Action, Condition }) => ({ Action, Condition }))).toEqual([
      { Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] },
      {
        Action: ['dynamodb:GetItem', 'dynamodb:PutItem'],
        Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [pk] } },
      },
      { Action: 'ssm:GetParameter' },
    ]);
  });

  it('takes no more than five pushes at once, each for at most ten seconds', () => {
    expect(resourceIn(template, 'AWS::Lambda::Function', 'SpendwatchPush').properties).toMatchObject({
      ReservedConcurrentExecutions: 5,
      Timeout: 10,
      Environment: { Variables: { SPENDWATCH_PUSH_SECRET: 'ssm:/keys/push' } },
    });
  });

  it.each(['Watch', 'Act'])('is known to %s, which reads pushes and cannot read the secret', (leg) => {
    const lambda = resourceIn(template, 'AWS::Lambda::Function', `Spendwatch${leg}`).properties;
    expect(lambda).toMatchObject({
      Environment: { Variables: { SPENDWATCH_PUSH_SECRET: 'ssm:/keys/push' } },
    });
    const may = resourceIn(template, 'AWS::IAM::Policy', `Spendwatch${leg}Role`).properties;
    expect(JSON.stringify(may)).not.toContain('keys/push');
  });
});
