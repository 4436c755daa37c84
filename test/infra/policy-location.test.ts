import { App, Fn, Stack } from 'aws-cdk-lib';
import type { Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { describe, expect, it } from 'vitest';
import { readingPolicy } from '../../lib/infra/reading-permissions.ts';
import { temporaryPolicy } from '../support/temporary-file.ts';
import { aStack, rightsOf, variablesOf } from './a-stack.ts';

const locationIn = (template: Template, leg: string) =>
  variablesOf(template, leg)['SPENDWATCH_POLICY_LOCATION'];
const key = 'arn:aws:kms:eu-west-1:123456789012:key/own';

describe('the policy outside of a deployment', () => {
  it.each([
    ['ssm:/team/policy', 'ssm:GetParameter', ':parameter/team/policy'],
    ['s3://policies/team.yaml', 's3:GetObject', ':s3:::policies/team.yaml'],
  ])(
    '%s is configured for all functions, and act alone may read it, and nothing beside it',
    (policyLocation, action, name) => {
      const { template } = aStack({ policyLocation });
      const plain = aStack().template;
      const before = rightsOf(plain, 'Act').map((statement) => JSON.stringify(statement));
      const added = rightsOf(template, 'Act').filter(
        (statement) => !before.includes(JSON.stringify(statement)),
      );
      expect(added.map(({ Action }) => Action)).toEqual([action]);
      expect(JSON.stringify(added)).toContain(`${name}"`);
      expect(JSON.stringify(added)).not.toContain('*');
      expect(rightsOf(template, 'Watch')).toEqual(rightsOf(plain, 'Watch'));
      for (const leg of ['Watch', 'Act']) {
        expect(locationIn(template, leg)).toBe(policyLocation);
        expect(locationIn(plain, leg)).toBeUndefined();
      }
    },
  );

  it('is also configured for the daily report, which may not read it', () => {
    const reporting = temporaryPolicy('alerts: { digest: { at: 08:05 } }\n');
    const { template } = aStack({ policy: reporting, policyLocation: 'ssm:/team/policy' });
    expect(locationIn(template, 'Digest')).toBe('ssm:/team/policy');
    expect(JSON.stringify(rightsOf(template, 'Digest'))).not.toContain('/team/policy');
  });

  it.each([
    ['ssm:/team/policy', 'kms:EncryptionContext:PARAMETER_ARN'],
    ['s3://policies/team.yaml', 'kms:ViaService'],
  ])(
    '%s that is encrypted by a customer key grants that key for this policy only',
    (policyLocation, condition) => {
      const stack = new Stack(new App(), 'Test');
      const own = Key.fromKeyArn(stack, 'Key', key);
      expect(readingPolicy(stack, policyLocation, own).slice(1)).toEqual([
        {
          actions: ['kms:Decrypt'],
          resource: key,
          conditions: { StringEquals: { [condition]: expect.anything() } },
        },
      ]);
    },
  );

  it('must be named exactly, since a permission names it', () => {
    const stack = new Stack(new App(), 'Test');
    expect(() => readingPolicy(stack, Fn.ref('Location'))).toThrow('is not known before the deployment');
  });
});
