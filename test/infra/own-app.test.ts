import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Alarm, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { describe, expect, it } from 'vitest';
import type { ConnectionProps, NetworkProps, SpendwatchProps } from '../../lib/infra/spendwatch.ts';
import { Spendwatch } from '../../lib/infra/spendwatch.ts';
import { policy, rightsOf, withoutCode } from './a-stack.ts';

const own: NetworkProps & Pick<SpendwatchProps, 'connections' | 'policy'> = {
  policy,
  connections: [{ address: 'https://api.example.com', viewerKey: '/viewer' } satisfies ConnectionProps],
};
const addresses = { pushSecret: '/push', answerSecret: '/answer' };
const buttons = { ...addresses, amazonQButtons: true, routes: [{ to: 'amazon-q' }] } as const;

function theirs(propsIn: (stack: Stack) => Partial<SpendwatchProps> = () => ({})) {
  const stack = new Stack(new App({ context: withoutCode }), 'Theirs');
  const spendwatch = new Spendwatch(stack, 'Spendwatch', { ...own, ...propsIn(stack) });
  return { stack, spendwatch, template: () => Template.fromStack(stack) };
}

describe('the construct in a custom app', () => {
  it('exposes the addresses of pushes and of answers, and the queue of lost runs', () => {
    const { stack, spendwatch, template } = theirs(() => addresses);
    new CfnOutput(stack, 'Push', { value: spendwatch.pushUrl ?? '' });
    new CfnOutput(stack, 'Answers', { value: spendwatch.answerUrl ?? '' });
    new CfnOutput(stack, 'Lost', { value: spendwatch.deadLetters.queueUrl });
    const outputs = template().findOutputs('*');
    expect(JSON.stringify(outputs['Push'])).toContain('FunctionUrl');
    expect(JSON.stringify(outputs['Answers'])).toContain('FunctionUrl');
    expect(JSON.stringify(outputs['Lost'])).toContain('DeadLetters');
    const { pushUrl, answerUrl, amazonQ } = theirs().spendwatch;
    expect([pushUrl, answerUrl, amazonQ]).toEqual([undefined, undefined, undefined]);
  });

  it('creates no outputs where they are turned off, and exposes their values', () => {
    expect(
      Object.keys(
        theirs(() => buttons)
          .template()
          .findOutputs('*'),
      ).length,
    ).toBeGreaterThan(4);
    const { spendwatch, template } = theirs(() => ({ ...buttons, outputs: false }));
    expect(template().findOutputs('*')).toEqual({});
    expect(spendwatch.amazonQ?.actionArns.length).toBeGreaterThan(2);
  });

  it.each<[string, (spendwatch: Spendwatch) => IMetric]>([
    ['polls', (spendwatch) => spendwatch.metricPolls()],
    ['runs without data', (spendwatch) => spendwatch.metricBlind()],
    ['undelivered messages', (spendwatch) => spendwatch.metricUndelivered()],
    ['lost runs', (spendwatch) => spendwatch.metricLost()],
    ['throttled runs', (spendwatch) => spendwatch.metricThrottled()],
    ['durations', (spendwatch) => spendwatch.metricDuration()],
  ])('exposes the metric of %s that its own alarm watches', (_, metricOf) => {
    const { stack, spendwatch, template } = theirs();
    new Alarm(stack, 'Mine', { metric: metricOf(spendwatch), threshold: 1, evaluationPeriods: 1 });
    const watched = Object.entries(template().findResources('AWS::CloudWatch::Alarm')).map(
      ([id, { Properties }]) => ({
        id,
        metric: JSON.stringify([Properties.Metrics, Properties.MetricName, Properties.Dimensions]),
      }),
    );
    const mine = watched.find(({ id }) => id.startsWith('Mine'));
    expect(watched.filter(({ metric }) => metric === mine?.metric)).toHaveLength(2);
  });

  it('accepts another period and label for a metric', () => {
    const { spendwatch } = theirs();
    expect(spendwatch.metricUndelivered({ label: 'bounced' }).toMetricConfig()).toMatchObject({
      renderingProperties: { label: 'bounced' },
    });
    expect(spendwatch.metricBlind({ label: 'blind' }).toMetricConfig()).toMatchObject({
      renderingProperties: { label: 'blind' },
    });
  });

  it('grants each role the key of the table: readers may decrypt, and writers may also encrypt', () => {
    const { spendwatch, template } = theirs((stack) => ({ tableKey: new Key(stack, 'TableKey') }));
    const reader = new Role(spendwatch, 'ReaderRole', {
      assumedBy: new ServicePrincipal('ec2.amazonaws.com'),
    });
    const operator = new Role(spendwatch, 'OperatorRole', {
      assumedBy: new ServicePrincipal('ec2.amazonaws.com'),
    });
    spendwatch.grantReader(reader);
    spendwatch.grantOperator(operator);
    const ofKey = (role: string) =>
      rightsOf(template(), role)
        .flatMap(({ Action }) => Action)
        .filter((action) => String(action).startsWith('kms:'));
    expect(ofKey('Reader')).toEqual(['kms:Decrypt']);
    const writing = ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'];
    for (const role of ['Operator', 'Watch', 'Act']) expect(ofKey(role)).toEqual(writing);
  });
});
