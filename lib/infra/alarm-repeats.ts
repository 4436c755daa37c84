import { Duration } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { Invoking, type InvokingProps } from './invoking.ts';

export type AlarmRepeatsProps = InvokingProps & { readonly alarms: readonly IAlarm[] };

const interval = Duration.hours(4);

/** Invokes the alarm function every four hours to repeat the alarms that are still active. */
export class AlarmRepeats extends Invoking {
  constructor(scope: Construct, id: string, { alarms, ...props }: AlarmRepeatsProps) {
    super(scope, id, props);
    const { role } = props.lambda;
    // A policy of its own, as the alarms depend on the function and the function on its policy.
    new Policy(this, 'SeeAlarms', {
      ...(role && { roles: [role] }),
      statements: [
        new PolicyStatement({
          actions: ['cloudwatch:DescribeAlarms'],
          resources: alarms.map(({ alarmArn }) => alarmArn),
        }),
      ],
    });
    this.invoke('Every', {
      description: 'Invokes the alarm function to repeat active alarms',
      schedule: ScheduleExpression.rate(interval),
      window: Duration.minutes(15),
      within: interval,
      input: { repeat: alarms.map(({ alarmName }) => alarmName) },
    });
  }
}
