import { spawnSync } from 'node:child_process';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../support/temporary-file.ts';
import { aStack } from './a-stack.ts';

const hasLinter = spawnSync('cfn-lint', ['--version']).status === 0;
const variants = [
  ['the default', {}],
  ['three shards, nothing kept', { shards: 3, keepLedger: false, reserveConcurrency: false }],
  [
    'subscribers, routes, figures and one key',
    {
      subscriptions: [{ to: 'ops@example.com', from: 'warning' as const }],
      routes: [
        { to: 'slack' as const, name: null, url: '/routes/slack' },
        { to: 'amazon-q' as const, name: 'ops' },
      ],
      metrics: true,
      onlyKey: '/keys/only',
    },
  ],
  [
    'links, and buttons in Slack and Amazon Q',
    {
      routes: [{ to: 'amazon-q' as const, name: null }],
      answerSecret: '/keys/answer',
      slackSigningSecret: '/keys/slack',
      slackBotToken: '/keys/bot',
      amazonQButtons: true,
      policyLocation: 'ssm:/spendwatch/policy',
    },
  ],
] as const;

const stacks = variants.map(([name, overrides]) => [name, aStack(overrides)] as const);

describe('the rules for what runs on AWS', () => {
  it.each(stacks)('of cdk-nag hold, and each exception has its reason: %s', (_, { app }) => {
    const { success, violations } = new AwsSolutionsChecks(app).validateScope(app);
    expect(violations).toEqual([]);
    expect(success).toBe(true);
  });

  it('report a queue that accepts unencrypted requests', () => {
    const { app, stack } = aStack();
    new Queue(stack, 'Careless');
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);
    expect(violations.map(({ ruleName }) => ruleName)).toEqual(
      expect.arrayContaining(['AwsSolutions-SQS3', 'AwsSolutions-SQS4']),
    );
  });

  // W3005: the CDK writes each dependency down that a reference makes anyway.
  it.skipIf(!hasLinter)('of cfn-lint hold (skipped where Python has no cfn-lint)', () => {
    const files = stacks.map(([, { template }], index) =>
      temporaryFile(`${index}.json`, JSON.stringify(template.toJSON())),
    );
    const lint = (...more: readonly string[]) => spawnSync('cfn-lint', more, { encoding: 'utf8' }).stdout;
    expect(lint('--ignore-checks', 'W3005', '--', ...files)).toBe('');
  });
});
