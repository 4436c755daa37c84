import type { CommitmentFigures } from '../model/figures.ts';
import type { NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import { priceAndDay } from './cost-words.ts';
import { nextParts, type Telling } from './next-words.ts';
import { offersFor } from './offers.ts';
import { whatRow } from './pace-rows.ts';
import { figures, headlineOf, named, text, type Words, why } from './words.ts';

export function commitmentWords(
  notice: NoticeOf<'alert'>,
  { endsAt, price }: CommitmentFigures,
  telling: Telling,
): Words {
  const { subject } = notice;
  const { zone } = telling;
  return {
    headline: headlineOf(subject, 'has a commitment that ends soon'),
    parts: [
      text(
        `The commitment of ${named(subject)} ends soon.`,
        'As far as is known nothing is stopped or deleted at its end: the resource goes on being billed, and the platform does not say at which price. Until then it is paid for, used or not.',
      ),
      figures(
        whatRow(notice),
        ['Ends', `${localMinute(endsAt, zone)} (${zone})`],
        ['Costs', priceAndDay(price)],
      ),
      why(notice.because),
      ...nextParts(notice, telling),
      text(
        'To keep it at a committed price, commit it anew; if nobody needs it after that, delete it when the commitment has ended.',
      ),
      offersFor(notice),
    ],
  };
}
