import type { ReconcileFigures } from '../model/figures.ts';
import { atLeast, moneyInWords, percentReached, subtractMoney } from '../model/money.ts';
import type { NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import { subjectInWords } from './subject-in-words.ts';
import { figures, fullName, headlineName, sentence, type Words } from './words.ts';

export function reconcileWords(notice: NoticeOf<'alert'>, told: ReconcileFigures, zone: string): Words {
  const { subject, because } = notice;
  const { reported, accrued, from, until } = told;
  const [more, less, how] = atLeast(reported, accrued)
    ? [reported, accrued, 'more']
    : [accrued, reported, 'less'];
  const apart = subtractMoney(more, less);
  const happening = `is billed ${moneyInWords(apart)} ${how} than its prices come to`;
  return {
    headline: `${subjectInWords(subject, headlineName)} ${happening}`,
    paragraphs: [
      `${subjectInWords(subject, fullName)} ${happening}.`,
      figures([
        ['Reported', moneyInWords(reported)],
        ['Accrued', moneyInWords(accrued)],
        ['Apart', `${moneyInWords(apart)}, ${percentReached(apart, reported)} % of what is reported`],
        ['Time', `${localMinute(from, zone)} to ${localMinute(until, zone)} (${zone})`],
      ]),
      `Why: ${sentence(because)}`,
      'Next: hold the spend of the platform, resource by resource, against what you think is there. Budgets go by what is reported.',
    ],
  };
}
