import type { BudgetFigures } from '../model/figures.ts';
import {
  addMoney,
  atLeast,
  charge,
  chargeToMoney,
  moneyInWords,
  priceInWords,
  shareOf,
  subtractMoney,
} from '../model/money.ts';
import type { Driver, NoticeOf } from '../model/notice.ts';
import { localMinute } from '../model/period.ts';
import { between, hours, later, milliseconds, spanInWords } from '../model/time.ts';
import { oneLine } from './plain-text.ts';
import { resourceInWords, subjectInWords } from './subject-in-words.ts';
import { figures, fullName, headlineName, sentence, type Words } from './words.ts';

export function budgetWords(notice: NoticeOf<'alert'>, budget: BudgetFigures, zone: string): Words {
  const { subject, rule } = notice;
  const { spent, limit, period, asOf, threshold, basis } = budget;
  const share = shareOf(spent, limit);
  const room: readonly [string, string] = atLeast(limit, spent)
    ? [basis === 'forecast' ? 'To spare' : 'Left', moneyInWords(subtractMoney(limit, spent))]
    : ['Over by', moneyInWords(subtractMoney(spent, limit))];
  const who = capitalized(subjectInWords(subject, fullName));
  const reached = percentInWords(shareOf(threshold ?? spent, limit));
  const isForecast = basis === 'forecast';
  return {
    headline: isForecast
      ? `${subjectInWords(subject, headlineName)} will spend ${percentInWords(share)} of "${oneLine(rule, 24)}"`
      : `${subjectInWords(subject, headlineName)} spent ${percentInWords(share)} of "${oneLine(rule, 24)}"`,
    paragraphs: [
      isForecast
        ? `${who} is on course to spend ${reached} of the budget "${oneLine(rule, fullName)}".`
        : `${who} has reached ${reached} of the budget "${oneLine(rule, fullName)}".`,
      figures([
        [isForecast ? 'Forecast' : 'Spent', `${moneyInWords(spent)}, ${basis}`],
        ['Limit', moneyInWords(limit)],
        ['', bar(share)],
        room,
        ['Pace', paceInWords(notice, budget, zone)],
        ...forecastRow(budget),
        ['Period', `${localMinute(period.from, zone)} to ${localMinute(period.until, zone)} (${zone})`],
        ['Known', `up to ${localMinute(asOf, zone)}`],
      ]),
      ...(notice.drivers.length === 0
        ? []
        : [`What costs most now:\n${figures(notice.drivers.slice(0, 5).map(driverRow))}`]),
      `Why: ${sentence(notice.because)}`,
      `Next: spendwatch only tells of a budget and stops nothing for it. ${isForecast ? 'A forecast' : 'Each higher percentage'} is told once.`,
      'To spend less, delete what nobody needs: a stopped VM is still billed.',
    ],
  };
}

function forecastRow({ forecast, basis }: BudgetFigures): readonly (readonly [string, string])[] {
  if (forecast === null) return [];
  const range = `${moneyInWords(forecast.low)} to ${moneyInWords(forecast.high)}`;
  return [['Likely', basis === 'forecast' ? range : `${moneyInWords(forecast.likely)}, between ${range}`]];
}

/** Where the spending ends if nothing changes: when the limit is reached, or what the period comes to. */
function paceInWords(
  { burnRate }: NoticeOf<'alert'>,
  { spent, limit, period, asOf, basis }: BudgetFigures,
  zone: string,
): string {
  if (burnRate === null) return 'unknown';
  const anHour = chargeToMoney(charge(burnRate, hours(1)));
  const pace = priceInWords(burnRate);
  if (basis === 'forecast') return pace;
  if (anHour.isZero()) return `${pace}: no resource with a known price is there now`;
  const remaining = milliseconds(Math.max(0, between(asOf, period.until)));
  const total = addMoney(spent, chargeToMoney(charge(burnRate, remaining)));
  if (atLeast(spent, limit) || !atLeast(total, limit)) {
    return `${pace}; at this pace ${moneyInWords(total)} (${percentInWords(shareOf(total, limit))}) at the end of the period`;
  }
  const span = hours(shareOf(subtractMoney(limit, spent), anHour));
  return `${pace}; at this pace the limit is reached in ${spanInWords(span)}, ${localMinute(later(asOf, span), zone)}`;
}

export function driverRow({ subject, price, what }: Driver): readonly [string, string] {
  const name = resourceInWords(subject, 100) ?? subjectInWords(subject, 100);
  const more = name.toLowerCase().startsWith(`${what.toLowerCase()} `) ? '' : `, ${oneLine(what, 60)}`;
  return [priceInWords(price), `${name}${more}`];
}

const barLength = 20;

/** "[################----] 81%". */
function bar(share: number): string {
  const filled = Math.max(0, Math.min(barLength, Math.floor(share * barLength)));
  return `[${'#'.repeat(filled)}${'-'.repeat(barLength - filled)}] ${percentInWords(share)}`;
}

/** Rounded down, so that nothing is said to be reached which is not; the least part keeps 0.29 from becoming 28%. */
const percentInWords = (share: number): string => `${Math.floor(share * 100 + 1e-9)}%`;
const capitalized = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
