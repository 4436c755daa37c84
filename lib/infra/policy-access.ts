import { Stack, Token } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { policyLocationOf } from '../config/settings/policy-location.ts';
import { readingParameter } from './parameters.ts';
import type { Permission } from './spendwatch-function.ts';

/** Returns the permissions to read the policy at a location, which are on that parameter or object only. */
export function readingPolicy(
  scope: Construct,
  location: string,
  encryptedWith?: IKey,
): readonly Permission[] {
  if (Token.isUnresolved(location))
    throw new TypeError(
      'policyLocation is not known before the deployment: write it as text, as permissions name it',
    );
  const place = policyLocationOf(location);
  if (place.kind === 'ssm') return readingParameter(scope, place.name, encryptedWith);
  const { partition, region } = Stack.of(scope);
  const object = `arn:${partition}:s3:::${place.bucket}/${place.key}`;
  const reading = { actions: ['s3:GetObject'], resource: object };
  if (encryptedWith === undefined) return [reading];
  const viaService = { StringEquals: { 'kms:ViaService': `s3.${region}.amazonaws.com` } };
  return [reading, { actions: ['kms:Decrypt'], resource: encryptedWith.keyArn, conditions: viaService }];
}
