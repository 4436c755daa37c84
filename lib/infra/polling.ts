import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
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
import type { SpendwatchFunction } from './spendwatch-function.ts';

export const pollInterval = Duration.minutes(5);

export type PollingProps = {
  readonly watch: SpendwatchFunction;
  readonly shards: number;
  /** Keeps what could not be delivered. */
  readonly undelivered: IQueue;
};

/** One schedule for each shard. They may invoke `watch`, and nothing else. */
export class Polling extends Construct {
  constructor(scope: Construct, id: string, { watch, shards, undelivered }: PollingProps) {
    super(scope, id);
    const { lambda } = watch;
    const scheduleGroup = new ScheduleGroup(this, 'Group');
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': Stack.of(this).account,
            'aws:SourceArn': scheduleGroup.scheduleGroupArn,
          },
        },
      }),
    });
    for (const [action, resource] of [
      ['lambda:InvokeFunction', lambda.functionArn],
      ['sqs:SendMessage', undelivered.queueArn],
    ] as const) {
      role.addToPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
    }
    for (let shard = 0; shard < shards; shard += 1) {
      const schedule = new Schedule(this, `Shard${shard}`, {
        description: `Invokes watch for shard ${shard} of ${shards}`,
        schedule: ScheduleExpression.rate(pollInterval),
        scheduleGroup,
        // Not all at the same second: the first minute is for everyone.
        timeWindow: TimeWindow.flexible(Duration.minutes(1)),
        target: new LambdaInvoke(lambda, {
          // The library would let it invoke every version of the function.
          role: role.withoutPolicyUpdates(),
          input: ScheduleTargetInput.fromObject({ shard }),
          retryAttempts: 3,
          // Older than this the next poll is due anyway.
          maxEventAge: pollInterval,
          deadLetterQueue: undelivered,
        }),
      });
      // It names its group without referring to it.
      schedule.node.addDependency(scheduleGroup, role);
    }
  }
}
