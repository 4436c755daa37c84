import type { LifetimeFigures } from '../model/figures.ts';
import type { NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import { type Instant, spanInWords } from '../model/time.ts';
import { nextWords, priceAndDay } from './idle-words.ts';
import { subjectInWords } from './subject-in-words.ts';
import { figures, fullName, headlineName, sentence, type Words } from './words.ts';

const endings = {
  stop: 'is too old, to be stopped',
  'would-stop': 'is too old (not stopped)',
  nothing: 'is older than allowed',
} as const;

export function lifetimeWords(
  notice: NoticeOf<'alert'>,
  { createdAt, longest, price, state }: LifetimeFigures,
  at: Instant,
  zone: string,
): Words {
  const { subject, next } = notice;
  return {
    headline: `${subjectInWords(subject, headlineName)} ${endings[next.kind]}`,
    paragraphs: [
      `${subjectInWords(subject, fullName)} is older than its rule allows.`,
      figures([
        ['Made', `${localMinute(createdAt, zone)} (${zone})`],
        ['Allowed', spanInWords(longest)],
        ['State', state],
        ['Costs', priceAndDay(price)],
      ]),
      `Why: ${sentence(notice.because)}`,
      ...nextWords(next, at, zone, 'clock'),
      'It is billed for as long as it exists, stopped or not. If nobody needs it, delete it.',
    ],
  };
}
