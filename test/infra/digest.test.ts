import { describe, expect, it } from 'vitest';
import { temporaryPolicy } from '../support/temporary-file.ts';
import { aStack, resourceIn, rightsOf } from './a-stack.ts';

describe('the daily report', () => {
  const policy = () => temporaryPolicy('timezone: Europe/London\nalerts: { digest: { at: 08:05 } }\n');
  const withDigest = () =>
    aStack({
      policy: policy(),
      routes: [{ to: 'slack', name: null, url: '/routes/slack' }],
    }).template;

  it('is made once a day in the time zone of the policy, and a failed event is kept', () => {
    const template = withDigest();
    const lambda = {
      'Fn::GetAtt': [resourceIn(template, 'AWS::Lambda::Function', 'SpendwatchDigest').name, 'Arn'],
    };
    const queue = {
      'Fn::GetAtt': [resourceIn(template, 'AWS::SQS::Queue', 'SpendwatchDeadLetters').name, 'Arn'],
    };
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'cron(5 8 * * ? *)',
      ScheduleExpressionTimezone: 'Europe/London',
      Target: { Arn: lambda, DeadLetterConfig: { Arn: queue } },
    });
    template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: resourceIn(template, 'AWS::Lambda::Function', 'SpendwatchDigest').name },
      DestinationConfig: { OnFailure: { Destination: queue } },
    });
  });

  it('may read the ledger and its routes, publish, and write the control record, and nothing else: it has no key of the cloud', () => {
    const template = withDigest();
    const rights = rightsOf(template, 'Digest');
    expect(rights.map(({ Action }) => Action)).toEqual([
      ['logs:CreateLogStream', 'logs:PutLogEvents'],
      ['dynamodb:GetItem', 'dynamodb:Query'],
      'dynamodb:PutItem',
      ['sns:Publish', 'sns:ListSubscriptionsByTopic', 'sns:GetSubscriptionAttributes'],
      'sqs:SendMessage',
      'ssm:GetParameter',
    ]);
    expect(rights[2]).toMatchObject({
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['control'] } },
    });
    expect(JSON.stringify(rights.at(-1)?.Resource)).toContain(':parameter/routes/slack');
    const { properties } = resourceIn(template, 'AWS::Lambda::Function', 'SpendwatchDigest');
    expect(JSON.stringify(properties)).not.toContain('SPENDWATCH_KEY_PARAMETER');
  });

  it('has a schedule that may invoke digest only, as that of polls may invoke watch only', () => {
    const template = withDigest();
    const invoked = (prefix: string) =>
      JSON.stringify(rightsOf(template, prefix)).match(/Spendwatch(Digest|Watch|Act)Function/g);
    expect(invoked('Daily')).toEqual(['SpendwatchDigestFunction']);
    expect(invoked('Polling')).toEqual(['SpendwatchWatchFunction']);
  });

  it('does not exist unless the policy asks for it', () => {
    expect(JSON.stringify(aStack({ policy: temporaryPolicy() }).template)).not.toContain('Digest');
  });
});
