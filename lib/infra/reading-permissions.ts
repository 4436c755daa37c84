import { ArnFormat, Stack, Token } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { readPolicyLocation } from '../config/settings/policy-location.ts';
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
  const forThisParameter = { 'kms:EncryptionContext:PARAMETER_ARN': resource };
  return [{ actions: ['ssm:GetParameter'], resource }, ...decrypting(encryptedWith, forThisParameter)];
}

/** Returns the permissions to read the policy at a location, which are on that parameter or object only. */
export function readingPolicy(
  scope: Construct,
  location: string,
  encryptedWith?: IKey,
): readonly Permission[] {
  if (Token.isUnresolved(location))
    throw new TypeError(
      'policyLocation is not known before the deployment: write it as text, because permissions must name it',
    );
  const place = readPolicyLocation(location);
  if (place.kind === 'ssm') return readingParameter(scope, place.name, encryptedWith);
  const { partition, region } = Stack.of(scope);
  const object = `arn:${partition}:s3:::${place.bucket}/${place.key}`;
  const viaS3 = { 'kms:ViaService': `s3.${region}.amazonaws.com` };
  return [{ actions: ['s3:GetObject'], resource: object }, ...decrypting(encryptedWith, viaS3)];
}

const decrypting = (key: IKey | undefined, only: Readonly<Record<string, string>>): readonly Permission[] =>
  key === undefined
    ? []
    : [{ actions: ['kms:Decrypt'], resource: key.keyArn, conditions: { StringEquals: only } }];
