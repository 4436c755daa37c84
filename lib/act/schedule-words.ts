import type { ScheduleFigures } from '../model/figures.ts';
import type { NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import type { Instant } from '../model/time.ts';
import { priceAndDay, stillBilled } from './cost-words.ts';
import { headlineWithNext } from './headline-with-next.ts';
import { nextParts, type Telling } from './next-words.ts';
import { offersFor } from './offers.ts';
import { whatRow } from './pace-rows.ts';
import { capitalized, figures, named, text, type Words, why } from './words.ts';

export function scheduleWords(
  notice: NoticeOf<'alert'>,
  { endedAt, beginsAt, price }: ScheduleFigures,
  telling: Telling,
): Words {
  const { zone } = telling;
  const when = (instant: Instant | null) => (instant === null ? 'unknown' : localMinute(instant, zone));
  return {
    headline: headlineWithNext(notice, 'runs off hours'),
    parts: [
      text(`${capitalized(named(notice.subject))} runs outside its hours.`, stillBilled),
      figures(
        whatRow(notice),
        ['Hours', `ended ${when(endedAt)}, begin again ${when(beginsAt)} (${zone})`],
        ['Costs', priceAndDay(price)],
      ),
      why(notice.because),
      ...nextParts(notice, telling),
      ...(notice.next.kind === 'act'
        ? [text('If it is started by hand after that, it is left alone until its hours begin.')]
        : []),
      offersFor(notice),
    ],
  };
}
