import { CfnOutput, CfnParameter, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Spendwatch, type SpendwatchProps } from './spendwatch.ts';

export type SpendwatchStackProps = StackProps &
  Omit<SpendwatchProps, 'cloudUrl'> & {
    /** Without one it is asked for when the stack is deployed. */
    readonly cloudUrl?: string;
  };

/** A stack of nothing but spendwatch. */
export class SpendwatchStack extends Stack {
  constructor(scope: Construct, id: string, props: SpendwatchStackProps) {
    super(scope, id, {
      description: 'Watches what a team spends and leaves running on a compute cloud',
      ...props,
    });
    const { table, topic, topics } = new Spendwatch(this, 'Spendwatch', {
      ...props,
      cloudUrl: props.cloudUrl ?? this.askForCloudUrl(),
    });
    new CfnOutput(this, 'Table', { description: 'The ledger', value: table.tableName });
    new CfnOutput(this, 'Topic', { description: 'Subscribe here', value: topic.topicArn });
    for (const [name, { topicArn: value }] of topics)
      new CfnOutput(this, `Topic${name}`, { description: `The topic of the route ${name}`, value });
  }

  private askForCloudUrl(): string {
    return new CfnParameter(this, 'CloudUrl', {
      description: "The address of the cloud's API, such as https://api.example.com",
      allowedPattern: '^https://[^\\s?#@]+$',
      constraintDescription: 'must look like https://host or https://host/path',
    }).valueAsString;
  }
}
