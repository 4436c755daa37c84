import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { LambdaDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { readPolicy } from '../config/read-policy.ts';
import { type Permission, SpendwatchFunction } from './spendwatch-function.ts';

export type SpendwatchProps = {
  /** The address of the cloud's API. */
  readonly cloudUrl: string;
  /** Path of the policy. Its mistakes are found here, not on the first run. */
  readonly policy: string;
  /** Name of the SSM parameter, a SecureString, that holds a viewer's API key. */
  readonly viewerKey: string;
  /** Name of the SSM parameter, a SecureString, that holds an editor's API key. */
  readonly editorKey: string;
  /**
   * Never more than one `act` at a time; two side by side repeat messages. New AWS accounts have too
   * little concurrency to reserve any: false, until AWS has raised it.
   */
  readonly reserveConcurrency: boolean;
};

const pollInterval = Duration.minutes(5);
/** A run that failed is followed by the next poll anyway, which finishes its work. */
const noRetry = { retryAttempts: 0, maxEventAge: pollInterval };

/** The whole system: a schedule invokes `watch`, and a finished `watch` invokes `act`. They meet in the table. */
export class Spendwatch extends Construct {
  readonly table: Table;
  readonly topic: Topic;

  constructor(scope: Construct, id: string, props: SpendwatchProps) {
    super(scope, id);
    const policy = resolve(props.policy);
    readPolicy(readFileSync(policy, 'utf8'), props.policy);

    this.table = new Table(this, 'Ledger', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      timeToLiveAttribute: 'expires',
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.topic = new Topic(this, 'Messages', { displayName: 'spendwatch', enforceSSL: true });

    const act = new SpendwatchFunction(this, 'Act', {
      file: 'act.ts',
      description: 'Sends what waits to be said and does what waits to be done',
      policy,
      timeout: pollInterval,
      oneAtATime: props.reserveConcurrency,
    })
      .uses('SPENDWATCH_TABLE', this.table.tableName, ledgerAccess(this.table))
      .uses('SPENDWATCH_KEY_PARAMETER', props.editorKey, this.reading(props.editorKey))
      .uses('SPENDWATCH_TOPIC_ARN', this.topic.topicArn, publishing(this.topic));

    const watch = new SpendwatchFunction(this, 'Watch', {
      file: 'watch.ts',
      description: 'Looks at every project and billing account, judges and decides',
      policy,
      timeout: pollInterval,
    })
      .uses('SPENDWATCH_TABLE', this.table.tableName, ledgerAccess(this.table))
      .uses('SPENDWATCH_KEY_PARAMETER', props.viewerKey, this.reading(props.viewerKey));

    for (const { lambda } of [watch, act]) lambda.addEnvironment('SPENDWATCH_CLOUD_URL', props.cloudUrl);
    watch.lambda.configureAsyncInvoke({ ...noRetry, onSuccess: new LambdaDestination(act.lambda) });
    act.lambda.configureAsyncInvoke(noRetry);
    new Schedule(this, 'Poll', {
      description: 'Invokes watch',
      schedule: ScheduleExpression.rate(pollInterval),
      target: new LambdaInvoke(watch.lambda, noRetry),
    });
  }

  private reading(parameter: string): Permission {
    const resource = Stack.of(this).formatArn({
      service: 'ssm',
      resource: 'parameter',
      resourceName: parameter.replace(/^\//, ''),
    });
    return { actions: ['ssm:GetParameter'], resource };
  }
}

const ledgerAccess = (table: Table): Permission => ({
  actions: ['dynamodb:BatchWriteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'],
  resource: table.tableArn,
});

const publishing = (topic: Topic): Permission => ({ actions: ['sns:Publish'], resource: topic.topicArn });
