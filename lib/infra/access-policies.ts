import { CfnOutput, type Stack } from 'aws-cdk-lib';
import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Spendwatch } from './spendwatch.ts';

/** Creates the managed policies for people who read the ledger and for operators, and names them in outputs. */
export function addAccessPolicies(stack: Stack, spendwatch: Spendwatch): void {
  const reader = new ManagedPolicy(stack, 'Reader', {
    description: 'Reads the ledger of spendwatch, for commands such as status and explain',
  });
  const operator = new ManagedPolicy(stack, 'Operator', {
    description: 'Reads the ledger of spendwatch and records overrides, for commands such as keep and stop',
  });
  spendwatch.grantReader(reader);
  spendwatch.grantOperator(operator);
  for (const [name, who, { managedPolicyArn: value }] of [
    ['Reader', 'a reader', reader],
    ['Operator', 'an operator', operator],
  ] as const)
    new CfnOutput(stack, `${name}Policy`, { description: `Managed policy of ${who}`, value });
}
