import type { AnomalyFigures } from '../model/figures.ts';
import { inTimes, lessPrice, priceInWords } from '../model/money.ts';
import type { NoticeOf } from '../model/notice.ts';
import { driverRow } from './budget-words.ts';
import { subjectInWords } from './subject-in-words.ts';
import { figures, fullName, headlineName, sentence, type Words } from './words.ts';

export function anomalyWords(notice: NoticeOf<'alert'>, anomaly: AnomalyFigures): Words {
  const { subject, because, drivers } = notice;
  const { rate, usual, bound } = anomaly;
  const factor = inTimes(rate, usual);
  const times = factor === null ? 'where it usually spends nothing' : `${factor} times the usual`;
  return {
    headline: `${subjectInWords(subject, headlineName)} spends ${priceInWords(rate)}, ${times}`,
    paragraphs: [
      `${subjectInWords(subject, fullName)} spends ${priceInWords(rate)}, ${times}.`,
      figures([
        ['Now', priceInWords(rate)],
        ['Usual', `${priceInWords(usual)}, the median of ${anomaly.hours} hours`],
        ['Not unusual', `up to ${priceInWords(bound)}`],
        ['More by', priceInWords(lessPrice(rate, usual))],
      ]),
      ...(drivers.length === 0
        ? []
        : [`What costs most now:\n${figures(drivers.slice(0, 5).map(driverRow))}`]),
      `Why: ${sentence(because)}`,
      'Next: spendwatch only tells of it and stops nothing for it. What lasts becomes the usual within days.',
    ],
  };
}
