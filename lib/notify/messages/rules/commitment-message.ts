import type { NotificationOf } from '../../../model/notification.ts';
import type { CommitmentFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import { priceAndDay } from '../cost-text.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { whatRow } from '../pace-rows.ts';
import { capitalized, figures, headlineOf, named, text, type Words, why } from '../parts.ts';

export function commitmentWords(
  notice: NotificationOf<'alert'>,
  { of, endsAt, price }: CommitmentFigures,
  telling: Telling,
): Words {
  const { subject } = notice;
  const { zone } = telling;
  const { short, happens, advice } = endings[of];
  return {
    headline: headlineOf(subject, short(localMinute(endsAt, zone))),
    parts: [
      text(...happens(named(subject))),
      figures(
        whatRow(notice),
        ['Ends', `${localMinute(endsAt, zone)} (${zone})`],
        ['Costs', priceAndDay(price)],
      ),
      why(notice.because),
      // The message is already about the expiry.
      ...nextParts(of === 'expiry' ? { ...notice, drivers: [] } : notice, telling),
      text(advice),
      offersFor(notice),
    ],
  };
}

const endings = {
  commitment: {
    short: (when: string) => `commitment ends ${when}`,
    happens: (what: string) => [
      `The commitment of ${what} ends soon.`,
      'Nothing is known to be stopped or deleted then: the resource continues to be billed, and the platform does not report at which price. Until then it is paid for, used or not.',
    ],
    advice:
      'To keep it at a committed price, renew the commitment. If nobody needs it afterwards, delete it when the commitment has ended.',
  },
  expiry: {
    short: (when: string) => `expires ${when}, then deleted by the platform`,
    happens: (what: string) => [
      `${capitalized(what)} expires: the platform then deletes it, with its boot disk and all data on it.`,
      'This cannot be undone. Attached storage disks are detached and continue to be billed.',
    ],
    advice:
      'To keep it, extend its expiry on the platform. To keep only its data, make an image of it or copy the data elsewhere first.',
  },
} as const satisfies Record<CommitmentFigures['of'], unknown>;
