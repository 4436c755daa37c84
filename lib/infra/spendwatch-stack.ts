import { CfnOutput, CfnParameter, Stack, type StackProps } from 'aws-cdk-lib';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { Spendwatch, type SpendwatchProps } from './spendwatch.ts';

export type SpendwatchStackProps = StackProps &
  Omit<SpendwatchProps, 'cloudUrl'> & {
    /** Who is sent every message. */
    readonly email?: string;
  };

/** A stack of nothing but spendwatch. The cloud's address is asked for when it is deployed. */
export class SpendwatchStack extends Stack {
  constructor(scope: Construct, id: string, { email, ...props }: SpendwatchStackProps) {
    super(scope, id, {
      description: 'Watches what a team spends and leaves running on a compute cloud',
      ...props,
    });
    const cloudUrl = new CfnParameter(this, 'CloudUrl', {
      description: "The address of the cloud's API, such as https://api.example.com",
      allowedPattern: '^https://[^\\s?#@]+$',
      constraintDescription: 'must look like https://host or https://host/path',
    });
    const { table, topic } = new Spendwatch(this, 'Spendwatch', {
      ...props,
      cloudUrl: cloudUrl.valueAsString,
    });
    if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
    new CfnOutput(this, 'Table', { description: 'The ledger', value: table.tableName });
    new CfnOutput(this, 'Topic', { description: 'Subscribe here', value: topic.topicArn });
  }
}
