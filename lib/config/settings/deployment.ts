import * as z from 'zod';
import { Severity } from '../../model/severity.ts';
import { DeployedRoute, parameterName as parameter } from './deployed-routes.ts';

const flag = z.union(
  [z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })],
  'must be true or false',
);
const count = (least: number, most: number) =>
  z.coerce.number(`must be a number`).int('must be whole').min(least).max(most);

/** Whom messages go to: an e-mail address or an https address, and from which severity on. */
export const Subscription = z.strictObject({
  to: z.union([z.email(), z.url({ protocol: /^https$/ })], 'must be an e-mail address or an https address'),
  from: Severity.default('info'),
});
export type Subscription = z.infer<typeof Subscription>;

/** One deployment: `cdk.json` holds one of these for each stage. Every setting has a default. */
export const Deployment = z
  .strictObject({
    /** The address of the cloud's API; without one it is asked for as a parameter of the stack. */
    cloudUrl: z
      .url({ protocol: /^https$/, error: 'must look like https://host or https://host/path' })
      .optional(),
    policy: z.string().optional(),
    viewerKey: parameter.default('/spendwatch/viewer-key'),
    editorKey: parameter.default('/spendwatch/editor-key'),
    /** One key in place of two. */
    onlyKey: parameter.optional(),
    email: z.email('must be an e-mail address').optional(),
    subscriptions: z.array(Subscription).default([]),
    /** Others subscribe to the topic by other means; `act` asks whether they have confirmed that. */
    subscribedElsewhere: flag.default(false),
    /** Slack, webhooks, Amazon Q and further topics, beside the topic that is always there. */
    routes: z.array(DeployedRoute).default([]),
    shards: count(1, 64).default(1),
    requestsPerMinute: count(1, 100_000).default(600),
    /** Megabytes of each leg, which gives it its share of a processor as well. */
    memory: count(256, 10_240).default(512),
    reserveConcurrency: flag.default(true),
    /** 3 USD a month beyond the three that each account is given. */
    dashboard: flag.default(false),
    /** Ten of its own, 0.30 USD a month each beyond the ten that each account is given. */
    metrics: flag.default(false),
    keepLedger: flag.default(true),
    /** Where the stage goes; left out, wherever the credentials of the deployment lead. */
    account: z
      .string()
      .regex(/^\d{12}$/, 'must be the 12 digits of an AWS account')
      .optional(),
    region: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region, such as eu-west-1')
      .optional(),
    tags: z.record(z.string(), z.string()).default({}),
    /** The stack cannot be deleted until this is taken back. */
    terminationProtection: flag.default(false),
    /** A table that is there already, such as one restored from a backup. */
    ledger: z
      .string()
      .regex(/^[\w.-]{3,255}$/, 'must be the name of a DynamoDB table')
      .optional(),
    /** The table of the last deployment, where another is to be the ledger from now on, or the stage goes elsewhere. */
    replacesLedger: z.string().optional(),
  })
  .refine(({ requestsPerMinute, shards }) => requestsPerMinute >= shards, {
    path: ['requestsPerMinute'],
    error: 'is divided among the shards, and each needs one at least',
  });
export type Deployment = z.infer<typeof Deployment>;
