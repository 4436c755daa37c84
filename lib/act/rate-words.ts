import type { RateFigures } from '../model/figures.ts';
import { moneyInWords, percentReached, priceInWords } from '../model/money.ts';
import type { NoticeOf } from '../model/notice.ts';
import { driverRow } from './budget-words.ts';
import { subjectInWords } from './subject-in-words.ts';
import { figures, fullName, headlineName, sentence, type Words } from './words.ts';

export function rateWords(notice: NoticeOf<'alert'>, rate: RateFigures): Words {
  const { subject, because, drivers } = notice;
  const isHourly = rate.of === 'hourly';
  const limit = rate.by === 'rule' ? 'limit' : "platform's limit";
  const share = `${percentReached(rate.spent, rate.limit)} %`;
  const [does, unit] = isHourly ? ['spends', 'an hour'] : ['has spent', 'this month'];
  const sum = moneyInWords(rate.spent);
  return {
    headline: `${subjectInWords(subject, headlineName)} ${does} ${sum} ${unit}, ${share} of the limit`,
    paragraphs: [
      `${subjectInWords(subject, fullName)} ${does} ${sum} ${unit}, which is ${share} of the ${limit}.`,
      figures([
        ['Spent', `${sum} ${unit}`],
        ['Limit', `${moneyInWords(rate.limit)} ${isHourly ? 'an hour' : 'a month'}`],
        ['Told from', moneyInWords(rate.threshold)],
        ['Rate', rate.rate === null ? 'unknown' : priceInWords(rate.rate)],
      ]),
      ...(drivers.length === 0
        ? []
        : [`What costs most now:\n${figures(drivers.slice(0, 5).map(driverRow))}`]),
      `Why: ${sentence(because)}`,
      'Next: spendwatch only tells of a rate and stops nothing for it.',
      'To spend less, delete what nobody needs: a stopped VM is still billed.',
    ],
  };
}
