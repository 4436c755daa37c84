import { assertNever } from '../model/assert-never.ts';
import type { Message } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import { budgetWords } from './budget-words.ts';
import {
  capsHeldWords,
  idleFoundWords,
  idleOverWords,
  stopConfirmedWords,
  stopNotDoneWords,
} from './idle-words.ts';
import { asciiLine, oneLine } from './plain-text.ts';
import { fullName, type Words } from './words.ts';

/** A message as people read it. */
export type Rendered = {
  /** Under 100 characters of printable ASCII, which is what SNS takes and every mail program shows. */
  readonly subject: string;
  /** Plain text of a few kilobytes at most. */
  readonly body: string;
};

const longestSubject = 99;

/** Makes words of a notice, with times on the clocks of `zone`. */
export function renderMessage(message: Message, zone: string): Rendered {
  const { headline, paragraphs } = wordsOf(message, zone);
  const { severity, notice } = message;
  const footer = [
    '--',
    `${severity}, rule "${oneLine(notice.rule, fullName)}", ${localMinute(message.at, zone)} (${zone})`,
    `A message that comes twice has the same id: ${oneLine(message.id, 600)}`,
  ];
  return {
    subject: asciiLine(`[${severity}] ${headline}`, longestSubject),
    body: `${[...paragraphs, footer.join('\n')].join('\n\n')}\n`,
  };
}

function wordsOf({ notice, at }: Message, zone: string): Words {
  switch (notice.kind) {
    case 'budget-crossed':
      return budgetWords(notice, zone);
    case 'idle-found':
      return idleFoundWords(notice, at, zone);
    case 'idle-over':
      return idleOverWords(notice);
    case 'stop-confirmed':
      return stopConfirmedWords(notice, zone);
    case 'stop-not-done':
      return stopNotDoneWords(notice);
    case 'caps-held':
      return capsHeldWords(notice);
    default:
      return assertNever(notice);
  }
}
