import { readFileSync } from 'node:fs';
import { Duration, Names, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { type ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { readPolicy } from '../config/policy/read-policy.ts';
import { buildPolicy } from '../config/settings/built-policy.ts';
import type { DeployedPrometheus } from '../config/settings/deployed-prometheus.ts';
import {
  checkDeployedRoutes,
  checkReceivers,
  type DeployedRoute,
} from '../config/settings/deployed-routes.ts';
import type { Subscription } from '../config/settings/deployment.ts';
import { AlertTopic } from './alert-topic.ts';
import { type ApiKeys, handKeys } from './api-keys.ts';
import { askPrometheus } from './ask-prometheus.ts';
import { writePolicy } from './bundling.ts';
import { byName, openRoutes, routeTopics } from './deployed-routes.ts';
import { DailyDigest, Polling, pollInterval } from './invoking.ts';
import { ledgerAccess, ledgerTable } from './ledger-table.ts';
import { SavedQueries } from './log-queries.ts';
import { PushAddress } from './push-address.ts';
import { SpendwatchDashboard } from './spendwatch-dashboard.ts';
import { SpendwatchFunction } from './spendwatch-function.ts';
import { Watchdog } from './watchdog.ts';

export type SpendwatchProps = {
  /** The address of the cloud's API. */
  readonly cloudUrl: string;
  /** The path of the policy, which is checked at synthesis. */
  readonly policy: string;
  readonly apiKeys: ApiKeys;
  /** The customer-managed key that encrypts the API keys. Default: the AWS managed key for SSM. */
  readonly apiKeysKey?: IKey;
  /** Subscriptions to `topic`. Default: none; more can be added to `topic`. */
  readonly subscriptions?: readonly Subscription[];
  /** Whether `topic` is subscribed to by other means, so that a policy with actions needs no `subscriptions`. Default: false. */
  readonly subscribedElsewhere?: boolean;
  /** Routes beside the topic. Default: none. */
  readonly routes?: readonly DeployedRoute[];
  /** A customer-managed key for the topics. Default: the AWS managed key for SNS. */
  readonly topicKey?: IKey;
  /** The number of shards that the targets are divided into, each polled by a run of its own. Default: 1. */
  readonly shards?: number;
  /** The request limit to the cloud, over all shards. Default: 600. */
  readonly requestsPerMinute?: number;
  /** The memory of each function in megabytes. A run holds the heads of all targets. Default: 512, for about 500 projects. */
  readonly memory?: number;
  /**
   * Whether to reserve concurrency so that only one `act` runs at a time; two at once repeat notifications. New AWS
   * accounts have too little concurrency to reserve any: set false until AWS has raised the limit. Default: true.
   */
  readonly reserveConcurrency?: boolean;
  /** The address of the dashboard that messages link to. */
  readonly url?: string;
  /** Whether to create a dashboard, for 3 USD a month. Default: false; saved queries show the same at no charge. */
  readonly dashboard?: boolean;
  /** Whether to publish ten metrics, for 0.30 USD a month each. The dashboard then uses them. Default: false. */
  readonly metrics?: boolean;
  /** Whether the ledger outlives the stack and is protected from deletion. Default: true. */
  readonly keepLedger?: boolean;
  /** The name of the SSM parameter with the secret of tokens, by which machines push their use. Default: none may. */
  readonly pushSecret?: string;
  /** The Prometheus that `watch` and `act` ask for the use of GPUs. Default: none. */
  readonly prometheus?: DeployedPrometheus;
  /** The name of an existing table to use as the ledger. Default: a new table. */
  readonly ledger?: string;
};

/** The whole system: a schedule invokes `watch`, and each finished `watch` invokes `act`. They share the table. */
export class Spendwatch extends Construct {
  readonly table: Table | ITable;
  readonly topic: Topic;
  /** The topics of further routes, by name, such as "AmazonQ". */
  readonly topics: ReadonlyMap<string, Topic>;

  constructor(scope: Construct, id: string, props: SpendwatchProps) {
    super(scope, id);
    const {
      shards = 1,
      keepLedger = true,
      reserveConcurrency = true,
      routes = [],
      cloudUrl,
      pushSecret,
    } = props;
    const deployment = Names.uniqueResourceName(this, { maxLength: 64, separator: '-' });
    const policy = this.checkedPolicy(props);
    const built = writePolicy(this, buildPolicy(policy));

    this.table =
      props.ledger === undefined
        ? ledgerTable(this, 'Ledger', keepLedger)
        : Table.fromTableName(this, 'Ledger', props.ledger);
    const messages = new AlertTopic(this, 'Messages', {
      ...(props.subscriptions && { subscriptions: props.subscriptions }),
      ...(props.topicKey && { key: props.topicKey }),
    });
    this.topic = messages.topic;
    const deadLetters = this.deadLetterQueue();

    const legs = { policy: built, timeout: pollInterval, memorySize: props.memory ?? 512 };
    const act = new SpendwatchFunction(this, 'Act', {
      ...legs,
      file: 'act.ts',
      description: 'Delivers notifications and carries out actions',
      ...(reserveConcurrency && { atMost: 1 }),
    })
      .uses('SPENDWATCH_TABLE', this.table.tableName, ...ledgerAccess(this.table.tableArn, 'acting'))
      .uses('SPENDWATCH_TOPIC_ARN', this.topic.topicArn, ...messages.delivering())
      .failsInto(deadLetters);

    const watch = new SpendwatchFunction(this, 'Watch', {
      ...legs,
      file: 'watch.ts',
      description: 'Polls projects and billing accounts, evaluates rules and decides actions',
    })
      .uses('SPENDWATCH_TABLE', this.table.tableName, ...ledgerAccess(this.table.tableArn, 'watching'))
      .set('SPENDWATCH_SHARDS', `${shards}`)
      .set('SPENDWATCH_REQUESTS_PER_MINUTE', `${props.requestsPerMinute ?? 600}`)
      .alwaysFollowedBy(act);

    for (const leg of [watch, act]) {
      leg.set('SPENDWATCH_CLOUD_URL', cloudUrl);
      if (props.metrics) leg.set('SPENDWATCH_DEPLOYMENT', deployment);
      // What reads pushes needs no secret, only to know that there are some.
      if (pushSecret !== undefined) leg.set('SPENDWATCH_PUSH_SECRET', `ssm:${pushSecret}`);
    }
    if (pushSecret !== undefined) {
      new PushAddress(this, 'Push', {
        table: this.table,
        secret: pushSecret,
        reserveConcurrency,
        ...(props.apiKeysKey && { secretKey: props.apiKeysKey }),
      });
    }
    if (props.prometheus) askPrometheus(this, [watch, act], props.prometheus, props.apiKeysKey);
    handKeys(this, props.apiKeys, { watch, act }, props.apiKeysKey);
    const keys = { topics: props.topicKey, parameters: props.apiKeysKey };
    const topics = routeTopics(this, routes, keys);
    this.topics = byName(topics);
    openRoutes(act, routes, topics, keys);
    if (props.url !== undefined) act.set('SPENDWATCH_URL', props.url);

    if (policy.digest !== null) {
      const digest = new SpendwatchFunction(this, 'Digest', {
        ...legs,
        file: 'digest.ts',
        description: 'Sends the daily digest',
      })
        .uses('SPENDWATCH_TABLE', this.table.tableName, ...ledgerAccess(this.table.tableArn, 'telling'))
        .uses('SPENDWATCH_TOPIC_ARN', this.topic.topicArn, ...messages.delivering())
        .failsInto(deadLetters, { retries: 1 });
      openRoutes(digest, routes, topics, keys);
      if (props.url !== undefined) digest.set('SPENDWATCH_URL', props.url);
      new DailyDigest(this, 'Daily', {
        lambda: digest.lambda,
        undelivered: deadLetters,
        at: policy.digest.at,
        timezone: policy.timezone,
      });
    }

    new Polling(this, 'Polling', { lambda: watch.lambda, shards, undelivered: deadLetters });
    const actsQueue = reserveConcurrency && shards > 1;
    const watchdog = new Watchdog(this, 'Health', {
      watch,
      act,
      deadLetters,
      messages,
      actsQueue,
      reserveConcurrency,
    });
    new SavedQueries(this, 'Queries', {
      deployment,
      logs: { watch: watch.lambda.logGroup, act: act.lambda.logGroup },
    });
    if (props.dashboard) {
      const metricsOf = props.metrics ? deployment : null;
      new SpendwatchDashboard(this, 'Figures', { metricsOf, watch, act, deadLetters, watchdog });
    }
  }

  /** Checks the policy. @throws PolicyError or SettingsError for a policy that is invalid, or whose actions nobody would be notified of. */
  private checkedPolicy({
    policy: path,
    routes = [],
    subscriptions = [],
    subscribedElsewhere = false,
  }: SpendwatchProps): ReturnType<typeof readPolicy> {
    const policy = readPolicy(readFileSync(path, 'utf8'), path);
    checkDeployedRoutes(policy, routes);
    checkReceivers(policy, routes, { subscriptions, subscribedElsewhere });
    return policy;
  }

  /** Creates the dead-letter queue, which people read; nothing consumes it. */
  private deadLetterQueue(): Queue {
    const queue = new Queue(this, 'DeadLetters', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(queue).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason:
        'This is the dead-letter queue of the schedules and functions, which the rule does not consider.',
    });
    return queue;
  }
}
