import * as z from 'zod';
import { closest } from '../../forms/closest.ts';
import { Severity } from '../../model/severity.ts';
import { awsRegion } from '../settings/aws-endpoint.ts';
import { paceLimits } from '../settings/connection-variables.ts';
import { LogLevel } from '../settings/log-level.ts';
import { PolicyLocationText } from '../settings/policy-location.ts';
import { parameterName as parameter } from '../settings/secret.ts';
import { dashboardAddress, startCommand } from '../settings/settings.ts';
import type { SettingMistake } from '../settings/settings-error.ts';
import { DeployedConnections } from './built-connections.ts';
import { DeployedPrometheus } from './deployed-prometheus.ts';
import { DeployedRoute } from './deployed-routes.ts';

export const flag = z.union(
  [z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })],
  'must be true or false',
);
function count(least: number, most: number) {
  const message = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
}

/** The ARN of a customer-managed KMS key; an alias is not accepted, because permissions contain the ARN. */
export const keyArn = z
  .string()
  .regex(
    /^arn:aws[\w-]*:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/,
    'must be the ARN of a KMS key, such as arn:aws:kms:eu-west-1:123456789012:key/1a2b',
  );
/** The days for which CloudWatch can keep a log. */
export const logRetentions = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** A receiver of messages, by e-mail or https, and its lowest severity. */
export const Subscription = z.strictObject({
  to: z.union([z.email(), z.url({ protocol: /^https$/ })], 'must be an e-mail address or an https address'),
  from: Severity.default('info'),
});
export type Subscription = z.infer<typeof Subscription>;

const defaultKeys = { viewerKey: '/spendwatch/viewer-key', editorKey: '/spendwatch/editor-key' };

/** The schemas of a deployment's settings. `SpendwatchProps` documents their meaning. */
export const deploymentShape = {
  cloudUrl: z
    .url({ protocol: /^https$/, error: 'must look like https://host or https://host/path' })
    .optional(),
  connections: DeployedConnections.optional(),
  policy: z.string().optional(),
  policyLocation: PolicyLocationText.optional(),
  viewerKey: parameter.default(defaultKeys.viewerKey),
  editorKey: parameter.default(defaultKeys.editorKey),
  apiKeysKey: keyArn.optional(),
  onlyKey: parameter.optional(),
  email: z.email('must be an e-mail address').optional(),
  subscriptions: z.array(Subscription).default([]),
  subscribedElsewhere: flag.default(false),
  routes: z.array(DeployedRoute).default([]),
  url: dashboardAddress.optional(),
  command: startCommand.optional(),
  pushSecret: parameter.optional(),
  answerSecret: parameter.optional(),
  slackSigningSecret: parameter.optional(),
  slackBotToken: parameter.optional(),
  amazonQButtons: flag.default(false),
  prometheus: DeployedPrometheus.optional(),
  shards: count(1, 64).default(1),
  requestsPerMinute: count(1, paceLimits.perMinute.most).default(paceLimits.perMinute.otherwise),
  memory: count(256, 10_240).default(512),
  reserveConcurrency: flag.default(true),
  metrics: flag.default(false),
  keepLedger: flag.default(true),
  tableKey: keyArn.optional(),
  logRetention: z.coerce
    .number()
    .refine((days) => logRetentions.includes(days), `must be one of ${logRetentions.join(', ')} days`)
    .default(30),
  logLevel: LogLevel.default('info'),
};

/** The schemas of settings for the stack of a stage, which the construct does not have. */
const stageShape = {
  /** The account of the stage; if left out, that of the credentials of the deployment. */
  account: z
    .string()
    .regex(/^\d{12}$/, 'must be the 12 digits of an AWS account')
    .optional(),
  region: awsRegion.optional(),
  tags: z.record(z.string(), z.string()).default({}),
  /** Prevents deletion of the stack until it is set to false. */
  terminationProtection: flag.default(false),
  /** An existing table, such as one restored from a backup. */
  ledger: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'must be the name of a DynamoDB table')
    .optional(),
  /** The table of the last deployment, to confirm that another table, account or region is intended. */
  replacesLedger: z.string().optional(),
};

type Together = Omit<z.output<z.ZodObject<typeof deploymentShape>>, 'policy' | 'apiKeysKey' | 'tableKey'>;

/** Adds an issue for each setting that has no effect or meaning without another one. */
export function fitTogether(
  {
    answerSecret,
    slackSigningSecret,
    slackBotToken,
    amazonQButtons,
    routes,
    requestsPerMinute,
    shards,
    connections,
    ...unnamed
  }: Together,
  { addIssue }: z.RefinementCtx,
): void {
  const refuse = (setting: string, message: string) => addIssue({ code: 'custom', path: [setting], message });
  if (slackSigningSecret !== undefined && answerSecret === undefined)
    refuse('slackSigningSecret', 'needs answerSecret, which signs the answers of buttons');
  if (slackBotToken !== undefined && slackSigningSecret === undefined)
    refuse('slackBotToken', 'needs slackSigningSecret, which proves that forms come from Slack');
  if (amazonQButtons && (answerSecret === undefined || !routes.some(({ to }) => to === 'amazon-q')))
    refuse('amazonQButtons', 'needs answerSecret, and a route to amazon-q');
  const ofUnnamed = {
    cloudUrl: unnamed.cloudUrl !== undefined,
    onlyKey: unnamed.onlyKey !== undefined,
    viewerKey: unnamed.viewerKey !== defaultKeys.viewerKey,
    editorKey: unnamed.editorKey !== defaultKeys.editorKey,
    requestsPerMinute: requestsPerMinute !== paceLimits.perMinute.otherwise,
  };
  for (const [setting, isSet] of Object.entries(ofUnnamed))
    if (connections !== undefined && isSet)
      refuse(setting, 'applies to a single, unnamed connection: set it under connections instead');
  if (connections?.some((connection) => connection.requestsPerMinute < shards))
    refuse(
      'connections',
      'allow too few requests per minute: each shard needs at least one for each connection',
    );
  if (requestsPerMinute < shards)
    refuse('requestsPerMinute', 'is divided among the shards, and each needs at least one');
}

/** The settings of a stage in `cdk.json`. Every setting has a default. */
export const Deployment = z.strictObject({ ...deploymentShape, ...stageShape }).superRefine(fitTogether);
export type Deployment = z.infer<typeof Deployment>;

/** Returns the mistakes that a schema found in settings with these names; `under` is a prefix of the names. */
export const listDeploymentMistakes = (
  { issues }: z.ZodError,
  names: readonly string[],
  under: readonly string[] = [],
): SettingMistake[] =>
  issues.flatMap((issue) => {
    const formatPath = (...more: readonly PropertyKey[]) => [...under, ...issue.path, ...more].join('.');
    if (issue.code !== 'unrecognized_keys') return [{ variable: formatPath(), message: issue.message }];
    return issue.keys.map((key) => {
      const suggestion = issue.path.length === 0 ? closest(key, names) : undefined;
      const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
      return { variable: formatPath(key), message: `is not a setting${hint}` };
    });
  });
