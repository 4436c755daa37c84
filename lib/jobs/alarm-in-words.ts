import { asciiLine, oneLine } from '../act/plain-text.ts';
import type { AlarmEvent } from '../config/alarm-event.ts';

/** What an alarm says, for whoever is on call: SNS takes a subject of under 100 printable characters. */
export function alarmInWords({ region, time, alarmData }: AlarmEvent): {
  readonly subject: string;
  readonly body: string;
} {
  const { alarmName, state, configuration } = alarmData;
  const what = oneLine(configuration.description ?? alarmName, 400);
  const isOver = state.value === 'OK';
  const console = `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}`;
  return {
    subject: asciiLine(`[${isOver ? 'over' : 'alarm'}] spendwatch: ${what}`, 99),
    body: [
      isOver ? `spendwatch is well again. What it was: ${what}.` : `spendwatch itself is not well: ${what}.`,
      '',
      `Why: ${oneLine(state.reason, 1_000)}`,
      `At:  ${time}`,
      '',
      `${console}#alarmsV2:alarm/${encodeURIComponent(alarmName)}`,
      '',
    ].join('\n'),
  };
}
