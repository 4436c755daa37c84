import { readFileSync } from 'node:fs';
import { Duration, Names, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { type ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { readPolicy } from '../config/policy/read-policy.ts';
import { buildPolicy } from '../config/settings/built-policy.ts';
import {
  checkDeployedRoutes,
  checkReceivers,
  type DeployedRoute,
} from '../config/settings/deployed-routes.ts';
import type { Subscription } from '../config/settings/deployment.ts';
import { AlertTopic } from './alert-topic.ts';
import { type ApiKeys, handKeys } from './api-keys.ts';
import { writePolicy } from './bundling.ts';
import { DailyDigest } from './daily-digest.ts';
import { byName, openRoutes, routeTopics } from './deployed-routes.ts';
import { ledgerAccess, ledgerTable } from './ledger-table.ts';
import { Polling, pollInterval } from './polling.ts';
import { SavedQueries } from './saved-queries.ts';
import { SpendwatchDashboard } from './spendwatch-dashboard.ts';
import { SpendwatchFunction } from './spendwatch-function.ts';
import { Watchdog } from './watchdog.ts';

export type SpendwatchProps = {
  /** The address of the cloud's API. */
  readonly cloudUrl: string;
  /** Path of the policy. Its mistakes are found here, not on the first run. */
  readonly policy: string;
  readonly apiKeys: ApiKeys;
  /** The key of one's own that the API keys are encrypted with; not needed for the one that AWS keeps for SSM. */
  readonly apiKeysKey?: IKey;
  /** Default: nobody; more can be added to `topic`. */
  readonly subscriptions?: readonly Subscription[];
  /** Whether others subscribe to `topic` by other means, so that a policy may act without `subscriptions`. Default: false. */
  readonly subscribedElsewhere?: boolean;
  /** Routes beside the topic. Default: none. */
  readonly routes?: readonly DeployedRoute[];
  /** A key of one's own for the topics. Default: the one that AWS keeps for SNS. */
  readonly topicKey?: IKey;
  /** Into how many parts the targets are divided, each with a run of its own. Default: 1. */
  readonly shards?: number;
  /** What all shards together may ask of the cloud. Default: 600. */
  readonly requestsPerMinute?: number;
  /** Megabytes of each leg: a run holds the heads of all targets. Default: 512, for some 500 projects. */
  readonly memory?: number;
  /**
   * Never more than one `act` at a time; two side by side repeat messages. New AWS accounts have too
   * little concurrency to reserve any: false, until AWS has raised it. Default: true.
   */
  readonly reserveConcurrency?: boolean;
  /** A dashboard, for 3 USD a month. Default: false, since saved queries show the same for nothing. */
  readonly dashboard?: boolean;
  /** Ten metrics of its own, for 0.30 USD a month each; the dashboard then draws them. Default: false. */
  readonly metrics?: boolean;
  /** The ledger outlives the stack, and cannot be deleted by mistake. Default: true. */
  readonly keepLedger?: boolean;
  /** Name of a table that is the ledger, in place of one that is made. */
  readonly ledger?: string;
};

/** The whole system: a schedule invokes `watch`, and a finished `watch` invokes `act`. They meet in the table. */
export class Spendwatch extends Construct {
  readonly table: Table | ITable;
  readonly topic: Topic;
  /** The topics of further routes, by name, such as "AmazonQ". */
  readonly topics: ReadonlyMap<string, Topic>;

  constructor(scope: Construct, id: string, props: SpendwatchProps) {
    super(scope, id);
    const { shards = 1, keepLedger = true, reserveConcurrency = true, routes = [], cloudUrl } = props;
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
      description: 'Sends what waits to be said and does what waits to be done',
      oneAtATime: reserveConcurrency,
    })
      .uses('SPENDWATCH_TABLE', this.table.tableName, ...ledgerAccess(this.table.tableArn, 'acting'))
      .uses('SPENDWATCH_TOPIC_ARN', this.topic.topicArn, ...messages.delivering())
      .failsInto(deadLetters);

    const watch = new SpendwatchFunction(this, 'Watch', {
      ...legs,
      file: 'watch.ts',
      description: 'Looks at every project and billing account, judges and decides',
    })
      .uses('SPENDWATCH_TABLE', this.table.tableName, ...ledgerAccess(this.table.tableArn, 'watching'))
      .set('SPENDWATCH_SHARDS', `${shards}`)
      .set('SPENDWATCH_REQUESTS_PER_MINUTE', `${props.requestsPerMinute ?? 600}`)
      .alwaysFollowedBy(act);

    for (const leg of [watch, act]) {
      leg.set('SPENDWATCH_CLOUD_URL', cloudUrl);
      if (props.metrics) leg.set('SPENDWATCH_DEPLOYMENT', deployment);
    }
    handKeys(this, props.apiKeys, { watch, act }, props.apiKeysKey);
    const keys = { topics: props.topicKey, parameters: props.apiKeysKey };
    const topics = routeTopics(this, routes, keys);
    this.topics = byName(topics);
    openRoutes(act, routes, topics, keys);

    if (policy.digest !== null) {
      const digest = new SpendwatchFunction(this, 'Digest', {
        ...legs,
        file: 'digest.ts',
        description: 'Tells once a day how the day before was',
      })
        .uses('SPENDWATCH_TABLE', this.table.tableName, ...ledgerAccess(this.table.tableArn, 'telling'))
        .uses('SPENDWATCH_TOPIC_ARN', this.topic.topicArn, ...messages.delivering())
        .failsInto(deadLetters, { retries: 1 });
      openRoutes(digest, routes, topics, keys);
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

  /** @throws PolicyError or SettingsError so that a policy with a mistake, or one that would act unheard, is not deployed. */
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

  /** What it holds is for people to look at; nothing takes it from there. */
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
        'It is the dead-letter queue, of the schedules and the functions, which the rule does not look at.',
    });
    return queue;
  }
}
