import { Duration, TimeZone } from 'aws-cdk-lib';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { Invoking, type InvokingProps } from './invoking.ts';

export type DailyDigestProps = InvokingProps & {
  /** The time of day, in minutes since midnight. */
  readonly at: number;
  readonly timezone: string;
};

/** Invokes `digest` once a day, at a time of day in a time zone. */
export class DailyDigest extends Invoking {
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
