import { Annotations, CfnOutput, Stack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Permission } from './spendwatch-function.ts';

/** Names of SSM parameters, SecureStrings, that hold API keys. */
export type ApiKeys =
  | { readonly kind: 'two'; readonly viewer: string; readonly editor: string }
  | { readonly kind: 'one'; readonly name: string };

/** Lets a function read one key, and no other parameter. */
export function readingKey(scope: Construct, parameter: string, encryptedWith?: IKey): readonly Permission[] {
  const resource = Stack.of(scope).formatArn({
    service: 'ssm',
    resource: 'parameter',
    resourceName: parameter.replace(/^\//, ''),
  });
  const reading = { actions: ['ssm:GetParameter'], resource };
  if (encryptedWith === undefined) return [reading];
  const forThisParameter = { StringEquals: { 'kms:EncryptionContext:PARAMETER_ARN': resource } };
  return [
    reading,
    { actions: ['kms:Decrypt'], resource: encryptedWith.keyArn, conditions: forThisParameter },
  ];
}

/** What one key for both functions weakens, said where whoever deploys will see it. */
export function warnOfOneKey(scope: Construct, name: string): void {
  const message =
    `${name} is the only API key. An editor's lets the function that polls stop machines too; ` +
    "a viewer's lets nothing be stopped. Two keys, viewerKey and editorKey, avoid both.";
  Annotations.of(scope).addWarningV2('spendwatch:one-key', message);
  new CfnOutput(scope, 'OneKey', { description: 'What is weaker than it could be', value: message });
}
