import * as z from 'zod';
import { LogLevel } from '../../../lib/config/settings/log-level.ts';
import type { RouteProps } from '../../../lib/infra/spendwatch-props.ts';
import type { SpendwatchStackProps } from '../../../lib/infra/stages.ts';

/** Parameters by name, without those that keep their defaults. */
export type Given = Readonly<Record<string, string>>;

/** The settings of `cdk.json` that parameters stand for, as a person would write them. */
export function settingsOf(given: Given): Omit<SpendwatchStackProps, 'policy'> {
  const value = (name: string): string => given[name] ?? '';
  const text = (name: string): string | undefined => value(name) || undefined;
  const [token, user] = [text('PrometheusSecret'), text('PrometheusUser')];
  const workspace = text('PrometheusWorkspace');
  const url = workspace
    ? `https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/${workspace}`
    : text('PrometheusUrl');
  const bus = text('EventbridgeBus');
  const routes: RouteProps[] = [
    ...(text('SlackUrl') ? [{ to: 'slack', url: value('SlackUrl') } as const] : []),
    ...(text('WebhookUrl')
      ? [
          {
            to: 'webhook',
            url: value('WebhookUrl'),
            secret: value('WebhookSecret'),
            format: value('WebhookFormat') === 'messages' ? 'messages' : 'cloudevents',
          } as const,
        ]
      : []),
    ...(value('AmazonQ') === 'true' ? [{ to: 'amazon-q' } as const] : []),
    ...(bus ? [{ to: 'eventbridge', bus: bus === 'new' ? null : bus } as const] : []),
    ...(text('TeamsUrl')
      ? [
          {
            to: 'teams',
            url: value('TeamsUrl'),
            body: z.enum(['message', 'card']).parse(value('TeamsBody')),
          } as const,
        ]
      : []),
    ...(text('PagerdutyKey')
      ? [
          {
            to: 'pagerduty',
            key: value('PagerdutyKey'),
            region: z.enum(['us', 'eu']).parse(value('PagerdutyRegion')),
          } as const,
        ]
      : []),
  ];
  const location = text('PolicyObject') ? `s3://${value('PolicyObject')}` : `ssm:${value('PolicyParameter')}`;
  const from = z.enum(['info', 'warning', 'critical']).parse(value('EmailFrom'));
  return {
    cloudUrl: value('CloudUrl'),
    viewerKey: value('ViewerKey'),
    editorKey: value('EditorKey'),
    apiKeysKey: text('ApiKeysKey'),
    tableKey: text('TableKey'),
    logLevel: LogLevel.parse(value('LogLevel')),
    logRetention: Number(value('LogRetention')),
    memory: Number(value('Memory')),
    shards: Number(value('Shards')),
    requestsPerMinute: Number(value('RequestsPerMinute')),
    reserveConcurrency: value('ReserveConcurrency') === 'true',
    policyLocation: location === 'ssm:' ? undefined : location,
    subscriptions: text('Email') ? [{ to: value('Email'), from }] : [],
    routes,
    url: text('DashboardUrl'),
    pushSecret: text('PushSecret'),
    answerSecret: text('AnswerSecret'),
    slackSigningSecret: text('SlackSigningSecret'),
    slackBotToken: text('SlackBotToken'),
    amazonQButtons: value('AmazonQButtons') === 'true',
    prometheus: url
      ? {
          url,
          ...(user ? { user, password: token } : { token }),
          machine: text('PrometheusMachine'),
          project: text('PrometheusProject'),
          queries: text('PrometheusQueries'),
          gpuQuery: text('PrometheusGpuQuery'),
          gpuMemoryQuery: text('PrometheusGpuMemoryQuery'),
          cpuQuery: text('PrometheusCpuQuery'),
          loginsQuery: text('PrometheusLoginsQuery'),
        }
      : undefined,
    dashboard: value('Dashboard') === 'true',
    metrics: value('Metrics') === 'true',
    ledger: text('Ledger'),
  };
}
