import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { PolicyError } from '../../lib/config/policy-error.ts';
import { readSettings } from '../../lib/config/settings.ts';
import { SpendwatchStack } from '../../lib/infra/spendwatch-stack.ts';
import { tableDefinition, tableInput } from '../../lib/record/table.ts';
import { runBundle } from './run-bundle.ts';

const checkout = join(import.meta.dirname, '../..');
const policy = join(checkout, 'docs/spendwatch.example.yaml');
const props = { policy, viewerKey: '/keys/viewer', editorKey: '/keys/editor', reserveConcurrency: true };

const Leg = z.object({
  Code: z.object({ S3Key: z.string() }),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
  ReservedConcurrentExecutions: z.number().optional(),
});
const Grants = z.object({
  PolicyDocument: z.object({
    Statement: z.array(z.object({ Effect: z.literal('Allow'), Action: z.unknown(), Resource: z.unknown() })),
  }),
});

describe('the deployment', () => {
  const app = new App();
  let template: Template;
  let plain: Template;

  // esbuild bundles the two functions once; the second stack finds them ready.
  beforeAll(() => {
    const stack = new SpendwatchStack(app, 'Spendwatch', { ...props, email: 'ops@example.com' });
    const other = new SpendwatchStack(app, 'Plain', { ...props, reserveConcurrency: false });
    template = Template.fromStack(stack);
    plain = Template.fromStack(other);
  }, 60_000);
  afterAll(() => rmSync(app.outdir, { recursive: true }));

  /** The one resource of a type whose name begins so. */
  function resource(type: string, prefix: string, from = template): { name: string; properties: unknown } {
    const found = Object.entries(from.findResources(type)).filter(([name]) => name.startsWith(prefix));
    expect(found).toHaveLength(1);
    return { name: found[0]?.[0] ?? '', properties: found[0]?.[1]['Properties'] };
  }
  const leg = (name: 'Watch' | 'Act', from = template) =>
    Leg.parse(resource('AWS::Lambda::Function', `Spendwatch${name}`, from).properties);
  const arnOf = (type: string, prefix: string) => ({ 'Fn::GetAtt': [resource(type, prefix).name, 'Arn'] });
  const parameterArn = (name: string) => ({
    'Fn::Join': [
      '',
      [
        'arn:',
        { Ref: 'AWS::Partition' },
        ':ssm:',
        { Ref: 'AWS::Region' },
        ':',
        { Ref: 'AWS::AccountId' },
        `:parameter/${name}`,
      ],
    ],
  });
  /** What a role may do: everything, since no other policy is attached to it. */
  function grants(prefix: string) {
    expect(resource('AWS::IAM::Role', `${prefix}Role`).properties).not.toHaveProperty('ManagedPolicyArns');
    const { PolicyDocument } = Grants.parse(resource('AWS::IAM::Policy', `${prefix}Role`).properties);
    return PolicyDocument.Statement.map(({ Action, Resource }) => ({ may: Action, on: Resource }));
  }
  const ledgerGrant = () => ({
    may: ['dynamodb:BatchWriteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'],
    on: arnOf('AWS::DynamoDB::Table', 'SpendwatchLedger'),
  });
  const logGrant = (prefix: string) => ({
    may: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    on: arnOf('AWS::Logs::LogGroup', prefix),
  });

  it('keeps the ledger on demand, recoverable, and when the stack goes', () => {
    template.hasResource('AWS::DynamoDB::Table', {
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it('makes the table as the ledger itself would', () => {
    const { TableName: _, ...made } = tableInput('ledger');
    template.hasResourceProperties('AWS::DynamoDB::Table', {
      ...made,
      TimeToLiveSpecification: { AttributeName: tableDefinition.timeToLive, Enabled: true },
    });
  });

  it('lets watch use the ledger, the viewer key and act, and nothing else', () => {
    const act = arnOf('AWS::Lambda::Function', 'SpendwatchAct');
    expect(grants('SpendwatchWatch')).toEqual([
      logGrant('SpendwatchWatch'),
      ledgerGrant(),
      { may: 'ssm:GetParameter', on: parameterArn('keys/viewer') },
      { may: 'lambda:InvokeFunction', on: [act, { 'Fn::Join': ['', [act, ':*']] }] },
    ]);
  });

  it('lets act use the ledger, the editor key and the topic, and nothing else', () => {
    expect(grants('SpendwatchAct')).toEqual([
      logGrant('SpendwatchAct'),
      ledgerGrant(),
      { may: 'ssm:GetParameter', on: parameterArn('keys/editor') },
      { may: 'sns:Publish', on: { Ref: resource('AWS::SNS::Topic', 'SpendwatchMessages').name } },
    ]);
  });

  it('grants every request that the ledger makes of DynamoDB, and no other', () => {
    const source = readFileSync(join(checkout, 'lib/record/item-store.ts'), 'utf8');
    const asked = new Set(source.match(/(?<=new )\w+(?=Command\()/g));
    expect(ledgerGrant().may).toEqual([...asked].map((request) => `dynamodb:${request}`).toSorted());
  });

  it('invokes watch every five minutes and act after it, and repeats neither', () => {
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(5 minutes)',
      State: 'ENABLED',
      Target: {
        Arn: arnOf('AWS::Lambda::Function', 'SpendwatchWatch'),
        RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 300 },
      },
    });
    const once = { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 300 };
    template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      ...once,
      FunctionName: { Ref: resource('AWS::Lambda::Function', 'SpendwatchWatch').name },
      DestinationConfig: { OnSuccess: { Destination: arnOf('AWS::Lambda::Function', 'SpendwatchAct') } },
    });
    template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      ...once,
      FunctionName: { Ref: resource('AWS::Lambda::Function', 'SpendwatchAct').name },
      DestinationConfig: Match.absent(),
    });
  });

  it('runs one act at a time, unless the account has no concurrency to reserve', () => {
    expect(leg('Act').ReservedConcurrentExecutions).toBe(1);
    expect(leg('Watch').ReservedConcurrentExecutions).toBeUndefined();
    expect(leg('Act', plain).ReservedConcurrentExecutions).toBeUndefined();
  });

  it('takes messages over TLS alone, and sends them to whom it was told', () => {
    template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: [
          { Effect: 'Deny', Action: 'sns:Publish', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
        ],
      },
    });
    template.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    });
    plain.resourceCountIs('AWS::SNS::Subscription', 0);
  });

  it.each(['Watch', 'Act'] as const)(
    'gives %s settings that it can read, and the name of a key, not the key',
    (name) => {
      const { NODE_OPTIONS: _, ...variables } = leg(name).Environment.Variables;
      const stands = { SPENDWATCH_TOPIC_ARN: 'arn:aws:sns:eu-west-1:123456789012:messages' };
      const deployed = Object.entries(variables).map(([variable, value]) => {
        const standIn = {
          ...stands,
          SPENDWATCH_TABLE: 'ledger',
          SPENDWATCH_CLOUD_URL: 'https://api.example.com',
        };
        return [variable, typeof value === 'string' ? value : Reflect.get(standIn, variable)];
      });
      const { key, topicArn } = readSettings(Object.fromEntries(deployed));
      expect(key).toEqual({ kind: 'parameter', name: name === 'Act' ? '/keys/editor' : '/keys/viewer' });
      expect(topicArn).toBe(name === 'Act' ? stands.SPENDWATCH_TOPIC_ARN : null);
      expect(JSON.stringify(template)).not.toMatch(/SPENDWATCH_API_KEY|resolve:ssm/);
    },
  );

  it('refuses a policy with a mistake, and says where it is', () => {
    const file = join(app.outdir, 'mistaken.yaml');
    writeFileSync(file, 'version: 1\nrulez: []\n');
    expect(() => new SpendwatchStack(new App(), 'Mistaken', { ...props, policy: file })).toThrow(PolicyError);
    expect(() => new SpendwatchStack(new App(), 'Mistaken', { ...props, policy: file })).toThrow(
      `${file}:2:1`,
    );
  });

  const folderOf = (name: 'Watch' | 'Act'): string =>
    join(app.outdir, `asset.${leg(name).Code.S3Key.replace('.zip', '')}`);

  it.each(['Watch', 'Act'] as const)(
    'packs the policy beside the code of %s, and no more than it needs',
    (name) => {
      const code = readFileSync(join(folderOf(name), 'index.mjs'), 'utf8');
      expect(readdirSync(folderOf(name))).toEqual(['index.mjs', 'index.mjs.map', 'spendwatch.yaml']);
      expect(readFileSync(join(folderOf(name), 'spendwatch.yaml'))).toEqual(readFileSync(policy));
      // Zod's messages in fifty languages come along as soon as anything asks for all of it; Hebrew is one of them.
      expect(/\\u05[de]/i.test(code)).toBe(false);
      // The whole contract holds every record of the cloud; what is deployed reads a tenth of them.
      expect(code).not.toMatch(/CreateVMBody|COMMITMENT_TERM_60_MONTHS|readOnly:/);
    },
  );

  it('ships a watch that looks with the key that the viewer parameter holds', async () => {
    const run = await runBundle(folderOf('Watch'), { SPENDWATCH_KEY_PARAMETER: '/keys/viewer' });
    expect(run.result).toEqual({ turned: 0, overtaken: 0, failed: 0, cloud: 'answered' });
    expect(run.parameters).toEqual(['/keys/viewer']);
    expect(run.shown).toContainEqual(
      expect.stringMatching(/^\/v1\/projects.* Bearer key-of-\/keys\/viewer$/),
    );
  });

  it('ships an act that does nothing when there is nothing to do', async () => {
    const topic = 'arn:aws:sns:eu-west-1:123456789012:messages';
    const variables = { SPENDWATCH_KEY_PARAMETER: '/keys/editor', SPENDWATCH_TOPIC_ARN: topic };
    const run = await runBundle(folderOf('Act'), variables);
    expect(run).toEqual({
      result: { delivered: 0, undelivered: 0, carriedOut: 0 },
      parameters: ['/keys/editor'],
      shown: [],
    });
  });

  it('ships functions that name every setting they miss', async () => {
    await expect(
      runBundle(folderOf('Act'), { SPENDWATCH_TABLE: '', SPENDWATCH_CLOUD_URL: '' }),
    ).rejects.toThrow(
      /3 mistakes in the settings\nSPENDWATCH_CLOUD_URL .*\nSPENDWATCH_TABLE .*\nSPENDWATCH_KEY_PARAMETER /,
    );
  });
});
