import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { temporaryPolicy } from '../support/temporary-file.ts';
import { aStack, resourceIn, rightsOf } from './a-stack.ts';

const elsewhere = 'arn:aws:events:us-east-1:123456789012:event-bus/spend';
const { template } = aStack({
  routes: [
    { to: 'eventbridge' },
    { to: 'eventbridge', name: 'shared', bus: 'default' },
    { to: 'eventbridge', name: 'elsewhere', bus: elsewhere },
  ],
});

describe('the buses of events', () => {
  const own = { 'Fn::GetAtt': [resourceIn(template, 'AWS::Events::EventBus', 'Spendwatch').name, 'Arn'] };
  const [start, end] = [`arn:`, ':event-bus/default'];
  const region = [
    { Ref: 'AWS::Partition' },
    ':events:',
    { Ref: 'AWS::Region' },
    ':',
    { Ref: 'AWS::AccountId' },
  ];
  const shared = { 'Fn::Join': ['', [start, ...region, end]] };

  it('are named in the outputs', () => {
    template.hasOutput('BusEventbridge', { Value: own });
    template.hasOutput('BusEventbridgeShared', { Value: shared });
  });

  it('receive nothing from the daily report, which may not put events on them', () => {
    const policy = temporaryPolicy('alerts: { digest: { at: 08:05 } }\n');
    const reporting = aStack({ policy, routes: [{ to: 'eventbridge' }] }).template;
    expect(JSON.stringify(rightsOf(reporting, 'Digest'))).not.toContain('events:');
  });

  it('are created for the routes that name none', () => {
    template.resourceCountIs('AWS::Events::EventBus', 1);
  });

  it('are configured for act, which may put events on them, and not for watch', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: Match.objectLike({
          SPENDWATCH_EVENT_BUS_ARN: own,
          SPENDWATCH_EVENT_BUS_ARN_SHARED: shared,
          SPENDWATCH_EVENT_BUS_ARN_ELSEWHERE: elsewhere,
        }),
      },
    });
    const granted = rightsOf(template, 'Act').filter(({ Action }) => `${Action}`.includes('events'));
    expect(granted.map(({ Action, Resource }) => [Action, Resource])).toEqual(
      [own, shared, elsewhere].map((bus) => ['events:PutEvents', bus]),
    );
    expect(JSON.stringify(rightsOf(template, 'Watch'))).not.toContain('events:');
  });
});
