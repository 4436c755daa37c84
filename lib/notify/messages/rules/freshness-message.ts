import type { NotificationOf } from '../../../model/notification.ts';
import type { FreshnessFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import { spanInWords } from '../../../model/time/time.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { capitalized, figures, headlineOf, named, text, type Words, why } from '../parts.ts';

type Matter = {
  readonly happening: string;
  readonly row: string;
  /** What this leaves unwatched. */
  readonly meaning: string;
};

const matters = {
  target: {
    happening: 'is not seen',
    row: 'Last seen',
    meaning: 'While it is not seen no rule judges it: nothing is told of it, and nothing in it is stopped.',
  },
  part: {
    happening: 'is seen only in part',
    row: 'Last whole',
    meaning: 'What cannot be seen is judged by nobody; figures of it are the last that were seen.',
  },
  field: {
    happening: 'has facts that cannot be read',
    row: 'Last seen',
    meaning:
      'What cannot be read is unknown: a price is left out of sums, and nothing is stopped or deleted whose record cannot be read whole.',
  },
  spend: {
    happening: 'has no new report of spend',
    row: 'Known up to',
    meaning: 'Budgets on reported figures stand still; projected ones go by prices and time alone.',
  },
  watcher: {
    happening: 'itself did not look',
    row: 'Last look',
    meaning: 'Whatever happened meanwhile was seen by nobody, and an act that was due was not carried out.',
  },
} as const satisfies Record<FreshnessFigures['of'], Matter>;

export function freshnessWords(
  notice: NotificationOf<'alert'>,
  sight: FreshnessFigures,
  telling: Telling,
): Words {
  const { subject, because } = notice;
  const { happening, row, meaning }: Matter = matters[sight.of];
  const { zone } = telling;
  const isOwn = sight.of === 'watcher';
  return {
    headline: isOwn ? `spendwatch ${happening}` : headlineOf(subject, happening),
    parts: [
      text(`${isOwn ? 'spendwatch' : capitalized(named(subject))} ${happening}.`, meaning),
      figures(
        [row, sight.seenAt === null ? 'never' : `${localMinute(sight.seenAt, zone)} (${zone})`],
        ...(sight.of === 'field' ? [] : [['Allowed', spanInWords(sight.allowed)] as const]),
      ),
      why(because),
      ...nextParts(notice, telling),
      text(
        'spendwatch goes on looking. If it lasts, see whether the platform answers, whether its key is still good, and what the log says.',
      ),
      offersFor(notice),
    ],
  };
}
