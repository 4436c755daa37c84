import type { IdleFigures } from '../model/figures.ts';
import type { NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import { priceAndDay, stillBilled } from './cost-words.ts';
import { headlineWithNext } from './headline-with-next.ts';
import { nextParts, type Telling } from './next-words.ts';
import { offersFor } from './offers.ts';
import { whatRow } from './pace-rows.ts';
import { capitalized, figures, named, text, type Words, why } from './words.ts';

export function idleWords(notice: NoticeOf<'alert'>, { price }: IdleFigures, telling: Telling): Words {
  const { subject, since } = notice;
  return {
    headline: headlineWithNext(notice, 'is idle'),
    parts: [
      text(`${capitalized(named(subject))} is idle.`, stillBilled),
      figures(
        whatRow(notice),
        ['Found', `${localMinute(since, telling.zone)} (${telling.zone})`],
        ['Costs', priceAndDay(price)],
      ),
      why(notice.because),
      ...nextParts(notice, telling, 'used'),
      offersFor(notice),
    ],
  };
}
