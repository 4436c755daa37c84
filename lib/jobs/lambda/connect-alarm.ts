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
 * Tells on the topic what an alarm says, and repeats those that have not ended. It knows neither the ledger nor the
 * policy: what can be wrong with the two legs must not keep it from saying so.
 * @throws SettingsError
 */
export function connectAlarm(environment: Environment): (event: unknown) => Promise<void> {
  const { SPENDWATCH_TOPIC_ARN: TopicArn, AWS_REGION: region = '' } = environment;
  if (!TopicArn)
    throw new SettingsError([
      { variable: 'SPENDWATCH_TOPIC_ARN', message: 'is not set: give the ARN of the SNS topic' },
    ]);
  const client = snsClient(credentialsIn(environment));
  const tell = ({ subject, body }: AlarmMessage) =>
    // Without a severity, which subscribers filter by: this is for everybody.
    client.send(new PublishCommand({ TopicArn, Subject: subject, Message: body }));
  return async (event) => {
    const read = readAlarm(event);
    const message =
      'repeat' in read
        ? repeatInWords(region, await firingOf(read.repeat, environment), systemClock.now())
        : alarmInWords(read);
    if (message !== null) await tell(message);
  };
}

/** Asks CloudWatch which of the alarms have not ended. */
async function firingOf(names: readonly string[], environment: Environment): Promise<FiringAlarm[]> {
  const client = new CloudWatchClient({ ...credentialsIn(environment), ...givesUpSoon() });
  const question = new DescribeAlarmsCommand({
    AlarmNames: [...names],
    StateValue: 'ALARM',
    MaxRecords: 100,
  });
  const { MetricAlarms = [] } = await client.send(question);
  // Emulators of AWS that were asked for names give all of those.
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
