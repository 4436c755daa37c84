import type { AccountStateFigures } from '../model/figures.ts';
import type { NoticeOf } from '../model/notice.ts';
import { nextParts, type Telling } from './next-words.ts';
import { offersFor } from './offers.ts';
import { oneLine } from './plain-text.ts';
import { capitalized, headlineOf, named, text, type Words, why } from './words.ts';

/** "STATE_SUSPENDED_PAYMENT" as "suspended payment". */
const plain = (state: string): string =>
  oneLine(state, 40)
    .replace(/^STATE_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();

export function accountStateWords(
  notice: NoticeOf<'alert'>,
  { state }: AccountStateFigures,
  telling: Telling,
): Words {
  const { subject, because } = notice;
  return {
    headline: headlineOf(subject, `is not active: ${plain(state)}`),
    parts: [
      text(
        `${capitalized(named(subject))} is not active: the platform has it as ${plain(state)}.`,
        'Pay what is due, or ask the platform; until then count on nothing that this account pays for.',
      ),
      why(because),
      ...nextParts(notice, telling),
      offersFor(notice),
    ],
  };
}
