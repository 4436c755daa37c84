import { App, Stack, Tags } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AttributeType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { SecurityGroup, Subnet, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, it } from 'vitest';
import { SettingsError } from '../../lib/config/settings/settings-error.ts';
import { Spendwatch } from '../../lib/infra/spendwatch.ts';
import type { SpendwatchProps } from '../../lib/infra/spendwatch-props.ts';
import { policy, rightsOf, variablesOf, withoutCode } from './a-stack.ts';

const required = { cloudUrl: 'https://api.example.com', policy };

function theirs(propsIn: (stack: Stack) => Partial<SpendwatchProps>) {
  const stack = new Stack(new App({ context: withoutCode }), 'Theirs');
  const spendwatch = new Spendwatch(stack, 'Spendwatch', { ...required, ...propsIn(stack) });
  return { stack, spendwatch, template: () => Template.fromStack(stack) };
}

describe('the construct in a custom stack', () => {
  it('needs the address of the cloud and a policy, and nothing else', () => {
    const { template } = theirs(() => ({}));
    expect(variablesOf(template(), 'Act')['SPENDWATCH_KEY_PARAMETER']).toBe('/spendwatch/editor-key');
  });

  it('uses an existing table, with its key', () => {
    const { template } = theirs((stack) => ({
      table: new Table(stack, 'Own', {
        partitionKey: { name: 'pk', type: AttributeType.STRING },
        sortKey: { name: 'sk', type: AttributeType.STRING },
        encryption: TableEncryption.CUSTOMER_MANAGED,
      }),
    }));
    template().resourceCountIs('AWS::DynamoDB::Table', 1);
    for (const leg of ['Watch', 'Act'])
      expect(rightsOf(template(), leg).flatMap(({ Action }) => Action)).toContain('kms:Decrypt');
  });

  it('publishes on an existing topic, with its key', () => {
    const { template } = theirs((stack) => ({
      topic: new Topic(stack, 'Own', { masterKey: new Key(stack, 'OwnKey') }),
      email: 'ops@example.com',
    }));
    template().resourceCountIs('AWS::SNS::Topic', 1);
    template().resourceCountIs('AWS::SNS::Subscription', 1);
    expect(JSON.stringify(rightsOf(template(), 'Act'))).toContain('kms:GenerateDataKey');
  });

  it('runs every function in the VPC, the subnets and the security groups that are named', () => {
    const { template } = theirs((stack) => {
      const vpc = Vpc.fromVpcAttributes(stack, 'Own', {
        vpcId: 'vpc-1',
        availabilityZones: ['eu-west-1a'],
        privateSubnetIds: ['subnet-1'],
      });
      return {
        vpc,
        vpcSubnets: { subnets: [Subnet.fromSubnetId(stack, 'Quiet', 'subnet-2')] },
        securityGroups: [SecurityGroup.fromSecurityGroupId(stack, 'Group', 'sg-1')],
        pushSecret: '/push',
        answerSecret: '/answer',
      };
    });
    template().resourceCountIs('AWS::EC2::SecurityGroup', 0);
    template().resourceCountIs('AWS::Lambda::Function', 5);
    template().allResourcesProperties('AWS::Lambda::Function', {
      VpcConfig: { SubnetIds: ['subnet-2'], SecurityGroupIds: ['sg-1'] },
    });
  });

  it.each([
    ['ssm:/team/policy', 'kms:EncryptionContext:PARAMETER_ARN'],
    ['s3://team/policy.yaml', 'kms:ViaService'],
  ])('lets act alone read a policy at %s that a customer key encrypts', (policyLocation, condition) => {
    const { template } = theirs((stack) => ({ policyLocation, policyKey: new Key(stack, 'OwnKey') }));
    const rights = (leg: string) => JSON.stringify(rightsOf(template(), leg));
    expect(rights('Act')).toContain('"kms:Decrypt"');
    expect(rights('Act')).toContain(condition);
    expect(rights('Watch')).not.toContain('kms:');
  });

  it('creates no alarms where they are turned off', () => {
    const { template, spendwatch } = theirs(() => ({ alarms: false }));
    template().resourceCountIs('AWS::CloudWatch::Alarm', 0);
    template().resourceCountIs('AWS::Lambda::Function', 2);
    expect(spendwatch.alarms).toEqual([]);
  });

  it('applies the tags that are put on it', () => {
    const { template, spendwatch } = theirs(() => ({}));
    Tags.of(spendwatch).add('team', 'research');
    for (const type of ['AWS::DynamoDB::Table', 'AWS::Lambda::Function', 'AWS::SNS::Topic'])
      template().allResourcesProperties(type, { Tags: [{ Key: 'team', Value: 'research' }] });
  });

  it('names every mistake in its props, as for a stage', () => {
    const mistaken = {
      shards: 0,
      viewerKey: 'not a name',
      routes: [{ to: 'slack' as const, url: 'https://x' }],
    };
    expect(() => theirs(() => mistaken)).toThrow(SettingsError);
    expect(() => theirs(() => mistaken)).toThrow(/3 mistakes in the settings/);
  });

  it('validates all props of a JavaScript caller at once, which no type checks', () => {
    const stack = new Stack(new App({ context: withoutCode }), 'Theirs');
    const key = { name: 'id', type: AttributeType.STRING };
    const props: object = {
      cloudURL: 'https://api.example.com',
      region: 'eu-west-1',
      policy: 'none.yaml',
      memory: 12,
      logRetention: 31,
      logLevel: 'WARN',
      apiKeysKey: 'alias/own',
      topic: 'arn:aws:sns:eu-west-1:123456789012:own',
      table: new Table(stack, 'Own', { partitionKey: key }),
    };
    expect(() => Reflect.construct(Spendwatch, [stack, 'Spendwatch', props])).toThrow(
      [
        '10 mistakes in the settings',
        'cloudUrl is missing',
        'policy must be the path of an existing file',
        'apiKeysKey must be the ARN of a KMS key, such as arn:aws:kms:eu-west-1:123456789012:key/1a2b',
        'memory must be a whole number from 256 to 10240',
        'logRetention must be one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653 days',
        'logLevel must be one of info, warn, error',
        'topic must be an SNS topic',
        'table must have the partition key pk and the sort key sk, both strings',
        'cloudURL is not a setting; did you mean cloudUrl?',
        'region is not a setting',
      ].join('\n'),
    );
  });

  it('passes the log level to each function that logs', () => {
    const secrets = { answerSecret: '/answer', pushSecret: '/push', logLevel: 'warn' } as const;
    const template = theirs(() => secrets).template();
    const levels = ['Watch', 'ActFunction', 'AnswerReceiver', 'PushReceiver'].map(
      (leg) => variablesOf(template, leg)['SPENDWATCH_LOG_LEVEL'],
    );
    expect(levels).toEqual(['warn', 'warn', 'warn', 'warn']);
  });

  it('keeps the logs for the time that is set, and encrypts a new table with a customer key', () => {
    const { template } = theirs((stack) => ({ logRetention: 365, tableKey: new Key(stack, 'OwnKey') }));
    template().allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 365 });
    template().hasResourceProperties('AWS::DynamoDB::Table', {
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    });
    expect(JSON.stringify(rightsOf(template(), 'Watch'))).toContain('kms:ViaService');
  });
});
