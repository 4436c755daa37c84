import { Duration } from 'aws-cdk-lib';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { Invoking, type InvokingProps } from './invoking.ts';

export const pollInterval = Duration.minutes(5);

export type PollingProps = InvokingProps & { readonly shards: number };

/** Invokes `watch` every five minutes, with one schedule for each shard. */
export class Polling extends Invoking {
  constructor(scope: Construct, id: string, { shards, ...props }: PollingProps) {
    super(scope, id, props);
    for (let shard = 0; shard < shards; shard += 1) {
      this.invoke(`Shard${shard}`, {
        description: `Invokes watch for shard ${shard} of ${shards}`,
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
