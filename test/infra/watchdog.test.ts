import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { aStack, checkout, resourceIn } from './a-stack.ts';

const Metric = z.object({ MetricName: z.string(), Dimensions: z.array(z.unknown()) });
const Watched = z.object({
  Id: z.string(),
  Expression: z.string().optional(),
  MetricStat: z.object({ Metric, Period: z.number(), Stat: z.string() }).optional(),
});
const Alarm = z.object({
  MetricName: z.string().optional(),
  Metrics: z.array(Watched).default([]),
  Threshold: z.number(),
  EvaluationPeriods: z.number(),
  ComparisonOperator: z.string(),
  TreatMissingData: z.string(),
  Period: z.number().optional(),
  AlarmActions: z.array(z.unknown()),
  OKActions: z.array(z.unknown()),
  AlarmDescription: z.string(),
});

const alarmsIn = (template: Template) =>
  Object.entries(template.findResources('AWS::CloudWatch::Alarm')).map(([name, { Properties }]) => ({
    name: name.replace(/^SpendwatchHealth/, '').slice(0, -8),
    ...Alarm.parse(Properties),
  }));
type Found = ReturnType<typeof alarmsIn>[number];

/** The metrics that an alarm evaluates: CloudWatch bills each. */
const metricsOf = ({ MetricName, Metrics }: Found): readonly string[] =>
  MetricName === undefined
    ? Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? [])
    : [MetricName];

const unserved = ['Url5xxCount', 'Throttles'];

describe('the alarms on spendwatch itself', () => {
  const { template } = aStack();
  const alarms = alarmsIn(template);
  const find = (name: string, among = alarms) => {
    const alarm = among.find((one) => one.name === name);
    if (alarm === undefined) throw new TypeError(`no alarm ${name}`);
    return alarm;
  };
  const functionOf = (prefix: string, from = template) => ({
    Ref: resourceIn(from, 'AWS::Lambda::Function', prefix).name,
  });
  const legs = (alarm: Found) =>
    alarm.Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.Dimensions ?? []);
  const dimension = (prefix: string, from = template) => ({
    Name: 'FunctionName',
    Value: functionOf(prefix, from),
  });

  it('are one for each kind of failure', () => {
    expect(alarms.map((alarm) => [alarm.name, metricsOf(alarm)])).toEqual([
      ['Missing', ['Invocations']],
      ['Failing', ['Errors', 'Errors']],
      ['Throttled', ['Throttles']],
      ['Slow', ['Duration', 'Duration']],
      ['Undelivered', ['NumberOfNotificationsFailed']],
      ['Lost', ['NumberOfMessagesSent']],
    ]);
  });

  it('evaluate watch and act, and count a function that did not run as one without errors', () => {
    const both = [dimension('SpendwatchWatch'), dimension('SpendwatchAct')];
    for (const [name, expression] of [
      ['Failing', 'SUM(FILL(METRICS(), 0))'],
      ['Slow', 'MAX(FILL(METRICS(), 0))'],
    ] as const) {
      const alarm = find(name);
      expect(legs(alarm)).toEqual(both);
      expect(alarm.Metrics.flatMap(({ Expression }) => Expression ?? [])).toEqual([expression]);
    }
  });

  it('invoke the function for alarms when they begin and when they end', () => {
    const repeater = resourceIn(template, 'AWS::Lambda::Function', 'SpendwatchHealthAlarm').name;
    const action = { 'Fn::GetAtt': [repeater, 'Arn'] };
    for (const alarm of alarms) expect(alarm).toMatchObject({ AlarmActions: [action], OKActions: [action] });
    const permissions = Object.values(template.findResources('AWS::Lambda::Permission'));
    expect(permissions.map(({ Properties }) => Properties)).toEqual(
      Object.keys(template.findResources('AWS::CloudWatch::Alarm')).map((alarm) => ({
        Action: 'lambda:InvokeFunction',
        FunctionName: action,
        Principal: 'lambda.alarms.cloudwatch.amazonaws.com',
        SourceAccount: { Ref: 'AWS::AccountId' },
        SourceArn: { 'Fn::GetAtt': [alarm, 'Arn'] },
      })),
    );
  });

  it('are retried for hours by their function, whose concurrency is reserved', () => {
    const repeater = functionOf('SpendwatchHealthAlarm');
    template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: repeater,
      MaximumRetryAttempts: 2,
      MaximumEventAgeInSeconds: 6 * 60 * 60,
    });
    template.hasResourceProperties('AWS::Lambda::Function', {
      ReservedConcurrentExecutions: 1,
      Timeout: 30,
      Environment: {
        Variables: { SPENDWATCH_TOPIC_ARN: { Ref: resourceIn(template, 'AWS::SNS::Topic', '').name } },
      },
    });
  });

  it('are repeated every four hours until they end, by a schedule in a group of this stack (invariant 18)', () => {
    const group = resourceIn(template, 'AWS::Scheduler::ScheduleGroup', 'SpendwatchHealth').properties;
    const repeater = resourceIn(template, 'AWS::Lambda::Function', 'SpendwatchHealthAlarm').name;
    const names = Object.keys(template.findResources('AWS::CloudWatch::Alarm'));
    const quoted = names.flatMap((Ref, index) => [index === 0 ? '{"repeat":["' : '","', { Ref }]);
    expect(resourceIn(template, 'AWS::Scheduler::Schedule', 'SpendwatchHealth').properties).toMatchObject({
      ScheduleExpression: 'rate(4 hours)',
      GroupName: Object(group).Name,
      Target: { Arn: { 'Fn::GetAtt': [repeater, 'Arn'] }, Input: { 'Fn::Join': ['', [...quoted, '"]}']] } },
    });
  });

  it('are the only alarms that their function may read', () => {
    const names = Object.keys(template.findResources('AWS::CloudWatch::Alarm'));
    const statement = {
      Effect: 'Allow',
      Action: 'cloudwatch:DescribeAlarms',
      Resource: names.map((name) => ({ 'Fn::GetAtt': [name, 'Arn'] })),
    };
    const role = resourceIn(template, 'AWS::IAM::Role', 'SpendwatchHealthAlarmRole').name;
    const seeing = resourceIn(template, 'AWS::IAM::Policy', 'SpendwatchHealthRepeatsSeeAlarms').properties;
    expect(seeing).toMatchObject({ PolicyDocument: { Statement: [statement] }, Roles: [{ Ref: role }] });
  });

  it('have descriptions that fit the subject of a message', () => {
    for (const { AlarmDescription } of alarms) {
      expect(`[alarm] spendwatch: ${AlarmDescription}`).toMatch(/^[\x20-\x7e]{30,99}$/);
    }
  });

  it('treat missing data as a failure only where watch has not run for three polls', () => {
    const missing = {
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      TreatMissingData: 'breaching',
      Period: 900,
    };
    expect(find('Missing')).toMatchObject(missing);
    const others = alarms.filter(({ name }) => name !== 'Missing');
    for (const alarm of others) expect(alarm.TreatMissingData).toBe('notBreaching');
  });

  it('count throttles of act only where its concurrency is not reserved', () => {
    expect(legs(find('Throttled'))).toEqual([dimension('SpendwatchWatch')]);
    const unreserved = aStack({ reserveConcurrency: false }).template;
    expect(legs(find('Throttled', alarmsIn(unreserved)))).toEqual([
      dimension('SpendwatchWatch', unreserved),
      dimension('SpendwatchAct', unreserved),
    ]);
  });

  it('include requests that public addresses could not serve, where there are addresses', () => {
    const open = aStack({ answerSecret: '/keys/answer', pushSecret: '/keys/push' }).template;
    const lost = find('Lost', alarmsIn(open));
    expect(metricsOf(lost)).toEqual(['NumberOfMessagesSent', ...unserved, ...unserved]);
    expect(legs(lost).slice(1)).toEqual(
      ['SpendwatchAnswer', 'SpendwatchPush'].flatMap((name) => [
        dimension(name, open),
        dimension(name, open),
      ]),
    );
    // A person's answer is not given again by itself: one is enough.
    expect(lost).toMatchObject({ Threshold: 1, EvaluationPeriods: 1 });
  });

  it('have one section of the runbook each, which their description names, and the runbook has no others', () => {
    const [, ...sections] = readFileSync(join(checkout, 'docs/runbook.md'), 'utf8').split(/^## /m);
    const [where, ...ofAlarms] = sections.map((section) => section.split('\n', 1)[0]);
    expect(where).toBe('Where to look');
    expect(ofAlarms).toEqual(alarms.map(({ name }) => name));
    for (const { name, AlarmDescription } of alarms)
      expect(AlarmDescription).toMatch(new RegExp(`; see docs/runbook\\.md#${name.toLowerCase()}$`));
    for (const section of sections.slice(1))
      for (const part of ['Meaning', 'Look', 'Mend']) expect(section).toContain(`\n\n**${part}.**`);
  });
});
