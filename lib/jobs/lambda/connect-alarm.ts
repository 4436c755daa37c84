import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { PublishCommand } from '@aws-sdk/client-sns';
import { readAlarm } from '../../config/settings/alarm-event.ts';
import type { Environment } from '../../config/settings/environment.ts';
import { SettingsError } from '../../config/settings/settings-error.ts';
import { instant } from '../../model/time/time.ts';
import { givesUpSoon, snsClient } from '../../notify/routes/sns-client.ts';
import { systemClock } from '../system-clock.ts';
import { type AlarmMessage, alarmInWords, type FiringAlarm, repeatInWords } from './alarm-text.ts';
import { credentialsIn } from './credentials.ts';

/**
 * Publishes alarms to the topic, and repeats those that are still active. It uses neither the ledger nor the policy, so
 * that a problem with those cannot keep it from reporting.
 * @throws SettingsError
 */
export function connectAlarm(environment: Environment): (event: unknown) => Promise<void> {
  const { SPENDWATCH_TOPIC_ARN: TopicArn, AWS_REGION: region = '' } = environment;
  if (!TopicArn)
    throw new SettingsError([
      { variable: 'SPENDWATCH_TOPIC_ARN', message: 'is not set: set it to the ARN of the SNS topic' },
    ]);
  const client = snsClient(credentialsIn(environment));
  const publish = ({ subject, body }: AlarmMessage) =>
    // Without a severity, so that the filters of subscriptions let it through.
    client.send(new PublishCommand({ TopicArn, Subject: subject, Message: body }));
  return async (event) => {
    const read = readAlarm(event);
    const message =
      'repeat' in read
        ? repeatInWords(region, await firingOf(read.repeat, environment), systemClock.now())
        : alarmInWords(read);
    if (message !== null) await publish(message);
  };
}

/** Returns those of the alarms that are active in CloudWatch. */
async function firingOf(names: readonly string[], environment: Environment): Promise<FiringAlarm[]> {
  const client = new CloudWatchClient({ ...credentialsIn(environment), ...givesUpSoon() });
  const question = new DescribeAlarmsCommand({
    AlarmNames: [...names],
    StateValue: 'ALARM',
    MaxRecords: 100,
  });
  const { MetricAlarms = [] } = await client.send(question);
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
