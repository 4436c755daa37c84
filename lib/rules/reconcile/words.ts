import { amountInWords } from '../../model/money/estimate.ts';
import { atLeast, computeDifference, moneyInWords, percentReached } from '../../model/money/money.ts';
import { formatZonedInterval } from '../../model/time/local-times.ts';
import { capitalized } from '../../model/words.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import type { FigureWords, RuleWords } from '../../notify/parts/rule-words.ts';
import type { ReconcileFigures, ReconcileRule } from './terms.ts';

function reconcileFinding(
  { reported, accrued, estimated, from, until }: ReconcileFigures,
  { who, zone }: FindingContext,
): AlertFinding {
  const isMore = atLeast(reported, accrued);
  const apart = computeDifference(reported, accrued);
  const found = `billed ${moneyInWords(apart)} ${isMore ? 'more' : 'less'} than its prices add up to`;
  return {
    found,
    opening: [
      `${capitalized(who)} is ${found}.`,
      'Compare the spend on the platform, resource by resource, with the resources that you expect. Budgets use reported figures.',
    ],
    rows: [
      ['Difference', `${moneyInWords(apart)}, ${percentReached(apart, reported)} % of reported`],
      ['Reported', moneyInWords(reported)],
      ['Accrued', amountInWords(accrued, estimated)],
      ['Period', formatZonedInterval({ from, until }, zone)],
    ],
  };
}

export const reconcileWords: RuleWords<ReconcileRule> = {
  monitors: () => 'accrued spend against reported spend',
  alerts: (rule) => `when they differ by more than ${rule.percent}% and ${moneyInWords(rule.least)}`,
  ending: 'billed as its prices predict again',
};

export const reconcileFigures: FigureWords<ReconcileFigures> = {
  finding: reconcileFinding,
};
