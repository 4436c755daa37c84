import { ArnFormat, Stack, Token } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Permission } from './spendwatch-function.ts';

/** Returns the permissions to read one SSM parameter (SecureString). */
export function readingParameter(
  scope: Construct,
  parameter: string,
  encryptedWith?: IKey,
): readonly Permission[] {
  // A name that is only known at deployment must begin with a slash.
  const path = Token.isUnresolved(parameter) ? parameter : `/${parameter.replace(/^\//, '')}`;
  const resource = Stack.of(scope).formatArn({
    service: 'ssm',
    resource: `parameter${path}`,
    arnFormat: ArnFormat.NO_RESOURCE_NAME,
  });
  const reading = { actions: ['ssm:GetParameter'], resource };
  if (encryptedWith === undefined) return [reading];
  const forThisParameter = { StringEquals: { 'kms:EncryptionContext:PARAMETER_ARN': resource } };
  return [
    reading,
    { actions: ['kms:Decrypt'], resource: encryptedWith.keyArn, conditions: forThisParameter },
  ];
}
