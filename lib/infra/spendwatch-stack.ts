import { CfnOutput, CfnParameter, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Spendwatch, type SpendwatchProps } from './spendwatch.ts';

export type SpendwatchStackProps = StackProps &
  Omit<SpendwatchProps, 'cloudUrl'> & {
    /** The address of the cloud's API. Without one, it is a parameter of the stack. */
    readonly cloudUrl?: string;
  };

/** A stack that holds spendwatch alone. */
export class SpendwatchStack extends Stack {
  constructor(scope: Construct, id: string, props: SpendwatchStackProps) {
    super(scope, id, {
      description: "Monitors a team's spend and idle machines on a compute cloud",
      ...props,
    });
    const { table, topic, topics } = new Spendwatch(this, 'Spendwatch', {
      ...props,
      cloudUrl: props.cloudUrl ?? this.askForCloudUrl(),
    });
    new CfnOutput(this, 'Table', { description: "Name of the ledger's table", value: table.tableName });
    new CfnOutput(this, 'Topic', { description: 'SNS topic to subscribe to', value: topic.topicArn });
    for (const [name, { topicArn: value }] of topics)
      new CfnOutput(this, `Topic${name}`, { description: `SNS topic of the route ${name}`, value });
  }

  private askForCloudUrl(): string {
    return new CfnParameter(this, 'CloudUrl', {
      description: "Address of the cloud's API, such as https://api.example.com",
      allowedPattern: '^https://[^\\s?#@]+$',
      constraintDescription: 'must have the form https://host or https://host/path',
    }).valueAsString;
  }
}
