import { moneyInWords } from '../../../model/money/money.ts';
import type { NotificationOf } from '../../../model/notification.ts';
import { providerFacts } from '../../../model/provider-facts.ts';
import type { AccountStateFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { capitalized, figures, headlineOf, named, text, type Words, why } from '../parts.ts';
import { oneLine } from '../plain-text.ts';

/** Returns "suspended payment" for "STATE_SUSPENDED_PAYMENT". */
const plain = (state: string): string =>
  oneLine(state, 40)
    .replace(/^STATE_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();

export function accountStateWords(
  notice: NotificationOf<'alert'>,
  { state, owed }: AccountStateFigures,
  telling: Telling,
): Words {
  const { subject, because } = notice;
  if (owed !== undefined) return owedWords(notice, owed, telling);
  return {
    headline: headlineOf(subject, `not active (${plain(state)})`),
    parts: [
      text(
        `${capitalized(named(subject))} is not active: the platform reports the state "${plain(state)}".`,
        'Pay what is due, or contact the platform. Until then resources of this account may be unavailable.',
      ),
      why(because),
      ...nextParts(notice, telling),
      offersFor(notice),
    ],
  };
}

type Owed = NonNullable<AccountStateFigures['owed']>;

const consequences = {
  invoice: {
    article: 'an',
    happening: 'overdue invoice',
    since: 'Overdue',
    follows:
      'If it stays unpaid, the platform suspends the account: nothing can be created or started until it is paid.',
    remedy: 'Pay the open invoices in the console of the platform, and check the card on file.',
  },
  payment: {
    article: 'a',
    happening: 'failed recharge',
    since: 'Failed',
    follows: providerFacts.atZeroCredit,
    remedy: 'Add credit by hand now, and replace the card on file.',
  },
} as const satisfies Record<Owed['of'], Record<string, string>>;

/** Words for what is owed and since when, its consequence, and the remedy. */
function owedWords(notice: NotificationOf<'alert'>, { of, amount, since }: Owed, telling: Telling): Words {
  const { subject, because } = notice;
  const { zone } = telling;
  const { article, happening, since: row, follows, remedy } = consequences[of];
  const sum = amount === null ? 'unknown' : moneyInWords(amount);
  return {
    headline: headlineOf(subject, `${happening}${amount === null ? '' : ` of ${sum}`}`),
    parts: [
      text(`${capitalized(named(subject))} has ${article} ${happening}.`, follows),
      figures(['Amount', sum], [row, `since ${localMinute(since, zone)} (${zone})`]),
      why(because),
      ...nextParts(notice, telling),
      text(remedy),
      offersFor(notice),
    ],
  };
}
