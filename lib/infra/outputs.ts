import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Adds an output to the stack, under the id of its construct. */
export type AddOutput = (scope: Construct, id: string, description: string, value: string) => void;

/** Adds outputs, unless they are switched off. */
export const outputsIf =
  (areWanted: boolean): AddOutput =>
  (scope, id, description, value) => {
    if (areWanted) new CfnOutput(scope, id, { description, value });
  };
