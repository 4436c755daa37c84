import { Aws, Fn } from 'aws-cdk-lib';
import { CfnCustomAction } from 'aws-cdk-lib/aws-chatbot';
import { type IManagedPolicy, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { AddOutput } from './outputs.ts';

/** The names of buttons, by answer. */
const buttons = {
  keep: 'Keep for up to a week',
  deny: 'Deny',
  silence: 'Silence for a day',
  approve: 'Approve',
} as const;

export type AmazonQButtonsProps = {
  /** The function that gives answers. Its name has at most 25 characters: see `shortName`. */
  readonly answer: IFunction;
  /** True if the policy may allow approvals by link. */
  readonly mayApprove: boolean;
  readonly addOutput: AddOutput;
};

/**
 * The custom actions of Amazon Q Developer whose buttons give answers, and the policy that allows a channel to invoke the
 * `answer` function. Channels are configured outside of this stack, with both attached.
 */
export class AmazonQButtons extends Construct {
  /** The ARNs of the actions. */
  readonly actionArns: readonly string[];
  /** The policy for the role, and the guardrails, of a channel. */
  readonly policy: IManagedPolicy;

  constructor(scope: Construct, id: string, { answer, mayApprove, addOutput }: AmazonQButtonsProps) {
    super(scope, id);
    const policy = new ManagedPolicy(this, 'Presses', {
      description: 'Lets people in an Amazon Q Developer channel answer spendwatch messages with buttons',
      statements: [
        new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [answer.functionArn] }),
      ],
    });
    const actions = Object.entries(buttons)
      .filter(([name]) => name !== 'approve' || mayApprove)
      .map(([name, buttonText]) => this.action(name, buttonText, answer));
    this.actionArns = actions;
    this.policy = policy;
    addOutput(
      this,
      'Actions',
      'Custom actions to associate with the Amazon Q channel',
      Fn.join(' ', actions),
    );
    addOutput(
      this,
      'Policy',
      'Managed policy for the role, and the guardrails, of that channel',
      policy.managedPolicyArn,
    );
  }

  /** Creates a custom action, whose button is only on messages with a token for it, and returns its ARN. */
  private action(name: string, buttonText: string, answer: IFunction): string {
    // The API takes commands of 100 characters: https://docs.aws.amazon.com/chatbot/latest/APIReference/API_CustomActionDefinition.html
    const commandText = `lambda invoke --function-name ${answer.functionName} --payload {"t":"$T"} --region ${Aws.REGION}`;
    const { attrCustomActionArn } = new CfnCustomAction(this, name, {
      actionName: `${answer.functionName}-${name}`,
      definition: { commandText },
      attachments: [
        {
          buttonText,
          notificationType: 'Custom',
          criteria: [{ operator: 'HAS_VALUE', variableName: 'T' }],
          variables: { T: `event.metadata.additionalContext.${name}` },
        },
      ],
    });
    return attrCustomActionArn;
  }
}

/** Returns a name of 23 characters for a function, unique among all stacks and constructs. */
export const shortName = (scope: Construct): string =>
  `spendwatch-${scope.node.addr.slice(-4)}${Fn.select(0, Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))))}`;
