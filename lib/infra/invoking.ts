import { Duration, RemovalPolicy, Stack, TimeZone } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  Schedule,
  ScheduleExpression,
  ScheduleGroup,
  ScheduleTargetInput,
  TimeWindow,
} from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export type ScheduledInvocationsProps = {
  readonly lambda: IFunction;
  /** The queue for events that could not be delivered. */
  readonly undelivered: IQueue;
};

type Invocation = {
  readonly description: string;
  readonly schedule: ScheduleExpression;
  /** The time window in which the invocation may start. */
  readonly window: Duration;
  /** The age at which an undelivered event is dropped. */
  readonly within: Duration;
  readonly input: object;
};

/** A group of schedules whose role may invoke one function only. */
export class ScheduledInvocations extends Construct {
  private readonly group: ScheduleGroup;
  private readonly role: Role;
  private readonly props: ScheduledInvocationsProps;

  constructor(scope: Construct, id: string, props: ScheduledInvocationsProps) {
    super(scope, id);
    this.props = props;
    // By default, CDK retains a group, whose name would then block the next deployment.
    this.group = new ScheduleGroup(this, 'Group', { removalPolicy: RemovalPolicy.DESTROY });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': this.group.scheduleGroupArn,
          },
        },
      }),
    });
    for (const [action, resource] of [
      ['lambda:InvokeFunction', props.lambda.functionArn],
      ['sqs:SendMessage', props.undelivered.queueArn],
    ] as const) {
      this.role.addToPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
    }
  }

  protected invoke(id: string, { description, schedule, window, within, input }: Invocation): void {
    const made = new Schedule(this, id, {
      description,
      schedule,
      scheduleGroup: this.group,
      timeWindow: TimeWindow.flexible(window),
      target: new LambdaInvoke(this.props.lambda, {
        // By default, CDK lets the role invoke every version of the function.
        role: this.role.withoutPolicyUpdates(),
        input: ScheduleTargetInput.fromObject(input),
        retryAttempts: 3,
        maxEventAge: within,
        deadLetterQueue: this.props.undelivered,
      }),
    });
    // The schedule names its group without a reference, so that CloudFormation sees no dependency.
    made.node.addDependency(this.group, this.role);
  }
}

type DailyDigestProps = ScheduledInvocationsProps & {
  /** The time of day, in minutes since midnight. */
  readonly at: number;
  readonly timezone: string;
};

/** Invokes `digest` once a day, at a time of day in a time zone. */
export class DailyDigest extends ScheduledInvocations {
  constructor(scope: Construct, id: string, { at, timezone, ...props }: DailyDigestProps) {
    super(scope, id, props);
    const [hour, minute] = [`${Math.floor(at / 60)}`, `${at % 60}`];
    this.invoke('Daily', {
      description: `Invokes digest daily at ${hour}:${minute.padStart(2, '0')} (${timezone})`,
      schedule: ScheduleExpression.cron({ hour, minute, timeZone: TimeZone.of(timezone) }),
      window: Duration.minutes(5),
      within: Duration.hours(6),
      input: {},
    });
  }
}

export const pollInterval = Duration.minutes(5);

type PollingProps = ScheduledInvocationsProps & { readonly shards: number };

/** Invokes `watch` every five minutes, with one schedule for each shard. */
export class PollSchedules extends ScheduledInvocations {
  constructor(scope: Construct, id: string, { shards, ...props }: PollingProps) {
    super(scope, id, props);
    for (let shard = 0; shard < shards; shard += 1) {
      this.invoke(`Shard${shard}`, {
        description: `Invokes watch for shard ${shard}`,
        schedule: ScheduleExpression.rate(pollInterval),
        // Spreads the shards over the first minute.
        window: Duration.minutes(1),
        // A later start would collide with the next poll.
        within: pollInterval,
        input: { shard },
      });
    }
  }
}
