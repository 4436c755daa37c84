import type { NotificationOf } from '../../../model/notification.ts';
import { providerFacts } from '../../../model/provider-facts.ts';
import type { ScheduleFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import type { Instant } from '../../../model/time/time.ts';
import { priceAndDay } from '../cost-text.ts';
import { headlineWithNext } from '../headline-with-next.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { whatRow } from '../pace-rows.ts';
import { capitalized, figures, named, text, type Words, why } from '../parts.ts';

export function scheduleWords(
  notice: NotificationOf<'alert'>,
  { endedAt, beginsAt, price }: ScheduleFigures,
  telling: Telling,
): Words {
  const { zone } = telling;
  const when = (instant: Instant | null) => (instant === null ? 'unknown' : localMinute(instant, zone));
  return {
    headline: headlineWithNext(notice, 'running outside its hours'),
    parts: [
      text(`${capitalized(named(notice.subject))} is running outside its hours.`, providerFacts.effects.stop),
      figures(
        whatRow(notice),
        ['Hours', `ended ${when(endedAt)}, resume ${when(beginsAt)} (${zone})`],
        ['Costs', priceAndDay(price)],
      ),
      why(notice.because),
      ...nextParts(notice, telling),
      ...(notice.next.kind === 'action'
        ? [text('If it is started by hand afterwards, it is exempt until its hours begin.')]
        : []),
      offersFor(notice),
    ],
  };
}
