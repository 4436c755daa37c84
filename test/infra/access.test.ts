import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AccountRootPrincipal, Role } from 'aws-cdk-lib/aws-iam';
import { describe, expect, it } from 'vitest';
import { Spendwatch } from '../../lib/infra/spendwatch.ts';
import { answer } from '../../lib/jobs/overrides/answer.ts';
import { keep } from '../../lib/jobs/overrides/keep.ts';
import { unkeep } from '../../lib/jobs/overrides/revoke.ts';
import { silence } from '../../lib/jobs/overrides/silence.ts';
import { dynamoLedger } from '../../lib/record/dynamo-ledger.ts';
import { firstControl } from '../../lib/state/control.ts';
import { ada, announced, fleet, tomorrow } from '../jobs/overrides/a-fleet.ts';
import { embeddedServer } from '../support/embedded-server.ts';
import { aStack, policy, resourceIn, withoutCode } from './a-stack.ts';
import { boundClient } from './bound-client.ts';

describe('the managed policies', () => {
  const { template } = aStack();
  const emptyTable = embeddedServer();

  /** A ledger with a fleet, and the same as someone with a managed policy reaches it. */
  async function reachedBy(who: 'Reader' | 'Operator') {
    const { client, table } = await emptyTable();
    const [lab, ...others] = fleet({ alerts: [announced()] });
    for (const head of [lab, ...others]) if (head) await dynamoLedger({ client, table }).commit(head);
    const { properties } = resourceIn(template, 'AWS::IAM::ManagedPolicy', who);
    const bound = boundClient(client, properties);
    return { ledger: dynamoLedger({ client: bound.client, table }), denied: bound.denied, lab };
  }

  it('let an operator keep, silence, deny and revoke', async () => {
    const { ledger, denied } = await reachedBy('Operator');
    const outcomes = [
      await keep(ledger, { ...ada(), asked: 'lab/box', until: tomorrow }),
      await silence(ledger, { ...ada(), asked: 'credit', until: tomorrow }),
      await answer(ledger, { ...ada(), asked: 'lab/vm/train-7b', verdict: 'denied', rule: null }),
      await unkeep(ledger, { ...ada(), asked: 'lab/box' }),
    ];
    expect(outcomes.map(({ kind }) => kind)).toEqual(['placed', 'placed', 'placed', 'revoked']);
    expect(denied).toEqual([]);
  });

  it('let an operator change no head and no control record, so that no action can be forged, hidden or permitted', async () => {
    const { ledger, denied, lab } = await reachedBy('Operator');
    if (lab === undefined) throw new Error('there is one');
    await expect(ledger.commit({ ...lab, seq: 2, alerts: [] })).rejects.toThrow('AccessDenied');
    await expect(ledger.commitControl({ ...firstControl, seq: 1 })).rejects.toThrow('AccessDenied');
    expect(denied).toEqual([expect.stringMatching(/^PutItem (shard|head)#/), 'PutItem control']);
  });

  it('let a reader read everything and write nothing', async () => {
    const { ledger, denied } = await reachedBy('Reader');
    expect(await ledger.heads()).toHaveLength(4);
    await expect(keep(ledger, { ...ada(), asked: 'lab/box', until: tomorrow })).rejects.toThrow(
      'AccessDenied',
    );
    expect(denied).toEqual(['PutItem overrides']);
  });

  it('are attached to nobody by default', () => {
    template.allResourcesProperties('AWS::IAM::ManagedPolicy', {
      Users: Match.absent(),
      Groups: Match.absent(),
      Roles: Match.absent(),
    });
  });

  it('are named by outputs, and can be granted to any role in a custom stack', () => {
    expect(Object.keys(template.findOutputs('*'))).toEqual(
      expect.arrayContaining(['ReaderPolicy', 'OperatorPolicy']),
    );
    const stack = new Stack(new App({ context: withoutCode }), 'Theirs');
    const spendwatch = new Spendwatch(stack, 'Spendwatch', { policy, cloudUrl: 'https://api.example.com' });
    const person = new Role(stack, 'Person', { assumedBy: new AccountRootPrincipal() });
    spendwatch.grantReader(person).assertSuccess();
    Template.fromStack(stack).hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: { Statement: [{ Action: ['dynamodb:GetItem', 'dynamodb:Query'], Effect: 'Allow' }] },
      Roles: [{ Ref: Match.stringLikeRegexp('^Person') }],
    });
  });
});
