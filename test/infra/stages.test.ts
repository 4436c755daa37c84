import { App } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { addStages } from '../../lib/infra/stages.ts';
import { policy } from './a-stack.ts';

const stagesOf = (context: Readonly<Record<string, unknown>>) =>
  addStages(new App({ context: { 'aws:cdk:bundling-stacks': [], ...context } }));

// The first stack of a process takes the library long.
describe('the stages of cdk.json', { timeout: 60_000 }, () => {
  it('are a stack each, side by side, with settings of their own', () => {
    const [production, staging] = stagesOf({
      stages: {
        Production: { policy, shards: 2, subscriptions: [{ to: 'ops@example.com', from: 'warning' }] },
        Staging: { policy, keepLedger: false, onlyKey: '/staging/key' },
      },
    });
    if (!production || !staging) throw new Error('there are two');
    expect([production.stackName, staging.stackName]).toEqual(['Production', 'Staging']);
    Template.fromStack(production).resourceCountIs('AWS::Scheduler::Schedule', 2);
    Template.fromStack(production).resourceCountIs('AWS::SNS::Subscription', 1);
    Template.fromStack(staging).resourceCountIs('AWS::Scheduler::Schedule', 1);
    Annotations.fromStack(staging).hasWarning('*', Match.stringLikeRegexp('only API key'));
    Annotations.fromStack(production).hasNoWarning('*', Match.stringLikeRegexp('only API key|example'));
  });

  it('take what the command line gives over what the file says', () => {
    const [stack] = stagesOf({
      stages: { Spendwatch: { policy, shards: 2 } },
      shards: '3',
      email: 'me@example.com',
    });
    if (!stack) throw new Error('there is one');
    const template = Template.fromStack(stack);
    template.resourceCountIs('AWS::Scheduler::Schedule', 3);
    template.hasResourceProperties('AWS::SNS::Subscription', { Endpoint: 'me@example.com' });
  });

  it('say it when their policy is the example', () => {
    const [stack] = stagesOf({ stages: { Spendwatch: {} } });
    if (!stack) throw new Error('there is one');
    Annotations.fromStack(stack).hasWarning('*', Match.stringLikeRegexp('the policy is the example'));
  });

  it('name every mistake in their settings', () => {
    expect(() => stagesOf({ stages: { Staging: { shards: 0, dashboard: 'no' } } })).toThrow(
      /2 mistakes in the settings\nStaging.shards .*\nStaging.dashboard must be true or false/,
    );
  });
});
