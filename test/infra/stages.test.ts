import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { DeployedStages } from '../../lib/config/deployment/deployed.ts';
import { Deployment } from '../../lib/config/deployment/deployment.ts';
import { addStages } from '../../lib/infra/stages.ts';
import { isWhole } from '../support/tier.ts';
import { checkout, policy, withoutCode } from './a-stack.ts';

const page = readFileSync(join(checkout, 'docs/deploying.md'), 'utf8');
const examples = [...page.matchAll(/```json\n *("stages".*?)```/gs)].map(([, block = '']) => block);

const stagesOf = (context: Readonly<Record<string, unknown>>, deployed: DeployedStages = {}) =>
  addStages(new App({ context: { ...withoutCode, ...context } }), deployed);

describe('the stages of cdk.json', () => {
  it.runIf(isWhole())('are a stack each, side by side, with settings of their own', () => {
    const [production, staging] = stagesOf({
      stages: {
        Production: { policy, shards: 2, subscriptions: [{ to: 'ops@example.com', from: 'warning' }] },
        Staging: { policy, keepLedger: false, onlyKey: '/staging/key' },
      },
    });
    if (!production || !staging) throw new Error('there are two');
    expect([production.stackName, staging.stackName]).toEqual(['Production', 'Staging']);
    Template.fromStack(production).resourceCountIs('AWS::Scheduler::Schedule', 3);
    Template.fromStack(production).resourceCountIs('AWS::SNS::Subscription', 1);
    Template.fromStack(staging).resourceCountIs('AWS::Scheduler::Schedule', 2);
    Annotations.fromStack(staging).hasInfo('*', Match.stringLikeRegexp('only API key'));
    Annotations.fromStack(production).hasNoInfo('*', Match.stringLikeRegexp('only API key'));
    // A deployment is strict: with a warning it does not take place.
    for (const stack of [production, staging])
      Annotations.fromStack(stack).hasNoWarning('*', Match.anyValue());
  });

  it('have an account, a region, tags and a protection of their own', () => {
    const [stack, other] = stagesOf({
      stages: {
        Production: {
          policy,
          account: '123456789012',
          region: 'eu-west-2',
          tags: { team: 'research' },
          terminationProtection: true,
        },
        Staging: { policy },
      },
    });
    if (!stack || !other) throw new Error('there are two');
    expect(stack).toMatchObject({
      account: '123456789012',
      region: 'eu-west-2',
      terminationProtection: true,
    });
    expect(stack.tags.tagValues()).toEqual({ team: 'research' });
    expect(other.terminationProtection).toBe(false);
    expect(() =>
      stagesOf({ stages: { Production: { policy, account: '12345', region: 'Europe' } } }),
    ).toThrow(/Production\.account must be.*\n.*Production\.region must be/);
  });

  it('have eight examples on the page on deploying', () => {
    expect(examples).toHaveLength(8);
  });

  it('report what differs from the last deployment, and record their settings (invariant 16)', () => {
    const before = Deployment.parse({ policy, email: 'me@example.com', shards: 2 });
    const last = { settings: before, table: 'ledger', account: '123456789012', region: 'eu-west-1' };
    const [stack] = stagesOf({ stages: { Production: { policy } } }, { Production: last });
    if (!stack) throw new Error('there is one');
    for (const sentence of ['alerts are no longer sent to me@example.com', 'shards is changed from 2 to 1'])
      Annotations.fromStack(stack).hasInfo('/Production', Match.stringLikeRegexp(sentence));
    Annotations.fromStack(stack).hasNoWarning('*', Match.anyValue());
    expect(Template.fromStack(stack).toJSON()['Metadata']).toEqual({
      settings: Deployment.parse({ policy }),
    });
    expect(() => stagesOf({ stages: { Production: { policy } }, email: 'me@example.com' })).toThrow(
      'Production.email is set to another value outside',
    );
  });

  it.each(examples.map((block, index) => [index + 1, block] as const))(
    'are valid as in example %i of the page on deploying',
    (_, block) => {
      const { stages } = z
        .object({ stages: z.record(z.string(), z.looseObject({})) })
        .parse(JSON.parse(`{${block}}`));
      const written = Object.entries(stages).map(([name, settings]) => [name, { ...settings, policy }]);
      const stacks = stagesOf({ stages: Object.fromEntries(written) });
      expect(stacks.map(({ stackName }) => stackName)).toEqual(Object.keys(stages));
    },
  );

  it('warn when their policy is the example', () => {
    const [stack] = stagesOf({ stages: { Spendwatch: {} } });
    if (!stack) throw new Error('there is one');
    Annotations.fromStack(stack).hasWarning(
      '*',
      Match.stringLikeRegexp('docs/spendwatch.example.yaml is used'),
    );
  });

  it('name every mistake in their settings', () => {
    expect(() => stagesOf({ stages: { Staging: { shards: 0, metrics: 'no' } } })).toThrow(
      /2 mistakes in the settings\nStaging.shards .*\nStaging.metrics must be true or false/,
    );
  });
});
