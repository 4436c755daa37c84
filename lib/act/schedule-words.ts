import type { ScheduleFigures } from '../model/figures.ts';
import type { NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import type { Instant } from '../model/time.ts';
import { nextWords, priceAndDay, stillBilled } from './idle-words.ts';
import { subjectInWords } from './subject-in-words.ts';
import { figures, fullName, headlineName, sentence, type Words } from './words.ts';

const endings = {
  stop: 'runs off hours, to be stopped',
  'would-stop': 'runs off hours (not stopped)',
  nothing: 'runs outside its hours',
} as const;

export function scheduleWords(
  notice: NoticeOf<'alert'>,
  { endedAt, beginsAt, price }: ScheduleFigures,
  at: Instant,
  zone: string,
): Words {
  const { subject, next } = notice;
  const when = (instant: Instant | null) => (instant === null ? 'unknown' : localMinute(instant, zone));
  return {
    headline: `${subjectInWords(subject, headlineName)} ${endings[next.kind]}`,
    paragraphs: [
      `${subjectInWords(subject, fullName)} runs outside its hours.`,
      figures([
        ['Hours', `ended ${when(endedAt)}, begin again ${when(beginsAt)} (${zone})`],
        ['Costs', priceAndDay(price)],
      ]),
      `Why: ${sentence(notice.because)}`,
      ...nextWords(next, at, zone, 'clock'),
      ...(next.kind === 'stop'
        ? ['If it is started by hand after the stop, it is left alone until its hours begin.']
        : []),
      stillBilled,
    ],
  };
}
