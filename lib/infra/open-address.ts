import { Duration } from 'aws-cdk-lib';
import type { ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnPermission, FunctionUrlAuthType, type Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Variable } from '../config/settings/settings.ts';
import { AmazonQButtons, type AmazonQButtonsProps, shortName } from './amazon-q-buttons.ts';
import { answerAccess, pushAccess } from './ledger-table.ts';
import type { AddOutput } from './outputs.ts';
import { readingParameter } from './reading-permissions.ts';
import { type Permission, SpendwatchFunction, type SpendwatchFunctionProps } from './spendwatch-function.ts';
import type { SpendwatchProps } from './spendwatch-props.ts';

export type OpenAddressProps = {
  readonly table: ITable | Table;
  /** The name of the SSM parameter (SecureString) with the secret that seals the tokens of callers. */
  readonly secret: string;
  readonly secretKey?: IKey;
  readonly reserveConcurrency: boolean;
  readonly addOutput: AddOutput;
} & Pick<SpendwatchFunctionProps, 'network' | 'logRetention' | 'logLevel'>;

type BuiltPolicy = Pick<SpendwatchFunctionProps, 'policy' | 'policyLocation'>;

type Opened = Pick<SpendwatchFunctionProps, 'name' | 'functionName' | 'description' | 'memorySize'> &
  BuiltPolicy & {
    readonly secretIn: 'SPENDWATCH_PUSH_SECRET' | 'SPENDWATCH_ANSWER_SECRET';
    readonly access: readonly Permission[];
    readonly output: string;
  };

/**
 * An https address that anyone may call: its function checks the token of each request, and can do one thing only. Its
 * concurrency is limited, so that a flood costs little and does not slow down `watch` and `act`.
 */
class OpenAddress extends Construct {
  /** The address, which ends in a slash. */
  readonly url: string;
  readonly receiver: SpendwatchFunction;

  constructor(
    scope: Construct,
    id: string,
    {
      table,
      secret,
      secretKey,
      reserveConcurrency,
      network,
      logRetention,
      logLevel,
      addOutput,
    }: OpenAddressProps,
    { secretIn, access, output, ...function_ }: Opened,
  ) {
    super(scope, id);
    this.receiver = new SpendwatchFunction(this, 'Receiver', {
      ...function_,
      timeout: Duration.seconds(10),
      network,
      logRetention,
      ...(logLevel && { logLevel }),
      ...(reserveConcurrency && { atMost: 5 }),
    })
      .uses('SPENDWATCH_TABLE', table.tableName, ...access)
      .uses(secretIn, `ssm:${secret}`, ...readingParameter(this, secret, secretKey));
    this.url = openUrl(this.receiver.lambda);
    addOutput(this, 'Url', output, this.url);
  }
}

/**
 * Creates the address of a function, with both permissions that AWS asks for since October 2025:
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html. Older versions of the CDK create one of them.
 */
function openUrl(lambda: Lambda): string {
  const { url } = lambda.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
  const [id, action] = ['invoke-function', 'lambda:InvokeFunction'];
  if (lambda.node.tryFindChild(id) === undefined)
    new CfnPermission(lambda, id, {
      action,
      functionName: lambda.functionArn,
      principal: '*',
    }).addPropertyOverride('InvokedViaFunctionUrl', true);
  return url;
}

/** The address to which machines push their use. Its function can only store pushes. */
export class PushAddress extends OpenAddress {
  constructor(scope: Construct, id: string, props: OpenAddressProps) {
    super(scope, id, props, {
      name: 'push',
      description: 'Stores the usage that VMs push',
      memorySize: 256,
      secretIn: 'SPENDWATCH_PUSH_SECRET',
      access: pushAccess(props.table),
      output: 'Value of SPENDWATCH_PUSH_URL for agents',
    });
  }
}

type SlackParameters = readonly (readonly [Variable, string])[];

/** Returns the SSM parameters of the Slack app whose buttons answer, by variable. */
export const slackParameters = ({
  slackSigningSecret,
  slackBotToken,
}: Pick<SpendwatchProps, 'slackSigningSecret' | 'slackBotToken'>): SlackParameters => [
  ...(slackSigningSecret === undefined
    ? []
    : [['SPENDWATCH_SLACK_SIGNING_SECRET', slackSigningSecret] as const]),
  ...(slackBotToken === undefined ? [] : [['SPENDWATCH_SLACK_BOT_TOKEN', slackBotToken] as const]),
];

type AnswerAddressProps = OpenAddressProps &
  BuiltPolicy & {
    /** The parameters of the Slack app whose buttons answer. */
    readonly slack: SlackParameters;
    /** The buttons of Amazon Q, where there are any. */
    readonly amazonQ?: Omit<AmazonQButtonsProps, 'answer' | 'addOutput'> | undefined;
  };

/** The address of answer links, which can only read the state of targets and place overrides with their audit lines. */
export class AnswerAddress extends OpenAddress {
  /** The buttons of Amazon Q, where there are any. */
  readonly amazonQ: AmazonQButtons | undefined;

  constructor(scope: Construct, id: string, { slack, amazonQ, ...props }: AnswerAddressProps) {
    super(scope, id, props, {
      name: 'answer',
      // The name is always set, because a new name would change the address of links.
      functionName: shortName(scope),
      description: 'Shows what the links in messages would do, and records their overrides',
      // Reads every head, as the commands do.
      memorySize: 512,
      policy: props.policy,
      policyLocation: props.policyLocation,
      secretIn: 'SPENDWATCH_ANSWER_SECRET',
      access: answerAccess(props.table),
      output: 'Address of the links in messages',
    });
    for (const [variable, parameter] of slack)
      this.receiver.uses(variable, `ssm:${parameter}`, ...readingParameter(this, parameter, props.secretKey));
    if (amazonQ !== undefined) {
      this.receiver.set('SPENDWATCH_AMAZON_Q_BUTTONS', 'true');
      const { addOutput } = props;
      this.amazonQ = new AmazonQButtons(this, 'AmazonQ', {
        ...amazonQ,
        answer: this.receiver.lambda,
        addOutput,
      });
    }
  }
}
