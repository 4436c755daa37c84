import { describe, expect, it } from 'vitest';
import { Subject } from '../../lib/model/ids.ts';
import { hours, instant, later } from '../../lib/model/time/time.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { pushKey } from '../../lib/record/keys.ts';
import { aBrowser, linksOf, ofTrain } from '../jobs/answer-links/a-link.ts';
import { announced, fleet } from '../jobs/overrides/a-fleet.ts';
import { noon } from '../support/builders/observation-builders.ts';
import { embeddedServer } from '../support/embedded-server.ts';
import { aStack, resourceIn, rightsOf, variablesOf } from './a-stack.ts';
import { boundClient } from './bound-client.ts';

describe('the address that machines push to', () => {
  const { template } = aStack({ pushSecret: '/keys/push' });

  it('exists only where a secret is set', () => {
    expect(Object.keys(template.findResources('AWS::Lambda::Url'))).toHaveLength(1);
    expect(aStack().template.findResources('AWS::Lambda::Url')).toEqual({});
  });

  it('may store pushes and read its secret, and nothing else', () => {
    const { pk } = pushKey({ machine: Subject.parse('project/lab/vm/train'), at: instant(0) });
    expect(
      rightsOf(template, 'PushReceiver').map(({ Action, Condition }) => ({ Action, Condition })),
    ).toEqual([
      { Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] },
      {
        Action: ['dynamodb:GetItem', 'dynamodb:PutItem'],
        Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [pk] } },
      },
      { Action: 'ssm:GetParameter' },
    ]);
  });

  it('serves no more than five pushes at once, each for at most ten seconds', () => {
    expect(resourceIn(template, 'AWS::Lambda::Function', 'SpendwatchPush').properties).toMatchObject({
      ReservedConcurrentExecutions: 5,
      Timeout: 10,
      Environment: { Variables: { SPENDWATCH_PUSH_SECRET: 'ssm:/keys/push' } },
    });
  });

  it.each(['Watch', 'Act'])('is configured for %s, which reads pushes and cannot read the secret', (leg) => {
    expect(variablesOf(template, leg)['SPENDWATCH_PUSH_SECRET']).toBe('ssm:/keys/push');
    expect(JSON.stringify(rightsOf(template, leg))).not.toContain('keys/push');
  });
});

describe('the address of answer links', () => {
  const { template } = aStack({ answerSecret: '/keys/answer' });
  const role = () => resourceIn(template, 'AWS::IAM::Policy', 'SpendwatchAnswerReceiverRole').properties;
  const emptyTable = embeddedServer();

  it('exists only where a secret is set, and messages link to it', () => {
    expect(Object.keys(template.findResources('AWS::Lambda::Url'))).toHaveLength(1);
    const [url = ''] = Object.keys(template.findResources('AWS::Lambda::Url'));
    expect(variablesOf(template, 'Act')).toMatchObject({
      SPENDWATCH_ANSWER_URL: { 'Fn::GetAtt': [url, 'FunctionUrl'] },
      SPENDWATCH_ANSWER_SECRET: 'ssm:/keys/answer',
    });
    for (const other of ['Watch', 'HealthAlarm'])
      expect(JSON.stringify(rightsOf(template, other))).not.toContain('keys/answer');
    expect(JSON.stringify(aStack().template.toJSON())).not.toContain('ANSWER');
  });

  it('may read heads and overrides, place overrides with their audit lines, and nothing else', () => {
    const under = (...keys: readonly string[]) => ({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
    });
    expect(
      rightsOf(template, 'AnswerReceiver').map(({ Action, Condition }) => ({ Action, Condition })),
    ).toEqual([
      { Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] },
      {
        Action: ['dynamodb:GetItem', 'dynamodb:Query'],
        Condition: under('shard#*', 'head#*', 'control', 'overrides', 'used-links'),
      },
      {
        Action: 'dynamodb:PutItem',
        Condition: under(
          'project/*',
          'project@*',
          'account/*',
          'account@*',
          'group/*',
          'overrides',
          'used-links',
        ),
      },
      { Action: 'ssm:GetParameter' },
    ]);
  });

  it('records every answer with its permissions, and can change no head, cap or policy (invariants 3, 4)', async () => {
    const { client, table } = await emptyTable();
    const own = dynamoLedger({ client, table });
    const heads = fleet({ alerts: [announced()] });
    for (const head of heads) await own.commit(head);
    const bound = boundClient(client, role());
    const ledger = dynamoLedger({ client: bound.client, table });
    const links = { ...linksOf(ofTrain({ next: { kind: 'nothing', because: '' } })), ...linksOf() };
    for (const url of [links.approve, links.deny, links.keep, links.silence])
      expect(await aBrowser({ ledger }).confirm(url ?? '')).toMatchObject({ status: 200 });
    expect(bound.denied).toEqual([]);
    expect([...bound.asked]).toEqual(expect.arrayContaining(['PutItem overrides', 'PutItem used-links']));
    const [lab] = heads;
    if (lab === undefined) throw new Error('there is one');
    await expect(ledger.commit({ ...lab, seq: 2, alerts: [] })).rejects.toThrow('AccessDenied');
    const control = await own.control();
    await expect(ledger.commitControl({ ...control, seq: control.seq + 1 })).rejects.toThrow('AccessDenied');
    await expect(ledger.pushes(noon, later(noon, hours(1)))).rejects.toThrow('AccessDenied');
  });

  const slack = { answerSecret: '/keys/answer', slackSigningSecret: '/keys/slack' };
  it.each([
    ['signing secret', slack, 'SPENDWATCH_SLACK_SIGNING_SECRET', '/keys/slack'],
    ['bot token', { ...slack, slackBotToken: '/keys/bot' }, 'SPENDWATCH_SLACK_BOT_TOKEN', '/keys/bot'],
  ] as const)(
    'may read the %s of Slack where one is set, which act may not read',
    (_, given, variable, key) => {
      const { template } = aStack(given);
      expect(JSON.stringify(rightsOf(template, 'AnswerReceiver'))).toContain(`parameter${key}`);
      expect(JSON.stringify(rightsOf(template, 'Act'))).not.toContain(key.slice(1));
      for (const leg of ['Answer', 'Act']) expect(variablesOf(template, leg)[variable]).toBe(`ssm:${key}`);
    },
  );

  it.each([
    ['answerSecret', { slackSigningSecret: '/keys/slack' }],
    ['slackSigningSecret', { answerSecret: '/keys/answer', slackBotToken: '/keys/bot' }],
  ])('needs %s where it receives requests of Slack', (needed, given) => {
    expect(() => aStack(given)).toThrow(`needs ${needed}`);
  });

  it('serves no more than five requests at once, with the built-in policy', () => {
    expect(resourceIn(template, 'AWS::Lambda::Function', 'SpendwatchAnswer').properties).toMatchObject({
      ReservedConcurrentExecutions: 5,
      Timeout: 10,
      Environment: {
        Variables: { SPENDWATCH_ANSWER_SECRET: 'ssm:/keys/answer', SPENDWATCH_POLICY: expect.any(String) },
      },
    });
  });
});
