import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Key } from 'aws-cdk-lib/aws-kms';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { aStack, checkout, resourceIn } from './a-stack.ts';

const Grants = z.object({
  PolicyDocument: z.object({
    Statement: z.array(
      z.strictObject({
        Effect: z.literal('Allow'),
        Action: z.unknown(),
        Resource: z.unknown(),
        Condition: z.unknown().optional(),
      }),
    ),
  }),
});

// The first stack of a process takes the library long.
describe('what each part of the deployment may do', { timeout: 60_000 }, () => {
  const { template } = aStack();
  const arnOf = (type: string, prefix: string) => ({
    'Fn::GetAtt': [resourceIn(template, type, prefix).name, 'Arn'],
  });
  const joined = (...parts: readonly unknown[]) => ({ 'Fn::Join': ['', parts] });
  const parameterArn = (name: string) =>
    joined(
      'arn:',
      { Ref: 'AWS::Partition' },
      ':ssm:',
      { Ref: 'AWS::Region' },
      ':',
      { Ref: 'AWS::AccountId' },
      `:parameter/${name}`,
    );
  /** What a role may do: everything, since no other policy is attached to it. */
  function grants(prefix: string, from = template) {
    expect(resourceIn(from, 'AWS::IAM::Role', `${prefix}Role`).properties).not.toHaveProperty(
      'ManagedPolicyArns',
    );
    const { PolicyDocument } = Grants.parse(resourceIn(from, 'AWS::IAM::Policy', `${prefix}Role`).properties);
    return PolicyDocument.Statement.map(({ Action, Resource, Condition }) => ({
      may: Action,
      on: Resource,
      ...(Condition === undefined ? {} : { if: Condition }),
    }));
  }

  const ledger = () => arnOf('AWS::DynamoDB::Table', 'SpendwatchLedger');
  const reads = ['dynamodb:GetItem', 'dynamodb:Query'];
  const writes = ['dynamodb:BatchWriteItem', 'dynamodb:PutItem'];
  const writing = (...keys: readonly string[]) => ({
    may: writes,
    on: ledger(),
    if: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
  });
  const targets = ['shard#*', 'project/*', 'account/*', 'group/*'];
  const logging = (prefix: string) => ({
    may: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    on: arnOf('AWS::Logs::LogGroup', prefix),
  });
  const keepingFailures = () => ({
    may: 'sqs:SendMessage',
    on: arnOf('AWS::SQS::Queue', 'SpendwatchDeadLetters'),
  });

  it('lets watch use the ledger except its control records, the viewer key and act, and nothing else', () => {
    expect(grants('SpendwatchWatch')).toEqual([
      logging('SpendwatchWatch'),
      { may: reads, on: ledger() },
      writing(...targets),
      keepingFailures(),
      { may: 'lambda:InvokeFunction', on: arnOf('AWS::Lambda::Function', 'SpendwatchAct') },
      { may: 'ssm:GetParameter', on: parameterArn('keys/viewer') },
    ]);
  });

  it('lets act use the ledger, the editor key and the topic with its key, and nothing else', () => {
    expect(grants('SpendwatchAct')).toEqual([
      logging('SpendwatchAct'),
      { may: reads, on: ledger() },
      writing(...targets, 'control'),
      { may: 'sns:Publish', on: { Ref: resourceIn(template, 'AWS::SNS::Topic', 'SpendwatchMessages').name } },
      {
        may: ['kms:Decrypt', 'kms:GenerateDataKey'],
        on: arnOf('AWS::KMS::Key', 'SpendwatchMessages'),
        if: {
          StringEquals: { 'kms:ViaService': joined('sns.', { Ref: 'AWS::Region' }, '.amazonaws.com') },
        },
      },
      keepingFailures(),
      { may: 'ssm:GetParameter', on: parameterArn('keys/editor') },
    ]);
  });

  it('lets the schedules invoke watch and keep what could not be delivered, and nothing else', () => {
    expect(grants('SpendwatchPolling')).toEqual([
      { may: 'lambda:InvokeFunction', on: arnOf('AWS::Lambda::Function', 'SpendwatchWatch') },
      keepingFailures(),
    ]);
  });

  it('has no other roles, and no policy but those', () => {
    template.resourceCountIs('AWS::IAM::Role', 3);
    template.resourceCountIs('AWS::IAM::Policy', 3);
    template.resourceCountIs('AWS::IAM::ManagedPolicy', 0);
    template.resourceCountIs('AWS::Lambda::Permission', 0);
  });

  it('lets only schedules of this stack take the role of schedules', () => {
    template.hasResourceProperties('AWS::IAM::Role', {
      AssumeRolePolicyDocument: {
        Statement: [
          {
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: {
              StringEquals: {
                'aws:SourceAccount': { Ref: 'AWS::AccountId' },
                'aws:SourceArn': arnOf('AWS::Scheduler::ScheduleGroup', 'SpendwatchPolling'),
              },
            },
          },
        ],
      },
    });
  });

  it('grants every request that the ledger makes of DynamoDB, and no other', () => {
    const source = readFileSync(join(checkout, 'lib/record/item-store.ts'), 'utf8');
    const asked = new Set(source.match(/(?<=new )\w+(?=Command\()/g));
    expect([...reads, ...writes].toSorted()).toEqual(
      [...asked].map((request) => `dynamodb:${request}`).toSorted(),
    );
  });

  it('lets a key of one’s own be used for that one parameter, where the API keys are encrypted with it', () => {
    const arn = 'arn:aws:kms:eu-west-2:123456789012:key/11111111-2222-3333-4444-555555555555';
    const { stack } = aStack();
    const withKey = aStack({ apiKeysKey: Key.fromKeyArn(stack, 'Own', arn) }).template;
    expect(grants('SpendwatchWatch', withKey)).toContainEqual({
      may: 'kms:Decrypt',
      on: arn,
      if: { StringEquals: { 'kms:EncryptionContext:PARAMETER_ARN': parameterArn('keys/viewer') } },
    });
  });

  it('lets both functions read the one key there is, and says what that weakens', () => {
    const one = aStack({ apiKeys: { kind: 'one', name: '/keys/only' } }).template;
    for (const leg of ['SpendwatchWatch', 'SpendwatchAct']) {
      expect(grants(leg, one)).toContainEqual({ may: 'ssm:GetParameter', on: parameterArn('keys/only') });
    }
    const outputs = JSON.stringify(one.findOutputs('*'));
    expect(outputs).toContain('is the only API key');
    expect(JSON.stringify(template.findOutputs('*'))).not.toContain('only API key');
  });
});
