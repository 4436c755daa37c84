import { deletesAllAtZero } from '../../clouds/profiles.ts';
import { endInWords, mayLose } from '../../model/facts/resources-at-risk.ts';
import { moneyInWords, priceInWords } from '../../model/money/money.ts';
import { localMinute } from '../../model/time/period.ts';
import { spanInWords } from '../../model/time/time.ts';
import { driverRow, trendRow } from '../../notify/parts/cost-rows.ts';
import { atZero, lessSpent } from '../../notify/parts/effect-text.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import { type FigureWords, type RuleWords, spansInWords } from '../../notify/parts/rule-words.ts';
import type { RunwayFigures, RunwayRule } from './terms.ts';

const recharges = {
  none: 'off: no credit is added automatically',
  counted: 'on',
  failing: 'on, but failing: check the card on file',
} as const satisfies Record<RunwayFigures['recharge'], string>;

/** Returns the finding of a runway. It begins with what is deleted and when, because that cannot be undone. */
export function runwayFinding(
  { left, emptyAt, credit, reported, burnRate, recharge, atRisk }: RunwayFigures,
  { notice, cloud, who, at, zone }: FindingContext,
): AlertFinding {
  const isOver = left === null || left === 0 || emptyAt === null;
  // The platform reports credit once an hour; the lower credit now is an estimate.
  const isEstimate = isOver && reported.amount.gt(0);
  const estimate = `${moneyInWords(reported.amount)} reported at ${at(reported.at)}, about ${moneyInWords(credit)} now`;
  const isAll = deletesAllAtZero(cloud);
  const isLost = mayLose(atRisk);
  const all = isAll ? 'all its' : 'its';
  const done = isLost ? 'deleted' : 'stopped';
  return {
    found: isEstimate
      ? `credit about used up (${moneyInWords(reported.amount)} reported), then ${all} resources are ${done}`
      : isOver
        ? `no credit left, ${all} resources are ${done}`
        : `${isAll ? 'everything' : 'resources'} ${done} at ${localMinute(emptyAt, zone)}, credit gone in ${spanInWords(left)}`,
    opening: [
      isEstimate
        ? `The credit of ${who} is about used up: ${estimate}.`
        : isOver
          ? `The credit of ${who} is used up.`
          : `The credit of ${who} runs out in ${spanInWords(left)}, at ${at(emptyAt)}.`,
      `${isEstimate ? 'At zero' : isOver ? 'Now' : 'Then'} the platform ${atZero(cloud, atRisk)}.${isLost ? ' This cannot be undone.' : ''}`,
    ],
    rows: [
      ['Credit', credit.eq(reported.amount) ? moneyInWords(credit) : estimate],
      ['Burn rate', burnRate === null ? 'unknown' : priceInWords(burnRate)],
      trendRow(notice.trend),
      ['Recharge', recharges[recharge]],
      driverRow(notice, cloud),
    ],
    saysWhy: true,
    advice: [
      `${isOver && !isEstimate ? '' : 'Copy the data that you need to another account or cloud before then. '}To keep the resources, add credit or turn on auto-recharge. To make the credit last, ${lessSpent(cloud)}`,
    ],
  };
}

export const runwayWords: RuleWords<RunwayRule> = {
  monitors: () => 'the runway of credit at the current rate',
  alerts: (rule) => `when the runway is under ${spansInWords(rule.thresholds)}`,
  ending: 'above its runway threshold again',
  loss: ({ when, cloud, atRisk }) =>
    mayLose(atRisk())
      ? `at zero credit${when === null ? '' : ` (${when})`} the platform ${endInWords(atRisk(), deletesAllAtZero(cloud), cloud?.words)}`
      : null,
};

export const runwayFigures: FigureWords<RunwayFigures> = {
  finding: runwayFinding,
};
