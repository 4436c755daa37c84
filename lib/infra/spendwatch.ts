import { readFileSync } from 'node:fs';
import { Duration, Names, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { type ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { buildPolicy } from '../config/built-policy.ts';
import type { Subscription } from '../config/deployment.ts';
import { readPolicy } from '../config/read-policy.ts';
import { AlertTopic } from './alert-topic.ts';
import { type ApiKeys, readingKey, warnOfOneKey } from './api-keys.ts';
import { writePolicy } from './bundling.ts';
import { ledgerAccess, ledgerTable } from './ledger-table.ts';
import { Polling, pollInterval } from './polling.ts';
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
  /** A key of one's own for the topic, which must let CloudWatch use it. Default: one is made, for 1 USD a month. */
  readonly topicKey?: IKey;
  /** Into how many parts the targets are divided, each with a run of its own. Default: 1. */
  readonly shards?: number;
  /** What all shards together may ask of the cloud. Default: 600. */
  readonly requestsPerMinute?: number;
  /**
   * Never more than one `act` at a time; two side by side repeat messages. New AWS accounts have too
   * little concurrency to reserve any: false, until AWS has raised it. Default: true.
   */
  readonly reserveConcurrency?: boolean;
  /** Metrics of its own, at most ten, and a dashboard. Default: true. */
  readonly dashboard?: boolean;
  /** The ledger outlives the stack, and cannot be deleted by mistake. Default: true. */
  readonly keepLedger?: boolean;
  /** Name of a table that is the ledger, in place of one that is made. */
  readonly ledger?: string;
};

/** The whole system: a schedule invokes `watch`, and a finished `watch` invokes `act`. They meet in the table. */
export class Spendwatch extends Construct {
  readonly table: Table | ITable;
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: SpendwatchProps) {
    super(scope, id);
    const { shards = 1, keepLedger = true, reserveConcurrency = true, apiKeys } = props;
    const deployment = Names.uniqueResourceName(this, { maxLength: 64, separator: '-' });
    const policy = this.builtPolicy(props.policy);

    this.table =
      props.ledger === undefined
        ? ledgerTable(this, 'Ledger', keepLedger)
        : Table.fromTableName(this, 'Ledger', props.ledger);
    const messages = new AlertTopic(this, 'Messages', {
      subscriptions: props.subscriptions ?? [],
      ...(props.topicKey && { key: props.topicKey }),
    });
    this.topic = messages.topic;
    const deadLetters = this.deadLetterQueue();

    const legs = { policy, timeout: pollInterval, memorySize: 512 };
    const act = new SpendwatchFunction(this, 'Act', {
      ...legs,
      file: 'act.ts',
      description: 'Sends what waits to be said and does what waits to be done',
      oneAtATime: reserveConcurrency,
    })
      .uses('SPENDWATCH_TABLE', this.table.tableName, ...ledgerAccess(this.table.tableArn, 'acting'))
      .uses('SPENDWATCH_TOPIC_ARN', this.topic.topicArn, ...messages.publishing())
      .followedBy({ failed: deadLetters });

    const watch = new SpendwatchFunction(this, 'Watch', {
      ...legs,
      file: 'watch.ts',
      description: 'Looks at every project and billing account, judges and decides',
    })
      .uses('SPENDWATCH_TABLE', this.table.tableName, ...ledgerAccess(this.table.tableArn, 'watching'))
      .set('SPENDWATCH_SHARDS', `${shards}`)
      .set('SPENDWATCH_REQUESTS_PER_MINUTE', `${props.requestsPerMinute ?? 600}`)
      .followedBy({ next: act, failed: deadLetters });

    const keyOf = apiKeys.kind === 'one' ? { viewer: apiKeys.name, editor: apiKeys.name } : apiKeys;
    for (const [leg, key] of [
      [watch, keyOf.viewer],
      [act, keyOf.editor],
    ] as const) {
      leg.set('SPENDWATCH_CLOUD_URL', props.cloudUrl);
      leg.uses('SPENDWATCH_KEY_PARAMETER', key, ...readingKey(this, key, props.apiKeysKey));
      if (props.dashboard !== false) leg.set('SPENDWATCH_DEPLOYMENT', deployment);
    }
    if (apiKeys.kind === 'one') warnOfOneKey(this, apiKeys.name);

    new Polling(this, 'Polling', { watch, shards, undelivered: deadLetters });
    const actsQueue = reserveConcurrency && shards > 1;
    const watchdog = new Watchdog(this, 'Watchdog', {
      watch,
      act,
      deadLetters,
      topic: this.topic,
      actsQueue,
    });
    if (props.dashboard !== false) {
      new SpendwatchDashboard(this, 'Figures', { deployment, watch, act, deadLetters, watchdog });
    }
  }

  /** @throws PolicyError so that a policy with a mistake is not deployed. */
  private builtPolicy(path: string): string {
    const text = buildPolicy(readPolicy(readFileSync(path, 'utf8'), path));
    return writePolicy(this, text);
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
