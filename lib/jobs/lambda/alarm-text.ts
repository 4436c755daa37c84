import type { AlarmEvent } from '../../config/settings/alarm-event.ts';
import { between, type Instant, isoInstant, spanInWords } from '../../model/time/time.ts';
import { asciiLine, oneLine } from '../../notify/messages/plain-text.ts';

/** A message about an alarm. SNS takes subjects of under 100 printable ASCII characters. */
export type AlarmMessage = { readonly subject: string; readonly body: string };

/** Returns the message of an alarm that has begun or ended. */
export function alarmInWords({ region, time, alarmData }: AlarmEvent): AlarmMessage {
  const { alarmName, state, configuration } = alarmData;
  const what = oneLine(configuration.description ?? alarmName, 400);
  const isResolved = state.value === 'OK';
  return {
    subject: asciiLine(`[${isResolved ? 'resolved' : 'alarm'}] spendwatch: ${what}`, 99),
    body: [
      isResolved
        ? `Resolved, a problem with spendwatch itself: ${what}.`
        : `Problem with spendwatch itself: ${what}.`,
      '',
      `Reason: ${oneLine(state.reason, 1_000)}`,
      `Time:   ${time}`,
      '',
      pageOf(region, alarmName),
      '',
    ].join('\n'),
  };
}

/** An alarm that was notified before and is still active. */
export type FiringAlarm = {
  readonly name: string;
  readonly description: string | null;
  readonly reason: string;
  /** When it began; `null` where CloudWatch does not report it. */
  readonly since: Instant | null;
};

/** Returns one message with all active alarms, the oldest first; `null` when there are none. */
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
    `${whatOf({ name, ...alarm })}.`,
    `Since:  ${since === null ? 'unknown' : `${isoInstant(since)}, ${spanInWords(between(since, now))} ago`}`,
    `Reason: ${oneLine(reason, 1_000)}`,
    pageOf(region, name),
  ]);
  return {
    subject: asciiLine(`[${count}, repeated] spendwatch: ${whatOf(first)}`, 99),
    body: [
      'Problems with spendwatch itself. This message repeats until they are resolved.',
      ...paragraphs,
      '',
    ].join('\n'),
  };
}

const whatOf = ({ name, description }: Pick<FiringAlarm, 'name' | 'description'>): string =>
  oneLine(description ?? name, 400);

const pageOf = (region: string, alarmName: string): string =>
  `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#alarmsV2:alarm/${encodeURIComponent(alarmName)}`;
