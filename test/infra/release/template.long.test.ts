import { rmSync } from 'node:fs';
import { App, Stack } from 'aws-cdk-lib';
import { SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type CodeOf, codeContext } from '../../../lib/infra/function-code.ts';
import { templateOf } from '../../../lib/infra/release/template.ts';
import { SpendwatchStack } from '../../../lib/infra/stages.ts';
import { temporaryPolicy } from '../../support/temporary-file.ts';
import { scaled } from '../../support/tier.ts';
import { needed, zips } from './a-template.ts';
import { evaluated, TemplateParts } from './evaluated-template.ts';
import { type Given, settingsOf } from './settings-of.ts';

describe('the template of a release', () => {
  const policy = temporaryPolicy('alerts: { digest: { at: 08:05 } }\n', afterAll);
  const template = templateOf(policy, zips);
  const { Parameters } = TemplateParts.parse(template);
  const defaults = Object.fromEntries(
    Object.entries(Parameters).map(([name, { Default = '' }]) => [name, Default]),
  );

  /** The stack of `cdk.json` with the settings that the parameters stand for. */
  function direct(given: Given): object {
    const codeOf: CodeOf = (scope, name) =>
      Code.fromBucketV2(Bucket.fromBucketName(scope, 'Code', 'releases'), `v1/${name}.zip`);
    const app = new App({
      context: { [codeContext]: codeOf },
      builtinCloudFormationValidation: false,
      treeMetadata: false,
    });
    const elsewhere = new Stack(app, 'Elsewhere');
    const network = given['SubnetIds'] && {
      vpc: Vpc.fromVpcAttributes(elsewhere, 'Vpc', {
        vpcId: 'vpc-1',
        availabilityZones: ['a', 'b'],
        privateSubnetIds: given['SubnetIds'].split(','),
      }),
      securityGroups: (given['SecurityGroupIds'] ?? '')
        .split(',')
        .map((id) => SecurityGroup.fromSecurityGroupId(elsewhere, id, id)),
    };
    const settings = settingsOf({ ...defaults, ...given });
    new SpendwatchStack(app, 'Direct', { ...settings, policy, subscribedElsewhere: true, ...network });
    const made = app.synth().getStackByName('Direct').template;
    rmSync(app.outdir, { recursive: true });
    return made;
  }

  /** What the settings come to, with the names that the template makes differ between its stacks. */
  function expected(given: Given): unknown {
    const { Resources, Outputs } = evaluated({ ...direct(given), Rules: {}, Parameters: {} }, {});
    const text = withAddress(JSON.stringify({ Resources, Outputs }))
      .replaceAll(/Direct-([\w-]+)-Group-[0-9A-F]{8}/g, '$1-11111111-2222')
      .replaceAll(/Direct-Spendwatch-[0-9A-F]{8}/g, 'costs')
      .replaceAll(/DirectSpendwatch(\w+?)[0-9A-F]{8}/g, 'costs-$1')
      .replaceAll('"policy.json"', '"policy.observe.json"');
    return JSON.parse(text);
  }

  /** What the template comes to. An empty variable, or one with the default, counts as none, and a number may be a text. */
  function actual(given: Given): unknown {
    const { Resources, Outputs } = evaluated(template, { ...needed, ...given });
    return JSON.parse(withAddress(JSON.stringify({ Resources, Outputs })), (key, value) => {
      if (key === 'MemorySize' || key === 'RetentionInDays') return Number(value);
      if (key !== 'Variables') return value;
      const defaults = ['', 'messages', 'message', 'us'];
      return Object.fromEntries(Object.entries(value).filter(([, text]) => !defaults.includes(`${text}`)));
    });
  }

  const secret = (name: string) => fc.constantFrom('', `/keys/${name}`);
  const given: fc.Arbitrary<Given> = fc
    .record({
      // The sample of the template, of which the subscription has its logical id.
      email: fc.constantFrom(
        {},
        ...['info', 'warning', 'critical'].map((EmailFrom) => ({ Email: 'Email@given.example', EmailFrom })),
      ),
      Shards: fc.constantFrom('1', '2', '3', '4'),
      Memory: fc.constantFrom('512', '1024'),
      RequestsPerMinute: fc.constantFrom('600', '60'),
      ReserveConcurrency: fc.constantFrom('true', 'false'),
      policy: fc.constantFrom({}, { PolicyParameter: '/team/policy' }, { PolicyObject: 'team/policy.yaml' }),
      DashboardUrl: fc.constantFrom('', 'https://spend.example.com'),
      SlackUrl: secret('slack'),
      webhook: fc.constantFrom(
        {},
        { WebhookUrl: '/keys/hook', WebhookSecret: '/keys/hook-secret' },
        { WebhookUrl: '/keys/hook', WebhookSecret: '/keys/hook-secret', WebhookFormat: 'cloudevents' },
      ),
      hasAmazonQ: fc.boolean(),
      EventbridgeBus: fc.constantFrom('', 'new', 'default'),
      answers: fc.constantFrom(
        {},
        { AnswerSecret: '/keys/answer' },
        { AnswerSecret: '/keys/answer', SlackSigningSecret: '/keys/signing' },
        { AnswerSecret: '/keys/answer', SlackSigningSecret: '/keys/signing', SlackBotToken: '/keys/bot' },
        { AnswerSecret: '/keys/answer', AmazonQButtons: 'true' },
      ),
      PushSecret: secret('push'),
      prometheus: fc.constantFrom(
        {},
        { PrometheusUrl: 'https://prometheus.example.com', PrometheusMachine: 'host' },
        { PrometheusUrl: 'https://prometheus.example.com', PrometheusSecret: '/keys/prometheus' },
        {
          PrometheusUrl: 'https://prometheus.example.com',
          PrometheusSecret: '/keys/prometheus',
          PrometheusUser: 'ada',
          PrometheusCpuQuery: 'avg(rate(x[5m]))',
        },
        { PrometheusWorkspace: 'ws-1a2b', PrometheusProject: 'tenant', PrometheusQueries: 'node' },
      ),
      Dashboard: fc.constantFrom('false', 'true'),
      Metrics: fc.constantFrom('false', 'true'),
      network: fc.constantFrom({}, { SubnetIds: 'subnet-1,subnet-2', SecurityGroupIds: 'sg-1,sg-2' }),
      ApiKeysKey: fc.constantFrom('', 'arn:aws:kms:eu-west-1:123456789012:key/api'),
      LogLevel: fc.constantFrom('info', 'warn', 'error'),
      LogRetention: fc.constantFrom('30', '365'),
      Ledger: fc.constantFrom('', 'restored'),
      TableKey: fc.constantFrom('', 'arn:aws:kms:eu-west-1:123456789012:key/table'),
      ...{ TeamsUrl: secret('teams'), PagerdutyKey: secret('pager') },
    })
    .map(({ policy: place, email, webhook, answers, prometheus, network, hasAmazonQ, ...others }) => ({
      AmazonQ: hasAmazonQ || 'AmazonQButtons' in answers ? 'true' : 'false',
      ...{ ...needed, ...place, ...email, ...webhook, ...answers, ...prometheus, ...network },
      ...others,
    }));

  it('comes to what the same settings in cdk.json come to, whatever is asked for, and has no right beyond that', () => {
    const same = fc.property(given, (parameters) => {
      expect(actual(parameters)).toEqual(expected(parameters));
    });
    fc.assert(same, { numRuns: scaled(60) });
  });

  const functionsIn = (parameters: Given, of = template): readonly string[] =>
    Object.keys(evaluated(of, { ...needed, ...parameters }).Resources).filter((id) =>
      /Function[0-9A-F]{8}$/.test(id),
    );

  it('has no address and reads no secret but the keys unless a parameter asks for it', () => {
    const { Resources, Outputs } = evaluated(template, needed);
    expect(functionsIn({})).toHaveLength(4);
    const text = JSON.stringify(Resources);
    expect(text.match(/parameter\/[\w/-]+/g)?.toSorted()).toEqual([
      'parameter/spendwatch/editor-key',
      'parameter/spendwatch/viewer-key',
    ]);
    expect(text).not.toMatch(/AWS::Lambda::Url|s3:|aps:|events:|ssm:\W/);
    expect(Object.keys(Outputs).map((name) => name.replace(/^SpendwatchApiKeys\w*/, 'ApiKeys'))).toEqual([
      'ApiKeys',
      ...['ReaderPolicy', 'OperatorPolicy', 'Table', 'Topic'],
    ]);
    expect(functionsIn({ AnswerSecret: '/keys/answer', PushSecret: '/keys/push' })).toHaveLength(6);
  });

  it.each<readonly [Given, string]>([
    [{ SlackSigningSecret: '/keys/s' }, 'SlackSigningSecret needs AnswerSecret'],
    [{ SlackBotToken: '/keys/b' }, 'SlackBotToken needs SlackSigningSecret'],
    [{ AmazonQButtons: 'true', AmazonQ: 'true' }, 'AmazonQButtons needs AnswerSecret'],
    [{ AmazonQButtons: 'true', AnswerSecret: '/keys/a' }, 'AmazonQButtons needs AmazonQ'],
    [{ PolicyParameter: '/team/policy', PolicyObject: 'team/policy.yaml' }, 'exclude each other'],
    [{ PrometheusUrl: 'https://p', PrometheusWorkspace: 'ws-1' }, 'exclude each other'],
    [{ PrometheusSecret: '/keys/p' }, 'PrometheusSecret needs PrometheusUrl'],
    [{ PrometheusUrl: 'https://p', PrometheusUser: 'ada' }, 'PrometheusUser needs PrometheusSecret'],
    [{ WebhookUrl: '/keys/w' }, 'WebhookUrl needs WebhookSecret'],
    [{ WebhookSecret: '/keys/w' }, 'WebhookSecret needs WebhookUrl'],
    [{ TableKey: 'alias/own' }, 'TableKey cannot be'],
    [{ ApiKeysKey: 'alias/own' }, 'ApiKeysKey cannot be'],
    [{ SubnetIds: 'subnet-1' }, 'SubnetIds needs SecurityGroupIds'],
    [{ SecurityGroupIds: 'sg-1' }, 'SecurityGroupIds needs SubnetIds'],
    [{ AnswerSecret: 'not a name' }, 'AnswerSecret cannot be not a name'],
    [{ CloudUrl: 'http://api' }, 'CloudUrl cannot be http://api'],
    [{ Shards: '5' }, 'Shards cannot be 5'],
    [{ ArtifactBucket: 's3://releases' }, 'ArtifactBucket cannot be'],
    [{ ArtifactPrefix: 'spendwatch' }, 'ArtifactPrefix cannot be spendwatch'],
    [{ RequestsPerMinute: '60.5' }, 'RequestsPerMinute cannot be 60.5'],
    [{ RequestsPerMinute: '3' }, 'RequestsPerMinute cannot be 3'],
    [{ RequestsPerMinute: '100001' }, 'RequestsPerMinute cannot be 100001'],
    [{ Memory: '512.5' }, 'Memory cannot be 512.5'],
    [{ Email: 'ops@example' }, 'Email cannot be ops@example'],
    [{ EmailFrom: 'critical' }, 'EmailFrom needs Email'],
    [{ WebhookFormat: 'cloudevents' }, 'WebhookFormat needs WebhookUrl'],
    [{ PolicyObject: '-bucket/policy.yaml' }, 'PolicyObject cannot be'],
    [{ PrometheusQueries: 'dcgm,slurm' }, 'PrometheusQueries cannot be dcgm,slurm'],
    // Its questions would not be signed, and no role would have the right to ask.
    [
      { PrometheusUrl: 'https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-1' },
      'PrometheusUrl cannot be',
    ],
    ...['Machine', 'Project', 'Queries', 'GpuQuery', 'GpuMemoryQuery', 'CpuQuery', 'LoginsQuery'].map(
      (asked): [Given, string] => [
        { [`Prometheus${asked}`]: 'node' },
        `Prometheus${asked} needs PrometheusUrl or PrometheusWorkspace`,
      ],
    ),
  ])('refuses %j before anything is deployed', (parameters, because) => {
    expect(() => evaluated(template, { ...needed, ...parameters })).toThrow(because);
  });
});

/** The name of the function of answers has a part that stands for its place among the constructs. */
const withAddress = (text: string): string =>
  text.replaceAll(/spendwatch-[0-9a-f]{4}(?=11111111)/g, 'spendwatch-');
