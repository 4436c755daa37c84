import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Key } from 'aws-cdk-lib/aws-kms';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  accountTarget,
  BillingAccountId,
  groupTarget,
  ProjectId,
  projectTarget,
  RuleName,
} from '../../lib/model/ids.ts';
import { fitsGlob } from '../../lib/model/rules/match.ts';
import { instant } from '../../lib/model/time/time.ts';
import { controlKey, headChunkKey, headKey, journalKey, momentKey } from '../../lib/record/keys.ts';
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

describe('what each part of the deployment may do', () => {
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
  const underKeys = (...keys: readonly string[]) => ({
    on: ledger(),
    if: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
  });
  const writing = (...keys: readonly string[]) => ({ may: 'dynamodb:PutItem', ...underKeys(...keys) });
  const deleting = () => ({ may: 'dynamodb:DeleteItem', ...underKeys('head#*') });
  const targets = ['shard#*', 'head#*', 'project/*', 'project@*', 'account/*', 'account@*', 'group/*'];
  const notes = 'noted';
  const logging = (prefix: string) => ({
    may: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    on: arnOf('AWS::Logs::LogGroup', prefix),
  });
  const keepingFailures = () => ({
    may: 'sqs:SendMessage',
    on: arnOf('AWS::SQS::Queue', 'SpendwatchDeadLetters'),
  });

  it('lets watch use the ledger except the control record, read the viewer key and invoke act, and nothing else', () => {
    expect(grants('SpendwatchWatch')).toEqual([
      logging('SpendwatchWatch'),
      { may: reads, on: ledger() },
      writing(...targets, notes),
      deleting(),
      { may: 'lambda:InvokeFunction', on: arnOf('AWS::Lambda::Function', 'SpendwatchAct') },
      { may: 'ssm:GetParameter', on: parameterArn('keys/viewer') },
    ]);
  });

  const delivers = ['sns:Publish', 'sns:ListSubscriptionsByTopic', 'sns:GetSubscriptionAttributes'];
  const publishing = () => ({
    may: 'sns:Publish',
    on: { Ref: resourceIn(template, 'AWS::SNS::Topic', 'SpendwatchMessages').name },
  });
  const acting = () => [
    logging('SpendwatchAct'),
    { may: reads, on: ledger() },
    writing(...targets, notes, 'control'),
    deleting(),
    { ...publishing(), may: delivers },
    keepingFailures(),
    { may: 'ssm:GetParameter', on: parameterArn('keys/editor') },
  ];

  it('lets act use the ledger, read the editor key and publish on the topic, and nothing else', () => {
    expect(grants('SpendwatchAct')).toEqual(acting());
  });

  it('lets the function for alarms publish and see those alarms, and nothing else', () => {
    expect(grants('SpendwatchHealthAlarm')).toEqual([
      logging('SpendwatchHealthAlarm'),
      publishing(),
      keepingFailures(),
    ]);
  });

  it('lets act read the addresses of its routes by name, publish on their topics, and nobody else', () => {
    const routed = aStack({
      routes: [
        { to: 'slack', name: null, url: '/routes/slack' },
        { to: 'webhook', name: null, url: '/routes/hook', secret: '/routes/hook-secret' },
        { to: 'amazon-q', name: null },
      ],
    }).template;
    const reading = (name: string) => ({ may: 'ssm:GetParameter', on: parameterArn(name) });
    const topic = { Ref: resourceIn(routed, 'AWS::SNS::Topic', 'SpendwatchAmazonQ').name };
    expect(grants('SpendwatchAct', routed)).toEqual([
      ...acting(),
      reading('routes/slack'),
      reading('routes/hook'),
      reading('routes/hook-secret'),
      { may: delivers, on: topic },
    ]);
    for (const prefix of ['SpendwatchWatch', 'SpendwatchHealthAlarm'])
      expect(grants(prefix, routed)).toEqual(grants(prefix));
  });

  it('lets publishers use a customer key of the topic, through SNS alone', () => {
    const arn = 'arn:aws:kms:eu-west-1:123456789012:key/own';
    const { stack } = aStack();
    const keyed = aStack({ topicKey: Key.fromKeyArn(stack, 'Own', arn) }).template;
    for (const prefix of ['SpendwatchAct', 'SpendwatchHealthAlarm']) {
      expect(grants(prefix, keyed)).toContainEqual({
        may: ['kms:Decrypt', 'kms:GenerateDataKey'],
        on: arn,
        if: {
          StringEquals: { 'kms:ViaService': joined('sns.', { Ref: 'AWS::Region' }, '.amazonaws.com') },
        },
      });
    }
  });

  it('lets the schedules invoke watch and queue events that could not be delivered, and nothing else', () => {
    expect(grants('SpendwatchPolling')).toEqual([
      { may: 'lambda:InvokeFunction', on: arnOf('AWS::Lambda::Function', 'SpendwatchWatch') },
      keepingFailures(),
    ]);
    expect(grants('SpendwatchHealthRepeats')).toEqual([
      { may: 'lambda:InvokeFunction', on: arnOf('AWS::Lambda::Function', 'SpendwatchHealthAlarm') },
      keepingFailures(),
    ]);
  });

  it('has no other roles, and no policy but those', () => {
    template.resourceCountIs('AWS::IAM::Role', 5);
    template.resourceCountIs('AWS::IAM::Policy', 6);
    // Those for people, which are attached to nobody.
    template.resourceCountIs('AWS::IAM::ManagedPolicy', 2);
    // Those of the alarms, to invoke the function for alarms.
    template.resourceCountIs('AWS::Lambda::Permission', 6);
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
    expect([...reads, 'dynamodb:PutItem', 'dynamodb:DeleteItem'].toSorted()).toEqual(
      [...asked].map((request) => `dynamodb:${request}`).toSorted(),
    );
  });

  it('lets both functions write under every key of targets, and act alone under that of the control record', () => {
    const fits = (pk: string, globs: readonly string[]) => globs.some((glob) => fitsGlob(glob, pk));
    const all = [
      projectTarget(null, ProjectId.parse('lab')),
      accountTarget(null, BillingAccountId.parse('main')),
      groupTarget(RuleName.parse('all labs')),
    ];
    for (const target of all) {
      for (const { pk } of [
        headKey(target),
        headChunkKey(target, 1, 'ab', 0),
        momentKey(target, 'observed', instant(0), 0),
      ])
        expect(fits(pk, targets)).toBe(true);
      // What may be deleted is parts of heads: no sample, no rollup and no audit line.
      expect(fits(headChunkKey(target, 1, 'ab', 0).pk, ['head#*'])).toBe(true);
      const kept = [headKey(target), journalKey(target, { at: instant(0), id: 'said' }), controlKey];
      for (const { pk } of kept) expect(fits(pk, ['head#*'])).toBe(false);
    }
    expect(fits(controlKey.pk, targets)).toBe(false);
    expect(fits(controlKey.pk, [...targets, 'control'])).toBe(true);
  });
});
