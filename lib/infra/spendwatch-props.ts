import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import type { IManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';

/** A receiver of the topic's messages. */
export type SubscriptionProps = {
  /** An e-mail address, which has to confirm the subscription, or an https address. */
  readonly to: string;
  /** The lowest severity that is sent. Default: "info". */
  readonly from?: 'info' | 'warning' | 'critical' | undefined;
};

/**
 * A route beside the topic. Addresses are secrets: `url`, `secret` and `key` are the names of SSM parameters (SecureString)
 * that hold them. The construct creates the topics of `amazon-q` and `sns`, and the bus of `eventbridge`
 * unless `bus` names one, such as "default". With the format `cloudevents` a webhook is sent events, as EventBridge is.
 */
export type RouteProps =
  | { readonly to: 'slack'; readonly name?: string | null; readonly url: string }
  | {
      readonly to: 'webhook';
      readonly name?: string | null;
      readonly url: string;
      readonly secret: string;
      readonly format?: 'messages' | 'cloudevents';
    }
  | { readonly to: 'amazon-q'; readonly name?: string | null }
  | { readonly to: 'sns'; readonly name: string }
  | { readonly to: 'eventbridge'; readonly name?: string | null; readonly bus?: string | null }
  | {
      readonly to: 'teams';
      readonly name?: string | null;
      readonly url: string;
      readonly body?: 'message' | 'card';
    }
  | {
      readonly to: 'pagerduty';
      readonly name?: string | null;
      readonly key: string;
      readonly region?: 'us' | 'eu';
    };

/** A Prometheus with the use of GPUs; see docs/signals.md. */
export type PrometheusProps = {
  /** The https address. Queries to a workspace of Amazon Managed Service for Prometheus are signed. */
  readonly url: string;
  /** The name of the SSM parameter with a bearer token. */
  readonly token?: string | undefined;
  readonly user?: string | undefined;
  /** The name of the SSM parameter with the password of `user`. */
  readonly password?: string | undefined;
  /** The label that names the machine. */
  readonly machine?: string | undefined;
  /** The label that names the project. */
  readonly project?: string | undefined;
  /** The name of the set of queries for the exporter. */
  readonly queries?: string | undefined;
  readonly gpuQuery?: string | undefined;
  readonly gpuMemoryQuery?: string | undefined;
  readonly cpuQuery?: string | undefined;
  readonly loginsQuery?: string | undefined;
  /** The unit of GPU use, where the figures of the fleet do not show it. */
  readonly gpuUnit?: 'percent' | 'ratio' | undefined;
  /** The unit of the query of CPU use. */
  readonly cpuUnit?: 'percent' | 'ratio' | undefined;
};

/** The network of the functions. Without a VPC they reach the cloud and AWS over the internet. */
export type NetworkProps = {
  /** A VPC for the functions; its subnets must reach the cloud's API and the AWS APIs. Default: none. */
  readonly vpc?: IVpc | undefined;
  /** The subnets of `vpc`. Default: its private ones. */
  readonly vpcSubnets?: SubnetSelection | undefined;
  /** The security groups in `vpc`. Default: one that allows all outgoing traffic. */
  readonly securityGroups?: readonly ISecurityGroup[] | undefined;
};

/** A connection. Its keys are in SSM parameters (SecureString), of which these are the names. */
export type ConnectionProps = {
  /** Its name, which is a part of the ids of its targets. One connection may have none. */
  readonly name?: string | undefined;
  /** The name of the cloud. Default: "compute". */
  readonly cloud?: 'compute' | 'runpod' | undefined;
  /** The https address of the cloud's API. Default: the one that all accounts of the cloud share, such as RunPod's. */
  readonly address?: string | undefined;
  readonly viewerKey: string;
  /** Default: the viewer's key does both. */
  readonly editorKey?: string | undefined;
  /** The maximum number of requests per minute, over all shards. Default: 600. */
  readonly requestsPerMinute?: number | undefined;
  /** The maximum number of requests at the same time, over all shards. Default: 32. */
  readonly requestsInFlight?: number | undefined;
};

/** The settings of the construct `Spendwatch`. All but `cloudUrl` (or `connections`) and `policy` have defaults. */
export type SpendwatchProps = NetworkProps & {
  /** The https address of the cloud's API. Without one there must be `connections`. */
  readonly cloudUrl?: string | undefined;
  /** Several connections, in place of `cloudUrl`, `viewerKey`, `editorKey`, `onlyKey` and `requestsPerMinute`. */
  readonly connections?: readonly ConnectionProps[] | undefined;
  /**
   * The path of a settings file with connections, routes and other settings that one machine has too; see
   * docs/connections.md. Other props go before it. Default: none.
   */
  readonly settings?: string | undefined;
  /** The path of the policy. It is checked at synthesis, and a mistake in it is an error of the construct. */
  readonly policy?: string | undefined;
  /**
   * The place of a policy that takes effect without a deployment: an SSM parameter, "ssm:/spendwatch/policy", or an S3
   * object in the region of the stack, "s3://bucket/spendwatch.yaml". `policy` is in force until a good one is found there.
   * Default: none.
   */
  readonly policyLocation?: string | undefined;
  /** The customer-managed key that encrypts the policy at `policyLocation`. Default: a key of AWS. */
  readonly policyKey?: IKey | undefined;
  /** The name of the SSM parameter (SecureString) with the viewer's API key. Default: "/spendwatch/viewer-key". */
  readonly viewerKey?: string | undefined;
  /** The name of the SSM parameter (SecureString) with the editor's API key. Default: "/spendwatch/editor-key". */
  readonly editorKey?: string | undefined;
  /** The name of one parameter instead of the two; the stack explains the risks. Default: none. */
  readonly onlyKey?: string | undefined;
  /**
   * The customer-managed key that encrypts the parameters, or its ARN. Default: the AWS managed key for SSM, with which
   * everyone in the account who may read parameters reads the API keys; the stack warns of it.
   */
  readonly apiKeysKey?: IKey | string | undefined;
  /** An e-mail address that receives every message. Default: none. */
  readonly email?: string | undefined;
  /** Further receivers. Default: none. */
  readonly subscriptions?: readonly SubscriptionProps[] | undefined;
  /**
   * True if the topic is subscribed to by other means, so that a policy with actions needs no receiver here. Default:
   * false.
   */
  readonly subscribedElsewhere?: boolean | undefined;
  /** An existing topic for messages and alarms. Default: a new, encrypted one. */
  readonly topic?: ITopic | undefined;
  /** The customer-managed key of the topics. Default: that of `topic`, or the AWS managed key for SNS. */
  readonly topicKey?: IKey | undefined;
  /** Routes besides the topic. If the policy uses one that is missing here, the synthesis fails. Default: none. */
  readonly routes?: readonly RouteProps[] | undefined;
  /**
   * An existing table for the ledger, with the string keys `pk` and `sk`, and TTL on `expires`. Default: a new one, with
   * point-in-time recovery.
   */
  readonly table?: ITable | Table | undefined;
  /** True if the ledger's new table outlives the stack and is protected from deletion. Default: true. */
  readonly keepLedger?: boolean | undefined;
  /** The customer-managed key of the ledger's new table, or its ARN. Default: a key that AWS owns, which nobody can delete. */
  readonly tableKey?: IKey | string | undefined;
  /** The days for which the logs of the functions are kept, as CloudWatch has them. Default: 30. */
  readonly logRetention?: number | undefined;
  /** The lowest level that the functions log; problems and figures are logged at every level. Default: "info". */
  readonly logLevel?: 'info' | 'warn' | 'error' | undefined;
  /** The number of shards that the targets are divided into, each polled by its own run. Default: 1. */
  readonly shards?: number | undefined;
  /** The maximum number of requests to the cloud per minute, over all shards. Default: 600. */
  readonly requestsPerMinute?: number | undefined;
  /** The memory of `watch` and of `act` in megabytes, enough for 1,000 projects. Default: 512. */
  readonly memory?: number | undefined;
  /**
   * True to reserve concurrency so that only one `act` runs at a time; two at once repeat notifications. New AWS
   * accounts have too little concurrency to reserve any: set false until AWS has raised the limit. Default: true.
   */
  readonly reserveConcurrency?: boolean | undefined;
  /**
   * True to create the alarms about spendwatch itself, and the function that publishes them. Without them nobody is
   * notified when spendwatch no longer runs. Default: true.
   */
  readonly alarms?: boolean | undefined;
  /**
   * True to create outputs with the addresses of pushes and of answers, the actions of Amazon Q, and who can read the API
   * keys. Set false where an app makes outputs of its own. Default: true.
   */
  readonly outputs?: boolean | undefined;
  /** The address of your dashboard, for links in messages. Default: none. */
  readonly url?: string | undefined;
  /**
   * The words that start spendwatch where messages are read, such as "spendwatch". Default: "npx --no-install spendwatch", with the
   * table of the ledger before it.
   */
  readonly command?: string | undefined;
  /** True to publish ten metrics, for 0.30 USD a month each. Default: false. */
  readonly metrics?: boolean | undefined;
  /** The name of the SSM parameter with the secret of the tokens for pushes. Default: none, no machine may push. */
  readonly pushSecret?: string | undefined;
  /** The name of the SSM parameter with the secret of the links in messages. Default: none, messages have no links that answer. */
  readonly answerSecret?: string | undefined;
  /** The name of the SSM parameter with the signing secret of the Slack app whose buttons answer. Default: none, messages in Slack have links. */
  readonly slackSigningSecret?: string | undefined;
  /** The name of the SSM parameter with the bot token of that app. Default: none, its buttons open no form. */
  readonly slackBotToken?: string | undefined;
  /**
   * True to create custom actions of Amazon Q Developer, whose buttons answer, and a policy for the channel. Default: false,
   * messages in Amazon Q have links.
   */
  readonly amazonQButtons?: boolean | undefined;
  /** The Prometheus that `watch` and `act` query for the use of GPUs. Default: none. */
  readonly prometheus?: PrometheusProps | undefined;
};

/** The actions of Amazon Q Developer whose buttons give answers, for the channels that an app configures. */
export type AmazonQActions = {
  readonly actionArns: readonly string[];
  /** The policy for the role, and the guardrails, of a channel. */
  readonly policy: IManagedPolicy;
};
