import { CfnOutput, Duration } from 'aws-cdk-lib';
import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { pushAccess } from './ledger-table.ts';
import { readingParameter } from './parameters.ts';
import { SpendwatchFunction } from './spendwatch-function.ts';
import type { NetworkProps } from './spendwatch-props.ts';

export type PushAddressProps = {
  readonly table: ITable | Table;
  /** The name of the SSM parameter (SecureString) with the secret of tokens. */
  readonly secret: string;
  readonly secretKey?: IKey;
  readonly reserveConcurrency: boolean;
  readonly network: NetworkProps;
};

/**
 * The https address that machines push their use to. Anyone may call it: the function checks the token of each push,
 * and can only store pushes. Its concurrency is limited, so that a flood costs little and does not slow down `watch`
 * and `act`.
 */
export class PushAddress extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { table, secret, secretKey, reserveConcurrency, network }: PushAddressProps,
  ) {
    super(scope, id);
    const push = new SpendwatchFunction(this, 'Receiver', {
      name: 'push',
      description: 'Stores what machines push of their own use',
      timeout: Duration.seconds(10),
      memorySize: 256,
      network,
      ...(reserveConcurrency && { atMost: 5 }),
    })
      .uses('SPENDWATCH_TABLE', table.tableName, ...pushAccess(table))
      .uses('SPENDWATCH_PUSH_SECRET', `ssm:${secret}`, ...readingParameter(this, secret, secretKey));
    const { url } = push.lambda.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
    new CfnOutput(this, 'Url', { description: 'Address for SPENDWATCH_PUSH_URL of agents', value: url });
  }
}
