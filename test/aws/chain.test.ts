import { Lazy } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { hours } from '../../lib/model/time/time.ts';
import type { RunningSimulator } from '../../lib/simulators/http/listen.ts';
import type { FunctionName } from '../infra/bundles.ts';
import { anAlarm } from '../support/an-alarm.ts';
import { demoCloudNow } from '../support/clouds/demo-cloud-now.ts';
import { temporaryPolicy } from '../support/temporary-file.ts';
import { putSecrets, textOf } from './cloudformation.ts';
import { type DeployedStack, deployStack } from './deployed-stack.ts';
import { followLink } from './follow-link.ts';
import { deliverAgain, eventsIn, messagesIn, queueOfBus, subscribeQueue } from './message-queue.ts';
import { hasMoto, type Moto, region, startMoto } from './moto.ts';
import { pushToAddress } from './push-to-address.ts';
import { sendAll, watchAll } from './runs-of.ts';
import { type Slack, startSlack } from './slack.ts';

const Listed = z.object({ Name: z.string(), GroupName: z.string() });
const Schedule = z.object({ Target: z.object({ Arn: z.string(), Input: z.string() }) });
const pushSecret = 'a-secret-of-more-than-32-characters';
const answerSecret = 'another-secret-of-more-than-32-characters';
const viewer = 'simulated-viewer-key';
const editor = 'simulated-editor-key';

describe.skipIf(!hasMoto)('a deployment, on moto (skipped where Python has no moto[server])', () => {
  let moto: Moto;
  let cloud: RunningSimulator;
  let stack: DeployedStack;
  let queue: string;
  let busQueue: string;
  let slack: Slack;
  const policy = temporaryPolicy(
    'alerts: { routes: [{ to: sns }, { to: slack }, { to: eventbridge }] }\n',
    afterAll,
  );

  beforeAll(async () => {
    moto = await startMoto();
    cloud = await demoCloudNow(hours(8), [
      { key: viewer, role: 'viewer' },
      { key: editor, role: 'editor' },
    ]);
    slack = await startSlack();
    const secrets = { '/keys/viewer': viewer, '/keys/editor': editor, '/keys/push': pushSecret };
    await putSecrets(moto, { ...secrets, '/keys/answer': answerSecret, '/routes/slack': slack.url });
    const routes = [{ to: 'slack', url: '/routes/slack' } as const, { to: 'eventbridge' } as const];
    // Plain http, which is refused where it is written down, but not as a value of deployment.
    const cloudUrl = Lazy.string({ produce: () => cloud.url });
    const addresses = { pushSecret: '/keys/push', answerSecret: '/keys/answer' };
    stack = await deployStack(moto, { cloudUrl, policy, routes, ...addresses });
    queue = await subscribeQueue(moto, stack.physicalId('SpendwatchMessagesTopic'));
    busQueue = await queueOfBus(moto, stack.physicalId('SpendwatchEventbridge'));
  });
  afterAll(async () => {
    await stack?.delete();
    await cloud?.close();
    await slack?.close();
    await moto?.close();
  });

  const arnOf = (name: FunctionName) =>
    `arn:aws:lambda:${region}:123456789012:function:${stack.nameOf(name)}`;

  /** Returns what the one schedule of polls invokes, and its input. */
  async function scheduled(): Promise<z.infer<typeof Schedule>['Target']> {
    const list = await moto.request('scheduler', 'GET', '/schedules');
    const { Schedules } = z.object({ Schedules: z.array(Listed) }).parse(JSON.parse(list));
    const polls = Schedules.filter(({ GroupName }) => GroupName.includes('Polling'));
    const [{ Name, GroupName }] = z.tuple([Listed]).parse(polls);
    const text = await moto.request('scheduler', 'GET', `/schedules/${Name}?groupName=${GroupName}`);
    return Schedule.parse(JSON.parse(text)).Target;
  }

  /** Returns where Lambda sends the results of a function's runs. */
  async function destinationsOf(name: FunctionName): Promise<unknown> {
    const path = `/2019-09-25/functions/${stack.nameOf(name)}/event-invoke-config`;
    return JSON.parse(await moto.request('lambda', 'GET', path)).DestinationConfig;
  }

  it('runs from the schedule to the message, and delivers each message once', async () => {
    const { Arn, Input } = await scheduled();
    expect(Arn).toBe(arnOf('Watch'));
    const watches = await watchAll(stack, JSON.parse(Input));

    // Act runs next, whether watch succeeds or fails.
    const next = { Destination: arnOf('Act') };
    expect(await destinationsOf('Watch')).toEqual({ OnSuccess: next, OnFailure: next });

    // What Lambda hands to a destination: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
    const record = {
      version: '1.0',
      timestamp: '2026-11-21T10:00:00.000Z',
      requestContext: { condition: 'Success', approximateInvokeCount: 1 },
      requestPayload: JSON.parse(Input),
      responseContext: { statusCode: 200, executedVersion: '$LATEST' },
      responsePayload: watches.at(-1)?.figures,
    };
    const acts = await sendAll(stack, record);
    const messages = await messagesIn(moto, queue);
    expect(messages.length).toBeGreaterThan(0);
    // Each went to the topic, to the address that the parameter holds, and as events to the bus.
    expect(acts.reduce((sum, { figures }) => sum + Number(figures['delivered']), 0)).toBe(
      3 * messages.length,
    );
    // A bus delivers at least once, so receivers deduplicate events by their ids.
    const put = await eventsIn(moto, busQueue);
    const ids = new Set(put.map(({ detail }) => detail.id));
    expect(ids.size).toBeGreaterThanOrEqual(messages.length);
    for (const event of put) await deliverAgain(moto, busQueue, event);
    expect(slack.posts).toHaveLength(messages.length);
    expect(JSON.stringify(acts)).not.toContain(slack.url);
    for (const message of messages) {
      expect(['info', 'warning', 'critical']).toContain(message.MessageAttributes['severity']?.Value);
      expect(`${message.Subject}${message.Message}`).not.toMatch(/simulated-(viewer|editor)-key/);
    }
    expect(messages.map(({ Message }) => Message).join('\n')).toContain('of 5.00 USD');

    // Lambda delivers an event at least once: a repeated event sends nothing again.
    const again = await stack.invoke('Act', record);
    expect(again.result).toMatchObject({ delivered: 0 });
    expect(await messagesIn(moto, queue)).toEqual([]);
    const late = await eventsIn(moto, busQueue);
    expect(late.filter(({ detail }) => !ids.has(detail.id))).toEqual([]);
  });

  it('returns the figures of its findings', async () => {
    const { lines } = await stack.invoke('Act', {});
    const [line = '{}'] = lines.filter((text) => text.includes('"measured"'));
    const { SpendThisMonth, BurnRate, Targets, TargetsNotPolled } = JSON.parse(line);
    expect(SpendThisMonth).toBeGreaterThan(0);
    expect(BurnRate).toBeGreaterThan(0);
    expect(Targets).toBeGreaterThan(1);
    expect(TargetsNotPolled).toBe(0);
  });

  it('publishes each alarm on the topic to every subscriber', async () => {
    await stack.invoke('Alarm', anAlarm());
    const [message, ...others] = await messagesIn(moto, queue);
    expect(others).toEqual([]);
    expect(message?.Subject).toBe(
      '[alarm] spendwatch: runs of watch or act are failing; see docs/runbook.md#failing',
    );
    expect(message?.Message).toContain('Reason: Threshold Crossed');
    expect(message?.MessageAttributes).toEqual({});
    await expect(stack.invoke('Alarm', { hello: 'there' })).rejects.toThrow();
  });

  it('repeats an alarm until it ends (invariant 18)', async () => {
    const alarm = { Version: '2010-08-01', AlarmName: 'Spendwatch Failing' };
    await moto.query('monitoring', {
      ...alarm,
      Action: 'PutMetricAlarm',
      AlarmDescription: 'runs of watch or act are failing; see docs/runbook.md#failing',
      Namespace: 'AWS/Lambda',
      MetricName: 'Errors',
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: '1',
      EvaluationPeriods: '1',
      Period: '300',
      Statistic: 'Sum',
    });
    const becomes = (StateValue: string) =>
      moto.query('monitoring', {
        ...alarm,
        Action: 'SetAlarmState',
        StateValue,
        StateReason: 'for the test',
      });
    const repeat = { repeat: [alarm.AlarmName, 'Spendwatch Slow'] };
    await becomes('ALARM');
    await stack.invoke('Alarm', repeat);
    const [message, ...others] = await messagesIn(moto, queue);
    expect(others).toEqual([]);
    expect(message?.Subject).toMatch(/^\[alarm, repeated\] spendwatch: runs of watch/);
    expect(message?.Message).toMatch(/Since: {2}\d{4}-.*\nReason: for the test/);
    expect(message?.MessageAttributes).toEqual({});
    await becomes('OK');
    await stack.invoke('Alarm', repeat);
    expect(await messagesIn(moto, queue)).toEqual([]);
  });

  it('records the answer of a link in a message once, and only when a person confirms it', async () => {
    await followLink({ moto, stack, said: slack.posts.join('\n') });
  });

  it('stores a push to its address once, and none without a token (invariant 19)', async () => {
    await pushToAddress({ moto, stack, pushSecret });
  });

  it('creates the resources that the template names', async () => {
    const table = JSON.stringify({ TableName: stack.physicalId('SpendwatchLedger') });
    const described = await moto.request('dynamodb', 'POST', '/', table, 'DynamoDB_20120810.DescribeTable');
    expect(JSON.parse(described).Table).toMatchObject({
      TableStatus: 'ACTIVE',
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      DeletionProtectionEnabled: true,
    });
    const TopicArn = stack.physicalId('SpendwatchMessagesTopic');
    const attributes = await moto.query('sns', { Action: 'GetTopicAttributes', TopicArn });
    expect(attributes).toContain('KmsMasterKeyId');
    expect(
      textOf(
        'Owner',
        attributes.replaceAll(/<key>Owner<\/key>\s*<value>(\d+)<\/value>/g, '<Owner>$1</Owner>'),
      ),
    ).toBe('123456789012');
  });
});
