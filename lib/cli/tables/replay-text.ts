import * as z from 'zod';
import type { Replay } from '../../jobs/replay/replay.ts';
import type { Happening } from '../../jobs/replay/run-recording.ts';
import { Message } from '../../model/notification.ts';
import { localMinute } from '../../model/time/period.ts';
import { isoInstant } from '../../model/time/time.ts';
import { renderMessage } from '../../notify/messages/message.ts';
import { printable } from '../../service/marks.ts';

/** Lists the messages and actions of a replay by day, and the totals. */
export function replayText({ seen, days, totals, notes }: Replay, zone: string): string {
  if (seen === null) return 'No observations in this period.\n';
  const { messages, notifications, actions } = totals;
  const lines = [
    `${seen.count} observations from ${localMinute(seen.from, zone)} to ${localMinute(seen.until, zone)} (${zone})`,
    ...days.flatMap(({ day, happenings }) => [
      '',
      localMinute(day, zone).slice(0, 10),
      ...happenings.map((it) => `  ${happeningLine(it, zone)}`),
    ]),
    '',
    `Total: ${counted(messages, 'message')}, ${counted(actions, 'action')} in enforce mode.`,
    ...notifications.map(({ rule, kind, count }) => `  ${rule}: ${count} x ${kind}`),
    '',
    ...notes,
    '',
  ];
  return lines.map((line) => printable(line)).join('\n');
}

function happeningLine(happening: Happening, zone: string): string {
  const time = localMinute(happening.at, zone).slice(11);
  if (happening.kind === 'action') {
    const { kind, subject, rule } = happening.intent;
    return `${time}  would ${kind} ${subject} (${rule})`;
  }
  return `${time}  would send  ${renderMessage(happening.message, { zone }).subject}`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export function replayJson({ seen, days, totals, notes }: Replay): string {
  const document = {
    seen: seen && { from: isoInstant(seen.from), until: isoInstant(seen.until), count: seen.count },
    days: days.map(({ day, happenings }) => ({ day: isoInstant(day), happenings: happenings.map(inJson) })),
    totals,
    notes,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function inJson(happening: Happening): object {
  const at = isoInstant(happening.at);
  if (happening.kind === 'message')
    return { would: 'say', at, message: z.encode(Message, happening.message) };
  const { kind, subject, rule, because } = happening.intent;
  return { would: kind, at, subject, rule, because };
}
