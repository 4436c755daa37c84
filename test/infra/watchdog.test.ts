import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { metricNamespace, metrics } from '../../lib/config/metrics.ts';
import { aStack, resourceIn } from './a-stack.ts';

const Alarm = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Threshold: z.number(),
  ComparisonOperator: z.string(),
  TreatMissingData: z.string(),
  Period: z.number(),
  AlarmActions: z.array(z.unknown()),
  OKActions: z.array(z.unknown()),
  AlarmDescription: z.string(),
});

const alarmsIn = (template: Template) =>
  Object.entries(template.findResources('AWS::CloudWatch::Alarm')).map(([name, { Properties }]) => ({
    name: name.replace(/^SpendwatchWatchdog/, '').slice(0, -8),
    ...Alarm.parse(Properties),
  }));

describe('what watches the watcher', () => {
  const { template, stack } = aStack();
  const sharded = aStack({ shards: 4 }).template;
  const modest = aStack({ dashboard: false }).template;
  const alarms = alarmsIn(template);
  const find = (name: string) => alarms.find((alarm) => alarm.name === name);

  it('has an alarm for each way of not being well', () => {
    expect(alarms.map(({ name }) => name)).toEqual([
      'WatchMissing',
      'WatchFailing',
      'WatchSlow',
      'WatchThrottled',
      'ActMissing',
      'ActFailing',
      'ActSlow',
      'ActThrottled',
      'DeadLetters',
    ]);
  });

  it('tells the topic, when it begins and when it is over', () => {
    const topic = { Ref: resourceIn(template, 'AWS::SNS::Topic', 'Spendwatch').name };
    for (const alarm of alarms) expect(alarm).toMatchObject({ AlarmActions: [topic], OKActions: [topic] });
  });

  it('takes silence for death, of either function, after three polls', () => {
    for (const name of ['WatchMissing', 'ActMissing']) {
      expect(find(name)).toMatchObject({
        MetricName: 'Invocations',
        ComparisonOperator: 'LessThanThreshold',
        Threshold: 1,
        TreatMissingData: 'breaching',
        Period: 900,
      });
    }
    const others = alarms.filter(({ name }) => !name.endsWith('Missing'));
    for (const alarm of others) expect(alarm.TreatMissingData).toBe('notBreaching');
  });

  it('speaks of a run that takes four fifths of its time limit', () => {
    expect(find('WatchSlow')).toMatchObject({ MetricName: 'Duration', Threshold: 240_000 });
  });

  it('does not take acts that wait for each other, as those of several shards do, for throttled', () => {
    expect(alarmsIn(sharded).map(({ name }) => name)).not.toContain('ActThrottled');
    expect(alarmsIn(sharded).map(({ name }) => name)).toContain('WatchThrottled');
  });

  it('stays within the ten alarms and ten metrics that CloudWatch gives away', () => {
    expect(alarms.length).toBeLessThanOrEqual(10);
    expect(Object.keys(metrics).length).toBeLessThanOrEqual(10);
  });

  it('shows every metric that the functions write, under the name that they write it by', () => {
    const body = JSON.stringify(
      stack.resolve(Object.values(template.findResources('AWS::CloudWatch::Dashboard'))),
    );
    const shown = new Set([...body.matchAll(/\\"spendwatch\\",\\"(\w+)\\"/g)].map(([, name]) => name));
    expect([...shown].toSorted()).toEqual(Object.keys(metrics).toSorted());
    const variables = JSON.stringify(
      resourceIn(template, 'AWS::Lambda::Function', 'SpendwatchAct').properties,
    );
    const [, deployment] = variables.match(/"SPENDWATCH_DEPLOYMENT":"([^"]+)"/) ?? [];
    expect(body).toContain(`\\"Deployment\\",\\"${deployment}\\"`);
    expect(body).toContain(metricNamespace);
  });

  it('neither writes metrics nor draws them where that was turned off, and still has its alarms', () => {
    modest.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
    expect(JSON.stringify(modest)).not.toContain('SPENDWATCH_DEPLOYMENT');
    expect(alarmsIn(modest)).toHaveLength(9);
  });
});
