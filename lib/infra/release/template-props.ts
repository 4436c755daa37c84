import { type App, Stack } from 'aws-cdk-lib';
import { SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import type { NetworkProps, PrometheusProps } from '../spendwatch-props.ts';
import type { SpendwatchStackProps } from '../stages.ts';
import { sampleMemory, sampleOf, sampleRegion, sampleRetention } from './samples.ts';
import { shardFeature } from './template-features.ts';
import { mostShards } from './template-parameters.ts';
import type { TemplateRoute } from './template-routes.ts';

type Has = (feature: string) => boolean;

/** Returns the props of the stack with some features, in which samples stand for parameters. */
export function propsOf(has: Has, routes: readonly TemplateRoute[]): Omit<SpendwatchStackProps, 'policy'> {
  const secret = (feature: string, parameter: string): string | undefined =>
    has(feature) ? sampleOf(parameter) : undefined;
  const deployed = routes.flatMap((route) => route.made(has) ?? []);
  const hasButtons = has('HasAnswers') && has('HasSlackButtons');
  return {
    cloudUrl: sampleOf('CloudUrl'),
    viewerKey: sampleOf('ViewerKey'),
    editorKey: sampleOf('EditorKey'),
    apiKeysKey: has('HasApiKeysKey') ? sampleOf('ApiKeysKey') : undefined,
    tableKey: has('HasTableKey') ? sampleOf('TableKey') : undefined,
    logRetention: sampleRetention,
    memory: sampleMemory,
    shards: shardsWith(has),
    reserveConcurrency: has('Reserves'),
    policyLocation: locationWith(has),
    subscriptions: has('HasEmail') ? [{ to: sampleOf('Email'), from: severityWith(has) }] : [],
    // `act` checks for a confirmed subscription when it runs; until then it takes no action.
    subscribedElsewhere: true,
    routes: deployed,
    url: sampleOf('DashboardUrl'),
    pushSecret: secret('HasPush', 'PushSecret'),
    answerSecret: secret('HasAnswers', 'AnswerSecret'),
    slackSigningSecret: hasButtons ? sampleOf('SlackSigningSecret') : undefined,
    slackBotToken: hasButtons && has('HasSlackForms') ? sampleOf('SlackBotToken') : undefined,
    amazonQButtons:
      has('HasAnswers') && has('HasAmazonQButtons') && deployed.some(({ to }) => to === 'amazon-q'),
    prometheus: has('HasPrometheus') ? prometheusWith(has) : undefined,
    dashboard: has('HasDashboard'),
    metrics: has('HasMetrics'),
    ledger: has('OwnsLedger') ? undefined : sampleOf('Ledger'),
  };
}

/** Returns the network of the functions, which `app` holds beside the stack. */
export function networkOf(app: App): NetworkProps {
  const stack = new Stack(app, 'Network');
  const privateSubnetIds = [sampleOf('SubnetIds')];
  return {
    vpc: Vpc.fromVpcAttributes(stack, 'Vpc', { vpcId: 'vpc', availabilityZones: ['a'], privateSubnetIds }),
    securityGroups: [SecurityGroup.fromSecurityGroupId(stack, 'Group', sampleOf('SecurityGroupIds'))],
  };
}

/** Counts the shards up to the first that there is none of. */
function shardsWith(has: Has): number {
  let shards = 1;
  while (shards < mostShards && has(shardFeature(shards + 1))) shards += 1;
  return shards;
}

function severityWith(has: Has): 'info' | 'warning' | 'critical' {
  if (!has('EmailsWarnings')) return 'critical';
  return has('EmailsInfo') ? 'info' : 'warning';
}

function locationWith(has: Has): string | undefined {
  if (!has('HasPolicyLocation')) return undefined;
  return has('HasNoPolicyObject') ? `ssm:${sampleOf('PolicyParameter')}` : `s3://${sampleOf('PolicyObject')}`;
}

/** Returns the Prometheus. What is optional is empty where its parameter is, which counts as none. */
function prometheusWith(has: Has): PrometheusProps {
  const [user, secret] = [sampleOf('PrometheusUser'), sampleOf('PrometheusSecret')];
  const credentials = has('HasNoPrometheusUser') ? { token: secret } : { user, password: secret };
  const workspace = `https://aps-workspaces.${sampleRegion}.amazonaws.com/workspaces/${sampleOf('PrometheusWorkspace')}`;
  const isWorkspace = !has('HasNoWorkspace');
  return {
    url: isWorkspace ? workspace : sampleOf('PrometheusUrl'),
    ...(!isWorkspace && has('HasPrometheusSecret') && credentials),
    machine: sampleOf('PrometheusMachine'),
    project: sampleOf('PrometheusProject'),
    // Stands for the parameter, as every name in it is checked.
    queries: 'none',
    gpuQuery: sampleOf('PrometheusGpuQuery'),
    gpuMemoryQuery: sampleOf('PrometheusGpuMemoryQuery'),
    cpuQuery: sampleOf('PrometheusCpuQuery'),
    loginsQuery: sampleOf('PrometheusLoginsQuery'),
  };
}
