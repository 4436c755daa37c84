import type { FreshnessFigures } from '../model/figures.ts';
import type { NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import { spanInWords } from '../model/time.ts';
import { subjectInWords } from './subject-in-words.ts';
import { figures, fullName, headlineName, sentence, type Words } from './words.ts';

type Matter = {
  readonly headline: (name: string) => string;
  readonly row: string;
  /** What this leaves unwatched. */
  readonly meaning: string;
};

const matters = {
  target: {
    headline: (name) => `${name} is not seen`,
    row: 'Last seen',
    meaning: 'While it is not seen no rule judges it: nothing is told of it, and nothing in it is stopped.',
  },
  part: {
    headline: (name) => `${name} is seen only in part`,
    row: 'Last whole',
    meaning: 'What cannot be seen is judged by nobody; figures of it are the last that were seen.',
  },
  spend: {
    headline: (name) => `${name} has no new report of spend`,
    row: 'Known up to',
    meaning: 'Budgets on reported figures stand still; projected ones go by prices and time alone.',
  },
  watcher: {
    headline: () => 'spendwatch itself did not look',
    row: 'Last look',
    meaning: 'Whatever happened meanwhile was seen by nobody, and a stop that was due was not carried out.',
  },
} as const satisfies Record<FreshnessFigures['of'], Matter>;

export function freshnessWords(notice: NoticeOf<'alert'>, sight: FreshnessFigures, zone: string): Words {
  const { subject, because } = notice;
  const { headline, row, meaning }: Matter = matters[sight.of];
  const seenAt = sight.seenAt === null ? 'never' : `${localMinute(sight.seenAt, zone)} (${zone})`;
  return {
    headline: headline(subjectInWords(subject, headlineName)),
    paragraphs: [
      `${headline(subjectInWords(subject, fullName))}.`,
      figures([
        [row, seenAt],
        ['Allowed', spanInWords(sight.allowed)],
      ]),
      `Why: ${sentence(because)}`,
      meaning,
      'Next: spendwatch goes on looking. If that lasts, see whether the platform answers, whether its key is still good, and what the log says.',
    ],
  };
}
