import { App } from 'aws-cdk-lib';
import { Annotations, Match, type Template } from 'aws-cdk-lib/assertions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { describe, expect, it } from 'vitest';
import { SpendwatchStack } from '../../lib/infra/stages.ts';
import { aStack, props, rightsOf, withoutCode } from './a-stack.ts';

const arn = 'arn:aws:kms:eu-west-2:123456789012:key/11111111-2222-3333-4444-555555555555';

describe('the API keys', () => {
  const { template, stack } = aStack();
  const parameterArn = (name: string) => ({
    'Fn::Join': [
      '',
      [
        'arn:',
        { Ref: 'AWS::Partition' },
        ':ssm:',
        { Ref: 'AWS::Region' },
        ':',
        { Ref: 'AWS::AccountId' },
        `:parameter/${name}`,
      ],
    ],
  });
  const may = (leg: string, action: string, from: Template) =>
    rightsOf(from, leg).filter(({ Action }) => Action === action);

  it.each([
    ['a key', Key.fromKeyArn(stack, 'Own', arn)],
    ['its ARN', arn],
  ])('are each decrypted by the one function that needs it, with %s of one’s own', (_, apiKeysKey) => {
    const withKey = aStack({ apiKeysKey }).template;
    for (const [leg, parameter] of [
      ['Watch', 'keys/viewer'],
      ['Act', 'keys/editor'],
    ] as const)
      expect(may(leg, 'kms:Decrypt', withKey)).toEqual([
        {
          Effect: 'Allow',
          Action: 'kms:Decrypt',
          Resource: arn,
          Condition: { StringEquals: { 'kms:EncryptionContext:PARAMETER_ARN': parameterArn(parameter) } },
        },
      ]);
    expect(JSON.stringify(withKey.findOutputs('*'))).not.toContain('WARNING');
  });

  it('cause a warning at synthesis and deployment while every reader of parameters can read them', () => {
    const warned = new SpendwatchStack(new App({ context: withoutCode }), 'Warned', props);
    const sentence = 'everyone in the account .* can read the API key in /keys/editor';
    Annotations.fromStack(warned).hasInfo('*', Match.stringLikeRegexp(sentence));
    expect(JSON.stringify(template.findOutputs('*'))).toMatch(new RegExp(`WARNING: ${sentence}`));
  });

  it('are one key that both functions read where there is only one, and the stack warns of it', () => {
    const one = aStack({ onlyKey: '/keys/only' }).template;
    for (const leg of ['Watch', 'Act'])
      expect(may(leg, 'ssm:GetParameter', one)).toMatchObject([{ Resource: parameterArn('keys/only') }]);
    expect(JSON.stringify(one.findOutputs('*'))).toContain('is the only API key');
    expect(JSON.stringify(template.findOutputs('*'))).not.toContain('only API key');
  });
});
