import { Names } from 'aws-cdk-lib';
import type { IAlarm, IMetric, MathExpressionOptions, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { buildPolicy } from '../config/deployment/built-policy.ts';
import { AlertTopic } from './alert-topic.ts';
import { handKeys, toKmsKey } from './api-keys.ts';
import { askPrometheus } from './ask-prometheus.ts';
import { checkedSettings, readCheckedPolicy } from './checked-settings.ts';
import { deadLetterQueue } from './dead-letters.ts';
import { groupRouteChannels, openRoutes, routeResources } from './deployed-routes.ts';
import { DailyDigest, PollSchedules, pollInterval } from './invoking.ts';
import { grantLedger, ledgerAccess, ledgerTable } from './ledger-table.ts';
import { SavedQueries } from './log-queries.ts';
import { AnswerAddress, PushAddress, slackParameters } from './open-address.ts';
import { outputsIf } from './outputs.ts';
import { type OwnMetrics, ownMetrics } from './own-metrics.ts';
import { readingParameter, readingPolicy } from './reading-permissions.ts';
import { SpendwatchFunction } from './spendwatch-function.ts';
import type { AmazonQActions, SpendwatchProps } from './spendwatch-props.ts';
import { Watchdog } from './watchdog.ts';

export type {
  AmazonQActions,
  ConnectionProps,
  NetworkProps,
  PrometheusProps,
  RouteProps,
  SpendwatchProps,
  SubscriptionProps,
} from './spendwatch-props.ts';

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
  /** The queue of runs and events that were lost. Nothing consumes it; people read it. */
  readonly deadLetters: IQueue;
  /** The address that machines push their use to, which ends in a slash; `undefined` without `pushSecret`. */
  readonly pushUrl: string | undefined;
  /** The address of the links in messages, which ends in a slash; `undefined` without `answerSecret`. */
  readonly answerUrl: string | undefined;
  /** The custom actions of Amazon Q Developer; `undefined` without `amazonQButtons`. */
  readonly amazonQ: AmazonQActions | undefined;
  private readonly metrics: OwnMetrics;

  constructor(scope: Construct, id: string, props: SpendwatchProps) {
    super(scope, id);
    const settings = checkedSettings(props);
    const { shards, reserveConcurrency, routes, email, topicKey, logRetention, logLevel } = settings;
    const apiKeysKey = toKmsKey(this, 'ApiKeysKey', settings.apiKeysKey);
    const { policyLocation, pushSecret, answerSecret } = settings;
    const subscriptions = [
      ...settings.subscriptions,
      ...(email === undefined ? [] : [{ to: email, from: 'info' as const }]),
    ];
    const deployment = Names.uniqueResourceName(this, { maxLength: 64, separator: '-' });
    const policy = readCheckedPolicy(this, settings.policy, { ...settings, subscriptions });

    this.table =
      settings.table ??
      ledgerTable(this, 'Ledger', settings.keepLedger, toKmsKey(this, 'TableKey', settings.tableKey));
    const messages = new AlertTopic(this, 'Messages', {
      subscriptions,
      topic: settings.topic,
      key: topicKey,
    });
    this.topic = messages.topic;
    const deadLetters = deadLetterQueue(this);
    this.deadLetters = deadLetters;
    const addOutput = outputsIf(settings.outputs ?? true);

    const { vpc, vpcSubnets, securityGroups } = settings;
    const common = { network: { vpc, vpcSubnets, securityGroups }, logRetention, logLevel };
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
      addOutput,
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
    // Only `act` reads it: the other functions use the policy that it has checked and recorded.
    act.may(...(policyLocation === undefined ? [] : readingPolicy(this, policyLocation, settings.policyKey)));
    handKeys(this, settings, { watch, act }, addOutput, apiKeysKey);
    const resources = routeResources(this, routes, topicKey);
    const { topics, buses } = groupRouteChannels(resources);
    this.topics = topics;
    this.buses = buses;
    openRoutes(act, routes, resources, { parameterKey: apiKeysKey, putsEvents: true });
    act.set('SPENDWATCH_URL', settings.url).set('SPENDWATCH_COMMAND', settings.command);

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
      digest.set('SPENDWATCH_URL', settings.url).set('SPENDWATCH_COMMAND', settings.command);
      new DailyDigest(this, 'Daily', {
        lambda: digest.lambda,
        undelivered: deadLetters,
        at: policy.digest.at,
        timezone: policy.timezone,
      });
    }

    new PollSchedules(this, 'Polling', { lambda: watch.lambda, shards, undelivered: deadLetters });
    this.pushUrl = push?.url;
    this.answerUrl = answer?.url;
    this.amazonQ = answer?.amazonQ;
    this.metrics = ownMetrics({
      ...{ watch: watch.lambda, act: act.lambda, topic: this.topic, deadLetters, reserveConcurrency },
      answer: answer?.receiver.lambda,
      push: push?.receiver.lambda,
    });
    this.alarms =
      settings.alarms === false
        ? []
        : new Watchdog(this, 'Health', {
            ...{ metrics: this.metrics, timeout: pollInterval, deadLetters, messages, reserveConcurrency },
            ...common,
          }).alarms;
    this.watch = watch.lambda;
    this.act = act.lambda;
    new SavedQueries(this, 'Queries', {
      deployment,
      logs: { watch: watch.lambda.logGroup, act: act.lambda.logGroup },
    });
  }

  /** Returns the number of finished polls, by default in 15 minutes: less than one means that spendwatch no longer runs. */
  metricPolls(options?: MetricOptions): IMetric {
    return this.metrics.polls(options);
  }

  /** Returns the number of runs of `watch` and `act` that failed, such as those with a rejected key or an unreachable cloud. */
  metricBlind(options?: MathExpressionOptions): IMetric {
    return this.metrics.blind(options);
  }

  /** Returns the number of messages that SNS could not deliver to a subscriber. */
  metricUndelivered(options?: MetricOptions): IMetric {
    return this.metrics.undelivered(options);
  }

  /** Returns the number of runs, answers and pushes that were lost. */
  metricLost(options?: MathExpressionOptions): IMetric {
    return this.metrics.lost(options);
  }

  /** Returns the number of runs for which there was no concurrency. */
  metricThrottled(options?: MathExpressionOptions): IMetric {
    return this.metrics.throttled(options);
  }

  /** Returns the longest duration of a run of `watch` or `act`, in milliseconds. */
  metricDuration(options?: MathExpressionOptions): IMetric {
    return this.metrics.duration(options);
  }

  /** Grants reading the ledger, as `status`, `spend`, `idle` and `explain` do with `--table`. */
  grantReader(grantee: IGrantable): Grant {
    return grantLedger(this.table, grantee, 'reading');
  }

  /**
   * Grants reading the ledger and placing overrides, as `keep`, `silence`, `approve`, `pause` and `stop` do with
   * `--table`. It does not allow changes to a target's head, such as an announced action.
   */
  grantOperator(grantee: IGrantable): Grant {
    return grantLedger(this.table, grantee, 'answering');
  }
}
