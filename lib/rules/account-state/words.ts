import { moneyInWords } from '../../model/money/money.ts';
import { capitalized } from '../../model/words.ts';
import { atZeroText } from '../../notify/parts/effect-text.ts';
import type { AlertFinding, FindingContext } from '../../notify/parts/finding.ts';
import { oneLine } from '../../notify/parts/plain-text.ts';
import type { FigureWords, RuleWords } from '../../notify/parts/rule-words.ts';
import type { AccountStateFigures, AccountStateRule } from './terms.ts';

const debts = {
  invoice: {
    happening: 'an overdue invoice',
    since: 'Overdue',
    follows: () =>
      'If the invoice stays unpaid, the platform suspends the account: nothing can be created or started until the balance is paid.',
    remedy: 'Pay the open invoices in the console of the platform, and check the card on file.',
  },
  payment: {
    happening: 'a failed recharge',
    since: 'Failed',
    follows: atZeroText,
    remedy: 'Add credit by hand now, and replace the card on file.',
  },
} as const;

function accountStateFinding(
  { state, owed }: AccountStateFigures,
  { who, at, cloud }: FindingContext,
): AlertFinding {
  const shown = oneLine(state, 40);
  if (owed === undefined)
    return {
      found: `not active (${shown})`,
      opening: [
        `${capitalized(who)} is not active: the platform reports the state "${shown}".`,
        'Pay what is due, or contact the platform. Until then resources of this account may be unavailable.',
      ],
    };
  const { happening, since, follows, remedy } = debts[owed.of];
  const sum = owed.amount === null ? 'unknown' : moneyInWords(owed.amount);
  return {
    found: `${happening.replace(/^an? /, '')}${owed.amount === null ? '' : ` of ${sum}`}`,
    opening: [`${capitalized(who)} has ${happening}.`, ...follows(cloud)],
    rows: [
      ['Amount', sum],
      [since, `since ${at(owed.since)}`],
    ],
    advice: [remedy],
  };
}

export const accountStateWords: RuleWords<AccountStateRule> = {
  monitors: () => 'the state of billing accounts',
  alerts: () => 'when an account is not active',
  ending: 'in good standing again',
};

export const accountStateFigures: FigureWords<AccountStateFigures> = {
  finding: accountStateFinding,
};
