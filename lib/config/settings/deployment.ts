import * as z from 'zod';
import { Severity } from '../../model/severity.ts';
import { awsRegion } from './aws-endpoint.ts';
import { DeployedPrometheus } from './deployed-prometheus.ts';
import { DeployedRoute } from './deployed-routes.ts';
import { PolicyLocationText } from './policy-location.ts';
import { parameterName as parameter } from './secret.ts';

const flag = z.union(
  [z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })],
  'must be true or false',
);
const count = (least: number, most: number) =>
  z.coerce.number(`must be a number`).int('must be whole').min(least).max(most);

/** A receiver of messages, by e-mail or https, and its lowest severity. */
export const Subscription = z.strictObject({
  to: z.union([z.email(), z.url({ protocol: /^https$/ })], 'must be an e-mail address or an https address'),
  from: Severity.default('info'),
});
export type Subscription = z.infer<typeof Subscription>;

/** The settings of a stage in `cdk.json`. Every setting has a default. */
export const Deployment = z
  .strictObject({
    /** The address of the cloud's API; if left out, it is a parameter of the stack. */
    cloudUrl: z
      .url({ protocol: /^https$/, error: 'must look like https://host or https://host/path' })
      .optional(),
    policy: z.string().optional(),
    /** The place of a policy that replaces the built-in one without a deployment; if left out, there is none. */
    policyLocation: PolicyLocationText.optional(),
    viewerKey: parameter.default('/spendwatch/viewer-key'),
    editorKey: parameter.default('/spendwatch/editor-key'),
    /** One key instead of two. */
    onlyKey: parameter.optional(),
    email: z.email('must be an e-mail address').optional(),
    subscriptions: z.array(Subscription).default([]),
    /** True if others subscribe to the topic by other means; `act` checks that they confirmed it. */
    subscribedElsewhere: flag.default(false),
    /** Slack, webhooks, Amazon Q and more topics, in addition to the default topic. */
    routes: z.array(DeployedRoute).default([]),
    /** The address of the dashboard that messages link to, wherever it is served. */
    url: z.url({ protocol: /^https?$/, error: 'must be the address of the dashboard' }).optional(),
    /** The SSM parameter with the secret of tokens, by which machines push their use; if left out, none may. */
    pushSecret: parameter.optional(),
    /** The SSM parameter with the secret of the links in messages that give answers; if left out, there are none. */
    answerSecret: parameter.optional(),
    /** The SSM parameter with the signing secret of the Slack app; with it, messages in Slack have buttons. */
    slackSigningSecret: parameter.optional(),
    /** The SSM parameter with the bot token of that app; with it, the buttons open a form. */
    slackBotToken: parameter.optional(),
    /** True if custom actions of Amazon Q Developer give answers. */
    amazonQButtons: flag.default(false),
    /** The Prometheus that knows the GPUs; if left out, none is asked. */
    prometheus: DeployedPrometheus.optional(),
    shards: count(1, 64).default(1),
    requestsPerMinute: count(1, 100_000).default(600),
    /** Megabytes of each function, which also determine its share of a processor. */
    memory: count(256, 10_240).default(512),
    reserveConcurrency: flag.default(true),
    /** Costs 3 USD a month beyond the three free ones of an account. */
    dashboard: flag.default(false),
    /** Ten custom metrics, at 0.30 USD a month each beyond the ten free ones of an account. */
    metrics: flag.default(false),
    keepLedger: flag.default(true),
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
  })
  .refine(
    ({ answerSecret, slackSigningSecret }) => slackSigningSecret === undefined || answerSecret !== undefined,
    {
      path: ['slackSigningSecret'],
      error: 'needs answerSecret, with which the answers of buttons are made',
    },
  )
  .refine(
    ({ slackSigningSecret, slackBotToken }) =>
      slackBotToken === undefined || slackSigningSecret !== undefined,
    { path: ['slackBotToken'], error: 'needs slackSigningSecret, by which forms are known to be of Slack' },
  )
  .refine(
    ({ amazonQButtons, answerSecret, routes }) =>
      !amazonQButtons || (answerSecret !== undefined && routes.some(({ to }) => to === 'amazon-q')),
    { path: ['amazonQButtons'], error: 'needs answerSecret, and a route to amazon-q' },
  )
  .refine(({ requestsPerMinute, shards }) => requestsPerMinute >= shards, {
    path: ['requestsPerMinute'],
    error: 'is divided among the shards, and each needs at least one',
  });
export type Deployment = z.infer<typeof Deployment>;
