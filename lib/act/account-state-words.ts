import type { AccountStateFigures } from '../model/figures.ts';
import type { NoticeOf } from '../model/notice.ts';
import { oneLine } from './plain-text.ts';
import { subjectInWords } from './subject-in-words.ts';
import { fullName, headlineName, sentence, type Words } from './words.ts';

/** "STATE_SUSPENDED_PAYMENT" as "suspended payment". */
const plain = (state: string): string =>
  oneLine(state, 40)
    .replace(/^STATE_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();

export function accountStateWords(notice: NoticeOf<'alert'>, { state }: AccountStateFigures): Words {
  const { subject, because } = notice;
  return {
    headline: `${subjectInWords(subject, headlineName)} is not active: ${plain(state)}`,
    paragraphs: [
      `${subjectInWords(subject, fullName)} is not active: the platform has it as ${plain(state)}.`,
      `Why: ${sentence(because)}`,
      'Next: nothing that spendwatch could do. Pay what is due, or ask the platform; until then count on nothing that this account pays for.',
    ],
  };
}
