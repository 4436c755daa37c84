import { Duration, Names, RemovalPolicy } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { buildPolicy } from '../config/deployment/built-policy.ts';
import { AlertTopic } from './alert-topic.ts';
import { handKeys, keyOf } from './api-keys.ts';
import { askPrometheus } from './ask-prometheus.ts';
import { checkedPolicy, checkedSettings } from './checked-settings.ts';
import { channelsOf, openRoutes, routeResources } from './deployed-routes.ts';
import { DailyDigest, Polling, pollInterval } from './invoking.ts';
import { ledgerAccess, ledgerTable } from './ledger-table.ts';
import { SavedQueries } from './log-queries.ts';
import { AnswerAddress, PushAddress, slackParameters } from './open-address.ts';
import { readingParameter, readingPolicy } from './reading-permissions.ts';
import { SpendwatchFunction } from './spendwatch-function.ts';
import type { SpendwatchProps } from './spendwatch-props.ts';
import { Watchdog } from './watchdog.ts';

export type { PrometheusProps, RouteProps, SpendwatchProps, SubscriptionProps } from './spendwatch-props.ts';

/** The whole system: a schedule invokes `watch`, and each finished `watch` invokes `act`. They share the table. */
export class Spendwatch extends Construct {
  /** The ledger's table. */
  readonly table: ITable | Table;
  /** The topic of messages and alarms, for further subscriptions. */
  readonly topic: ITopic;
  /** The topics of further routes, by name, such as "AmazonQ". */
  readonly topics: ReadonlyMap<string, ITopic>;
  /** The ARNs of the buses of events, by the name of their route, such as "Eventbridge". */
  readonly buses: ReadonlyMap<string, string>;
  /** The function that polls and decides. */
  readonly watch: IFunction;
  /** The function that sends messages and carries out actions. */
  readonly act: IFunction;
  /** The alarms about spendwatch itself; none if `alarms` is false. */
  readonly alarms: readonly IAlarm[];

  constructor(scope: Construct, id: string, props: SpendwatchProps) {
    super(scope, id);
    const settings = checkedSettings(props);
    const { shards, reserveConcurrency, routes, email, topicKey, logRetention, logLevel } = settings;
    const apiKeysKey = keyOf(this, 'ApiKeysKey', settings.apiKeysKey);
    const { policyLocation, pushSecret, answerSecret } = settings;
    const subscriptions = [
      ...settings.subscriptions,
      ...(email === undefined ? [] : [{ to: email, from: 'info' as const }]),
    ];
    const deployment = Names.uniqueResourceName(this, { maxLength: 64, separator: '-' });
    const policy = checkedPolicy(settings.policy, { ...settings, subscriptions });

    this.table =
      settings.table ??
      ledgerTable(this, 'Ledger', settings.keepLedger, keyOf(this, 'TableKey', settings.tableKey));
    const messages = new AlertTopic(this, 'Messages', {
      subscriptions,
      topic: settings.topic,
      key: topicKey,
    });
    this.topic = messages.topic;
    const deadLetters = deadLetterQueue(this);

    const { vpc, vpcSubnets, securityGroups } = settings;
    const network = { vpc, vpcSubnets, securityGroups };
    const common = { network, logRetention, logLevel };
    const built = { policy: buildPolicy(policy), policyLocation };
    const { connections } = settings;
    const legs = { ...built, connections, timeout: pollInterval, memorySize: settings.memory, ...common };
    const act = new SpendwatchFunction(this, 'Act', {
      ...legs,
      name: 'act',
      description: 'Delivers notifications and carries out actions',
      ...(reserveConcurrency && { atMost: 1 }),
    })
      .uses('SPENDWATCH_TABLE', this.table.tableName, ...ledgerAccess(this.table, 'acting'))
      .uses('SPENDWATCH_TOPIC_ARN', this.topic.topicArn, ...messages.delivering())
      .failsInto(deadLetters);

    const watch = new SpendwatchFunction(this, 'Watch', {
      ...legs,
      name: 'watch',
      description: 'Polls projects and billing accounts, evaluates rules and decides actions',
    })
      .uses('SPENDWATCH_TABLE', this.table.tableName, ...ledgerAccess(this.table, 'watching'))
      .set('SPENDWATCH_SHARDS', `${shards}`)
      .alwaysFollowedBy(act);
    if (connections === undefined)
      watch.set('SPENDWATCH_REQUESTS_PER_MINUTE', `${settings.requestsPerMinute}`);

    for (const leg of [watch, act]) {
      if (settings.cloudUrl !== undefined) leg.set('SPENDWATCH_CLOUD_URL', settings.cloudUrl);
      if (settings.metrics) leg.set('SPENDWATCH_DEPLOYMENT', deployment);
      // Readers of pushes do not need the secret, only the fact that there are pushes.
      if (pushSecret !== undefined) leg.set('SPENDWATCH_PUSH_SECRET', `ssm:${pushSecret}`);
    }
    const open = {
      table: this.table,
      reserveConcurrency,
      ...common,
      ...(apiKeysKey && { secretKey: apiKeysKey }),
    };
    const push =
      pushSecret === undefined ? null : new PushAddress(this, 'Push', { ...open, secret: pushSecret });
    let answer: AnswerAddress | null = null;
    if (answerSecret !== undefined) {
      const slack = slackParameters(settings);
      answer = new AnswerAddress(this, 'Answer', {
        ...open,
        secret: answerSecret,
        ...built,
        slack,
        ...(settings.amazonQButtons && {
          // What a policy at another place allows is not known here; a message without a token has no button.
          amazonQ: { mayApprove: policy.approveByLink || policyLocation !== undefined },
        }),
      });
      act
        .set('SPENDWATCH_ANSWER_URL', answer.url)
        .uses(
          'SPENDWATCH_ANSWER_SECRET',
          `ssm:${answerSecret}`,
          ...readingParameter(this, answerSecret, apiKeysKey),
        );
      // It need not read them, only know which buttons there are.
      for (const [variable, parameter] of slack) act.set(variable, `ssm:${parameter}`);
      if (settings.amazonQButtons) act.set('SPENDWATCH_AMAZON_Q_BUTTONS', 'true');
    }
    if (settings.prometheus) askPrometheus(this, [watch, act], settings.prometheus, apiKeysKey);
    // Only `act` reads it: the other functions go by what it has found good and recorded.
    act.may(...(policyLocation === undefined ? [] : readingPolicy(this, policyLocation, settings.policyKey)));
    handKeys(this, settings, { watch, act }, apiKeysKey);
    const resources = routeResources(this, routes, topicKey);
    const { topics, buses } = channelsOf(resources);
    this.topics = topics;
    this.buses = buses;
    openRoutes(act, routes, resources, { parameterKey: apiKeysKey, putsEvents: true });
    if (settings.url !== undefined) act.set('SPENDWATCH_URL', settings.url);

    if (policy.digest !== null) {
      const digest = new SpendwatchFunction(this, 'Digest', {
        ...legs,
        name: 'digest',
        description: 'Sends the daily digest',
      })
        .uses('SPENDWATCH_TABLE', this.table.tableName, ...ledgerAccess(this.table, 'digesting'))
        .uses('SPENDWATCH_TOPIC_ARN', this.topic.topicArn, ...messages.delivering())
        .failsInto(deadLetters, { retries: 1 });
      openRoutes(digest, routes, resources, { parameterKey: apiKeysKey, putsEvents: false });
      if (settings.url !== undefined) digest.set('SPENDWATCH_URL', settings.url);
      new DailyDigest(this, 'Daily', {
        lambda: digest.lambda,
        undelivered: deadLetters,
        at: policy.digest.at,
        timezone: policy.timezone,
      });
    }

    new Polling(this, 'Polling', { lambda: watch.lambda, shards, undelivered: deadLetters });
    this.alarms =
      settings.alarms === false
        ? []
        : new Watchdog(this, 'Health', {
            ...{ watch, act, deadLetters },
            messages,
            answer: answer?.receiver.lambda,
            push: push?.receiver.lambda,
            reserveConcurrency,
            ...common,
          }).alarms;
    this.watch = watch.lambda;
    this.act = act.lambda;
    new SavedQueries(this, 'Queries', {
      deployment,
      logs: { watch: watch.lambda.logGroup, act: act.lambda.logGroup },
    });
  }

  /** Grants reading the ledger, as `status`, `spend`, `idle` and `explain` do with `--table`. */
  grantReader(grantee: IGrantable): Grant {
    return this.grant(grantee, 'reading');
  }

  /**
   * Grants reading the ledger and placing overrides, as `keep`, `silence`, `approve`, `pause` and `stop` do with
   * `--table`. It does not allow changes to a target's head, such as an announced action.
   */
  grantOperator(grantee: IGrantable): Grant {
    return this.grant(grantee, 'answering');
  }

  private grant(grantee: IGrantable, use: 'reading' | 'answering'): Grant {
    const grants = ledgerAccess(this.table, use).map(({ actions, resource, conditions }) =>
      Grant.addToPrincipal({
        grantee,
        actions: [...actions],
        resourceArns: [resource],
        ...(conditions && { conditions: { ...conditions } }),
      }),
    );
    return grants.reduce((all, one) => all.combine(one));
  }
}

/** Creates the dead-letter queue, which people read; nothing consumes it. */
function deadLetterQueue(scope: Construct): Queue {
  const queue = new Queue(scope, 'DeadLetters', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // As `Validations` writes it, which older versions of the CDK do not have.
  queue.node.addMetadata('aws:cdk:acknowledged-rules', {
    'Annotation::AwsSolutions-SQS3':
      'This is the dead-letter queue of the schedules and functions, which the rule does not consider.',
  });
  return queue;
}
