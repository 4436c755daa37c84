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
    headline: headlineOf(subject, short),
    parts: [
      text(...happens(named(subject))),
      figures(
        whatRow(notice),
        ['Ends', `${localMinute(endsAt, zone)} (${zone})`],
        ['Costs', priceAndDay(price)],
      ),
      why(notice.because),
      // That it expires is what the message is about already.
      ...nextParts(of === 'expiry' ? { ...notice, drivers: [] } : notice, telling),
      text(advice),
      offersFor(notice),
    ],
  };
}

const endings = {
  commitment: {
    short: 'has a commitment that ends soon',
    happens: (what: string) => [
      `The commitment of ${what} ends soon.`,
      'As far as is known nothing is stopped or deleted at its end: the resource goes on being billed, and the platform does not say at which price. Until then it is paid for, used or not.',
    ],
    advice:
      'To keep it at a committed price, commit it anew; if nobody needs it after that, delete it when the commitment has ended.',
  },
  expiry: {
    short: 'expires, and is then deleted by the platform',
    happens: (what: string) => [
      `${capitalized(what)} expires: the platform deletes it then, with its boot disk and all that is on it.`,
      'Nobody can undo that. Storage disks that are attached to it are detached, and go on being billed.',
    ],
    advice:
      'To keep it, put off its expiry with the platform; to keep what is on its disk, make an image of it or copy it elsewhere before.',
  },
} as const satisfies Record<CommitmentFigures['of'], unknown>;
