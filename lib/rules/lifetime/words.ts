import { wholly } from '../../model/money/estimate.ts';
import { charge, chargeToMoney, moneyInWords } from '../../model/money/money.ts';
import { computeSpan, type Instant, spanInWords } from '../../model/time/time.ts';
import { capitalized } from '../../model/words.ts';
import { actionText } from '../../notify/parts/action-text.ts';
import { costInWords, whatRow } from '../../notify/parts/cost-rows.ts';
import type { FigureRow } from '../../notify/parts/document.ts';
import { restText } from '../../notify/parts/effect-text.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import { type FigureWords, onEachMatch, type RuleWords } from '../../notify/parts/rule-words.ts';
import type { LifetimeFigures, LifetimeRule } from './terms.ts';

const lifetimeFinding = (
  { createdAt, longest, price, isEstimate, state, cost, isExtendable }: LifetimeFigures,
  { notice, cloud, who, at }: FindingContext,
): AlertFinding => ({
  found: `over the age limit of ${spanInWords(longest)}`,
  opening: [`${capitalized(who)} is over the age limit of its rule.`, 'If nobody needs it, delete it.'],
  notes: [restText(cloud, notice).join(' ')].filter(Boolean),
  rows: [
    ['Costs', costInWords({ price, isEstimate })],
    ...(cost === null
      ? []
      : [['So far', `about ${moneyInWords(cost)}, at this price${isEstimate ? wholly : ''}`] as const]),
    costByNextStep(notice, cost === null ? null : price, createdAt),
    whatRow(notice, cloud),
    ['Created', at(createdAt)],
    ['Limit', spanInWords(longest)],
    ['State', state],
  ],
  ...(isExtendable && {
    advice: ['If somebody still needs it, run spendwatch keep with an end time: that extends the limit.'],
  }),
});

/** Returns the cost of the resource up to the next step; `null` if there is none or the price is unknown. */
function costByNextStep(
  { next }: FindingContext['notice'],
  price: LifetimeFigures['price'],
  createdAt: Instant,
): FigureRow | null {
  if (next.kind === 'nothing' || price === null) return null;
  const { action, notBefore, after } = next;
  const cost = chargeToMoney(charge(price, notBefore === null ? after : computeSpan(createdAt, notBefore)));
  const figure = `about ${moneyInWords(cost)} ${notBefore === null ? 'more' : 'in all'}`;
  return ['By then', `${figure} until it is ${actionText[action].toBe}`];
}

export const lifetimeWords: RuleWords<LifetimeRule> = {
  monitors: (rule) =>
    `resources older than ${spanInWords(rule.longest)}${rule.extend === null ? '' : ' that nobody keeps'}`,
  alerts: onEachMatch,
  ending: 'stopped, or no longer over its age limit',
};

export const lifetimeFigures: FigureWords<LifetimeFigures> = {
  finding: lifetimeFinding,
  offersKeep: ({ isExtendable }) => isExtendable,
};
