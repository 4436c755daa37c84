import { PublishCommand } from '@aws-sdk/client-sns';
import { snsClient } from '../act/routes/sns-client.ts';
import { readAlarm } from '../config/alarm-event.ts';
import type { Environment } from '../config/settings.ts';
import { SettingsError } from '../config/settings-error.ts';
import { alarmInWords } from './alarm-in-words.ts';
import { credentialsIn } from './credentials.ts';

/**
 * Tells on the topic what an alarm says. It knows neither the ledger nor the policy: what can be wrong with
 * the two legs must not keep it from saying so.
 * @throws SettingsError
 */
export function connectAlarm(environment: Environment): (event: unknown) => Promise<void> {
  const TopicArn = environment['SPENDWATCH_TOPIC_ARN'];
  if (!TopicArn)
    throw new SettingsError([
      { variable: 'SPENDWATCH_TOPIC_ARN', message: 'is not set: give the ARN of the SNS topic' },
    ]);
  const client = snsClient(credentialsIn(environment));
  return async (event) => {
    const { subject, body } = alarmInWords(readAlarm(event));
    await client.send(
      // Without a severity, which subscribers filter by: this is for everybody.
      new PublishCommand({ TopicArn, Subject: subject, Message: body }),
    );
  };
}
