import { type Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  Schedule,
  type ScheduleExpression,
  ScheduleGroup,
  ScheduleTargetInput,
  TimeWindow,
} from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export type InvokingProps = {
  readonly lambda: IFunction;
  /** The queue for events that could not be delivered. */
  readonly undelivered: IQueue;
};

export type Invocation = {
  readonly description: string;
  readonly schedule: ScheduleExpression;
  /** The time window in which the invocation may start. */
  readonly window: Duration;
  /** The age at which an undelivered event is dropped. */
  readonly within: Duration;
  readonly input: object;
};

/** A group of schedules whose role may invoke one function only. */
export class Invoking extends Construct {
  private readonly group: ScheduleGroup;
  private readonly role: Role;
  private readonly props: InvokingProps;

  constructor(scope: Construct, id: string, props: InvokingProps) {
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
