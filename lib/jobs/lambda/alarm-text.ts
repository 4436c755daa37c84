import type { AlarmEvent } from '../../config/settings/alarm-event.ts';
import { between, type Instant, isoInstant, spanInWords } from '../../model/time/time.ts';
import { asciiLine, oneLine } from '../../notify/messages/plain-text.ts';

/** A message for whoever is on call: SNS takes a subject of under 100 printable characters. */
export type AlarmMessage = { readonly subject: string; readonly body: string };

/** What an alarm says. */
export function alarmInWords({ region, time, alarmData }: AlarmEvent): AlarmMessage {
  const { alarmName, state, configuration } = alarmData;
  const what = oneLine(configuration.description ?? alarmName, 400);
  const isOver = state.value === 'OK';
  return {
    subject: asciiLine(`[${isOver ? 'over' : 'alarm'}] spendwatch: ${what}`, 99),
    body: [
      isOver ? `spendwatch is well again. What it was: ${what}.` : `spendwatch itself is not well: ${what}.`,
      '',
      `Why: ${oneLine(state.reason, 1_000)}`,
      `At:  ${time}`,
      '',
      pageOf(region, alarmName),
      '',
    ].join('\n'),
  };
}

/** An alarm that was told before and has not ended. */
export type FiringAlarm = {
  readonly name: string;
  readonly description: string | null;
  readonly reason: string;
  /** When it began; `null` where CloudWatch does not say. */
  readonly since: Instant | null;
};

/** Repeats the alarms that have not ended, the oldest first, in one message; `null` where there are none. */
export function repeatInWords(
  region: string,
  firing: readonly FiringAlarm[],
  now: Instant,
): AlarmMessage | null {
  const oldest = firing.toSorted((one, other) => (one.since ?? now) - (other.since ?? now));
  const [first] = oldest;
  if (first === undefined) return null;
  const count = firing.length === 1 ? 'alarm' : `${firing.length} alarms`;
  const told = oldest.flatMap(({ name, reason, since, ...alarm }) => [
    '',
    `${whatOf({ name, ...alarm })}.`,
    `Since: ${since === null ? 'unknown' : `${isoInstant(since)}, ${spanInWords(between(since, now))} ago`}`,
    `Why:   ${oneLine(reason, 1_000)}`,
    pageOf(region, name),
  ]);
  return {
    subject: asciiLine(`[${count}, repeated] spendwatch: ${whatOf(first)}`, 99),
    body: ['spendwatch itself is still not well. This is repeated until it is.', ...told, ''].join('\n'),
  };
}

const whatOf = ({ name, description }: Pick<FiringAlarm, 'name' | 'description'>): string =>
  oneLine(description ?? name, 400);

const pageOf = (region: string, alarmName: string): string =>
  `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#alarmsV2:alarm/${encodeURIComponent(alarmName)}`;
