import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { PublishCommand } from '@aws-sdk/client-sns';
import type { Environment } from '../../config/settings/environment.ts';
import { type AlarmEvent, readAlarm } from '../../config/settings/received-events.ts';
import { wrongSetting } from '../../config/settings/settings-error.ts';
import { computeSpan, type Instant, instant, isoInstant, spanInWords } from '../../model/time/time.ts';
import { asciiLine, oneLine } from '../../notify/parts/plain-text.ts';
import { givesUpSoon, snsClient } from '../../routes/sns/sns-client.ts';
import { systemClock } from '../system-clock.ts';
import { readLambdaCredentials } from './credentials.ts';

/**
 * Connects `alarm`, which publishes alarms to the topic and repeats those that are still active. It uses neither the ledger
 * nor the policy, so that a problem with them cannot prevent a report. @throws SettingsError
 */
export function connectAlarm(environment: Environment): (event: unknown) => Promise<void> {
  const { SPENDWATCH_TOPIC_ARN: TopicArn, AWS_REGION: region = '' } = environment;
  if (!TopicArn) throw wrongSetting('SPENDWATCH_TOPIC_ARN', 'is not set: set it to the ARN of the SNS topic');
  const client = snsClient(readLambdaCredentials(environment));
  const publish = ({ subject, body }: AlarmMessage) =>
    // Without a severity, so that the filters of subscriptions let it through.
    client.send(new PublishCommand({ TopicArn, Subject: subject, Message: body }));
  return async (event) => {
    const read = readAlarm(event);
    const message =
      'repeat' in read
        ? repeatInWords(region, await readFiringAlarms(read.repeat, environment), systemClock.now())
        : alarmInWords(read);
    if (message !== null) await publish(message);
  };
}

/** Returns the alarms of these names that are active in CloudWatch. */
async function readFiringAlarms(names: readonly string[], environment: Environment): Promise<FiringAlarm[]> {
  const client = new CloudWatchClient({ ...readLambdaCredentials(environment), ...givesUpSoon() });
  const command = new DescribeAlarmsCommand({
    AlarmNames: [...names],
    StateValue: 'ALARM',
    MaxRecords: 100,
  });
  const { MetricAlarms = [] } = await client.send(command);
  // Emulators of AWS ignore the state when names are given.
  const firing = MetricAlarms.filter(({ StateValue }) => StateValue === 'ALARM');
  return firing.map(
    ({ AlarmName, AlarmDescription, StateReason, StateTransitionedTimestamp, StateUpdatedTimestamp }) => {
      const since = StateTransitionedTimestamp ?? StateUpdatedTimestamp;
      return {
        name: AlarmName ?? '',
        description: AlarmDescription ?? null,
        reason: StateReason ?? '',
        since: since === undefined ? null : instant(since.getTime()),
      };
    },
  );
}

/** A message about an alarm. SNS takes subjects of under 100 printable ASCII characters. */
type AlarmMessage = { readonly subject: string; readonly body: string };

/** Returns the message of an alarm that has begun or ended. */
export function alarmInWords({ region, time, alarmData }: AlarmEvent): AlarmMessage {
  const { alarmName, state, configuration } = alarmData;
  const description = oneLine(configuration.description ?? alarmName, 400);
  const isResolved = state.value === 'OK';
  return {
    subject: asciiLine(`[${isResolved ? 'resolved' : 'alarm'}] spendwatch: ${description}`, 99),
    body: [
      isResolved
        ? `Resolved, a problem with spendwatch itself: ${description}.`
        : `Problem with spendwatch itself: ${description}.`,
      '',
      `Reason: ${oneLine(state.reason, 1_000)}`,
      `Time:   ${time}`,
      '',
      buildAlarmUrl(region, alarmName),
      '',
    ].join('\n'),
  };
}

/** An alarm that was notified before and is still active. */
export type FiringAlarm = {
  readonly name: string;
  readonly description: string | null;
  readonly reason: string;
  /** The time when it began; `null` where CloudWatch does not report it. */
  readonly since: Instant | null;
};

/** Returns one message with all active alarms, the oldest first; `null` if there are none. */
export function repeatInWords(
  region: string,
  firing: readonly FiringAlarm[],
  now: Instant,
): AlarmMessage | null {
  const oldest = firing.toSorted((one, other) => (one.since ?? now) - (other.since ?? now));
  const [first] = oldest;
  if (first === undefined) return null;
  const count = firing.length === 1 ? 'alarm' : `${firing.length} alarms`;
  const paragraphs = oldest.flatMap(({ name, reason, since, ...alarm }) => [
    '',
    `${describeAlarm({ name, ...alarm })}.`,
    `Since:  ${since === null ? 'unknown' : `${isoInstant(since)}, ${spanInWords(computeSpan(since, now))} ago`}`,
    `Reason: ${oneLine(reason, 1_000)}`,
    buildAlarmUrl(region, name),
  ]);
  return {
    subject: asciiLine(`[${count}, repeated] spendwatch: ${describeAlarm(first)}`, 99),
    body: [
      'Problems with spendwatch itself. This message repeats until they are resolved.',
      ...paragraphs,
      '',
    ].join('\n'),
  };
}

const describeAlarm = ({ name, description }: Pick<FiringAlarm, 'name' | 'description'>): string =>
  oneLine(description ?? name, 400);

const buildAlarmUrl = (region: string, alarmName: string): string =>
  `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#alarmsV2:alarm/${encodeURIComponent(alarmName)}`;
