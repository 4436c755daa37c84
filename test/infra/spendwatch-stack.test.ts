import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readConnectedSettings } from '../../lib/config/settings/settings.ts';
import { Spendwatch } from '../../lib/infra/spendwatch.ts';
import { tableDefinition, tableInput } from '../../lib/record/table.ts';
import { temporaryFile } from '../support/temporary-file.ts';
import { aStack, errorsOf, props, resourceIn, withoutCode } from './a-stack.ts';

const Leg = z.object({
  Runtime: z.string(),
  Architectures: z.array(z.string()),
  MemorySize: z.number(),
  Timeout: z.number(),
  LoggingConfig: z.object({ LogFormat: z.string() }),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
  ReservedConcurrentExecutions: z.number().optional(),
});

const isPolling = (name: string): boolean => name.startsWith('SpendwatchPolling');

describe('the stack', () => {
  const { template } = aStack();
  const plain = aStack({
    reserveConcurrency: false,
    shards: 3,
    requestsPerMinute: 90,
    keepLedger: false,
    memory: 1_024,
    cloudUrl: 'https://api.example.com',
  }).template;
  const leg = (name: 'Watch' | 'Act', from = template) =>
    Leg.parse(resourceIn(from, 'AWS::Lambda::Function', `Spendwatch${name}`).properties);
  const arnOf = (type: string, prefix: string) => ({
    'Fn::GetAtt': [resourceIn(template, type, prefix).name, 'Arn'],
  });

  it('has a ledger with on-demand capacity, point-in-time recovery and deletion protection, which outlives the stack', () => {
    template.hasResource('AWS::DynamoDB::Table', {
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        DeletionProtectionEnabled: true,
        // Encrypted with a key of AWS's own, which nobody can delete.
        SSESpecification: Match.absent(),
      },
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it('retains nothing but the ledger, whose name is generated, so that it can be deployed again', () => {
    const resources = z
      .record(z.string(), z.looseObject({ Type: z.string(), DeletionPolicy: z.string().optional() }))
      .parse(template.toJSON()['Resources']);
    const kept = Object.values(resources).filter(({ DeletionPolicy }) =>
      DeletionPolicy?.startsWith('Retain'),
    );
    expect(kept.map(({ Type }) => Type)).toEqual(['AWS::DynamoDB::Table']);
    expect(kept[0]).not.toHaveProperty('Properties.TableName');
  });

  it('deletes the ledger with the stack where the settings ask for that', () => {
    plain.hasResource('AWS::DynamoDB::Table', {
      Properties: { DeletionProtectionEnabled: false },
      DeletionPolicy: 'Delete',
    });
  });

  it('keeps the name that its table has in the template, by which an upgrade finds the data', () => {
    expect(resourceIn(template, 'AWS::DynamoDB::Table', '').name).toBe('SpendwatchLedger30C999F6');
  });

  it('creates the table with the same schema as the ledger itself', () => {
    const { TableName: _, ...made } = tableInput('ledger');
    template.hasResourceProperties('AWS::DynamoDB::Table', {
      ...made,
      TimeToLiveSpecification: { AttributeName: tableDefinition.timeToLive, Enabled: true },
    });
  });

  it('can use a restored table, and can link to a dashboard', () => {
    const url = 'https://spend.example.com';
    const restored = aStack({ ledger: 'spendwatch-restored', url }).template;
    restored.resourceCountIs('AWS::DynamoDB::Table', 0);
    expect(leg('Watch', restored).Environment.Variables['SPENDWATCH_TABLE']).toBe('spendwatch-restored');
    expect(leg('Act', restored).Environment.Variables['SPENDWATCH_URL']).toBe(url);
  });

  it('invokes watch every five minutes for every shard, and queues events that could not be delivered', () => {
    expect(Object.keys(template.findResources('AWS::Scheduler::Schedule')).filter(isPolling)).toHaveLength(1);
    expect(Object.keys(plain.findResources('AWS::Scheduler::Schedule')).filter(isPolling)).toHaveLength(3);
    for (const shard of [0, 1, 2]) {
      plain.hasResourceProperties('AWS::Scheduler::Schedule', {
        ScheduleExpression: 'rate(5 minutes)',
        FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 1 },
        State: 'ENABLED',
        Target: {
          Arn: arnOf('AWS::Lambda::Function', 'SpendwatchWatch'),
          Input: JSON.stringify({ shard }),
          RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 300 },
          DeadLetterConfig: { Arn: arnOf('AWS::SQS::Queue', 'SpendwatchDeadLetters') },
        },
      });
    }
    expect(leg('Watch', plain).Environment.Variables).toMatchObject({
      SPENDWATCH_SHARDS: '3',
      SPENDWATCH_REQUESTS_PER_MINUTE: '90',
    });
  });

  it('creates no schedule before the group that it is in', () => {
    const group = resourceIn(template, 'AWS::Scheduler::ScheduleGroup', 'SpendwatchPolling').name;
    template.hasResource('AWS::Scheduler::Schedule', { DependsOn: Match.arrayWith([group]) });
  });

  it('invokes act whether watch succeeded or failed, retries neither, and queues a failed run of act (invariant 8)', () => {
    const act = { Destination: arnOf('AWS::Lambda::Function', 'SpendwatchAct') };
    const kept = { Destination: arnOf('AWS::SQS::Queue', 'SpendwatchDeadLetters') };
    for (const [name, destinations] of [
      ['Watch', { OnSuccess: act, OnFailure: act }],
      ['Act', { OnSuccess: Match.absent(), OnFailure: kept }],
    ] as const) {
      template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
        FunctionName: { Ref: resourceIn(template, 'AWS::Lambda::Function', `Spendwatch${name}`).name },
        MaximumRetryAttempts: 0,
        MaximumEventAgeInSeconds: 300,
        DestinationConfig: destinations,
      });
    }
  });

  it('runs one act at a time, unless concurrency is not reserved', () => {
    expect(leg('Act').ReservedConcurrentExecutions).toBe(1);
    expect(leg('Watch').ReservedConcurrentExecutions).toBeUndefined();
    expect(leg('Act', plain).ReservedConcurrentExecutions).toBeUndefined();
    expect([leg('Act', plain).MemorySize, leg('Watch', plain).MemorySize]).toEqual([1_024, 1_024]);
  });

  it.each(['Watch', 'Act'] as const)(
    'runs %s on arm64 with a time limit, and keeps its log for a month',
    (name) => {
      expect(leg(name)).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        MemorySize: 512,
        Timeout: 300,
        LoggingConfig: { LogFormat: 'JSON' },
      });
      const { properties } = resourceIn(template, 'AWS::Logs::LogGroup', `Spendwatch${name}`);
      expect(properties).toEqual({ RetentionInDays: 30 });
    },
  );

  it.each(['Watch', 'Act'] as const)(
    'gives %s valid settings, with the name of a key and not the key',
    (name) => {
      const { NODE_OPTIONS: _, ...variables } = leg(name).Environment.Variables;
      const standIn: Readonly<Record<string, string>> = {
        SPENDWATCH_TOPIC_ARN: 'arn:aws:sns:eu-west-1:123456789012:messages',
        SPENDWATCH_TABLE: 'ledger',
        SPENDWATCH_CLOUD_URL: 'https://api.example.com',
      };
      const deployed = Object.entries(variables).map(([variable, value]) => [
        variable,
        typeof value === 'string' ? value : standIn[variable],
      ]);
      const { connections, topicArn, deployment } = readConnectedSettings(Object.fromEntries(deployed));
      const key = { kind: 'parameter', name: name === 'Act' ? '/keys/editor' : '/keys/viewer' };
      expect(connections).toMatchObject([{ name: null, key }]);
      expect(topicArn).toBe(name === 'Act' ? standIn['SPENDWATCH_TOPIC_ARN'] : null);
      expect(deployment).toBeNull();
      expect(JSON.stringify(template)).not.toMatch(/SPENDWATCH_API_KEY|SPENDWATCH_ACT_KEY|resolve:ssm/);
    },
  );

  it('asks for the address of the cloud only where the settings do not give it', () => {
    expect(Object.keys(template.findParameters('CloudUrl'))).toEqual(['CloudUrl']);
    expect(plain.findParameters('CloudUrl')).toEqual({});
    expect(leg('Act', plain).Environment.Variables['SPENDWATCH_CLOUD_URL']).toBe('https://api.example.com');
  });

  it('refuses a policy with a mistake, and says where it is', () => {
    const file = temporaryFile('mistaken.yaml', 'version: 1\nrulez: []\n');
    const [error, ...others] = errorsOf(aStack({ policy: file }).stack);
    expect(others).toEqual([]);
    expect(error).toMatch(/^\d mistakes? in the policy\n/);
    expect(error).toContain(`${file}:2:1 rulez`);
  });

  it('can be part of another stack, even twice', () => {
    const app = new App({ context: withoutCode });
    const stack = new Stack(app, 'Theirs');
    const cloudUrl = 'https://api.example.com';
    const first = new Spendwatch(stack, 'First', { ...props, cloudUrl, metrics: true });
    new Spendwatch(stack, 'Second', { ...props, cloudUrl, metrics: true });
    const theirs = Template.fromStack(stack);
    theirs.resourceCountIs('AWS::DynamoDB::Table', 2);
    expect(stack.resolve(first.topic.topicArn)).toEqual({
      Ref: expect.stringMatching(/^FirstMessages/),
    });
    const names = Object.values(theirs.findResources('AWS::Lambda::Function')).flatMap(
      (found) =>
        z.object({ Properties: Leg }).parse(found).Properties.Environment.Variables[
          'SPENDWATCH_DEPLOYMENT'
        ] ?? [],
    );
    expect(names).toHaveLength(4);
    expect(new Set(names).size).toBe(2);
  });
});
