import type { NotificationOf } from '../../../model/notification.ts';
import type { FreshnessFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import { spanInWords } from '../../../model/time/time.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { capitalized, figures, headlineOf, named, text, type Words, why } from '../parts.ts';

type Matter = {
  readonly short: string;
  readonly full: string;
  readonly row: string;
  /** What is not monitored or done meanwhile. */
  readonly meaning: string;
};

const matters = {
  target: {
    short: 'no successful poll',
    full: 'has no successful poll',
    row: 'Last polled',
    meaning:
      'Until a poll succeeds no rule is evaluated on it, no alert is raised for it, and nothing in it is stopped.',
  },
  part: {
    short: 'incomplete polls',
    full: 'is polled only in part',
    row: 'Last complete',
    meaning: 'Missing parts are not evaluated; their figures are those last observed.',
  },
  field: {
    short: 'unreadable facts',
    full: 'has facts that cannot be read',
    row: 'Last polled',
    meaning:
      'An unreadable fact counts as unknown: a price is left out of sums, and a resource is not stopped or deleted if its record cannot be read completely.',
  },
  spend: {
    short: 'no new spend report',
    full: 'has no new spend report',
    row: 'Reported up to',
    meaning: 'Budgets on reported figures do not change; to-date figures rely on prices and time alone.',
  },
  watcher: {
    short: 'missed heartbeat',
    full: 'itself did not poll',
    row: 'Last polled',
    meaning: 'Nothing was observed meanwhile, and actions that were due were not carried out.',
  },
} as const satisfies Record<FreshnessFigures['of'], Matter>;

export function freshnessWords(
  notice: NotificationOf<'alert'>,
  sight: FreshnessFigures,
  telling: Telling,
): Words {
  const { subject, because } = notice;
  const { short, full, row, meaning }: Matter = matters[sight.of];
  const { zone } = telling;
  const isOwn = sight.of === 'watcher';
  const since =
    sight.seenAt === null || sight.of === 'field' ? '' : ` since ${localMinute(sight.seenAt, zone)}`;
  return {
    headline: isOwn ? `spendwatch: ${short}${since}` : headlineOf(subject, `${short}${since}`),
    parts: [
      text(`${isOwn ? 'spendwatch' : capitalized(named(subject))} ${full}.`, meaning),
      figures(
        [row, sight.seenAt === null ? 'never' : `${localMinute(sight.seenAt, zone)} (${zone})`],
        ...(sight.of === 'field' ? [] : [['Limit', spanInWords(sight.allowed)] as const]),
      ),
      why(because),
      ...nextParts(notice, telling),
      text(
        'Polling continues. If this lasts, check whether the platform responds, whether the API key is still valid, and what the log says.',
      ),
      offersFor(notice),
    ],
  };
}
