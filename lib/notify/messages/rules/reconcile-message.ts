import { atLeast, moneyInWords, percentReached, subtractMoney } from '../../../model/money/money.ts';
import type { NotificationOf } from '../../../model/notification.ts';
import type { ReconcileFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { capitalized, figures, headlineOf, named, text, type Words, why } from '../parts.ts';

export function reconcileWords(
  notice: NotificationOf<'alert'>,
  told: ReconcileFigures,
  telling: Telling,
): Words {
  const { subject, because } = notice;
  const { reported, accrued, from, until } = told;
  const { zone } = telling;
  const [more, less, how] = atLeast(reported, accrued)
    ? [reported, accrued, 'more']
    : [accrued, reported, 'less'];
  const apart = subtractMoney(more, less);
  const happening = `billed ${moneyInWords(apart)} ${how} than its prices come to`;
  return {
    headline: headlineOf(subject, happening),
    parts: [
      text(
        `${capitalized(named(subject))} is ${happening}.`,
        'Compare the spend on the platform, resource by resource, with the resources that you expect. Budgets use reported figures.',
      ),
      figures(
        ['Reported', moneyInWords(reported)],
        ['Accrued', moneyInWords(accrued)],
        ['Difference', `${moneyInWords(apart)}, ${percentReached(apart, reported)} % of reported`],
        ['Period', `${localMinute(from, zone)} to ${localMinute(until, zone)} (${zone})`],
      ),
      why(because),
      ...nextParts(notice, telling),
      offersFor(notice),
    ],
  };
}
