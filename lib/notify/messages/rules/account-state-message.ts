import { moneyInWords } from '../../../model/money/money.ts';
import type { NotificationOf } from '../../../model/notification.ts';
import { providerFacts } from '../../../model/provider-facts.ts';
import type { AccountStateFigures } from '../../../model/rules/figures.ts';
import { localMinute } from '../../../model/time/period.ts';
import { nextParts, type Telling } from '../next-step-text.ts';
import { offersFor } from '../offers.ts';
import { capitalized, figures, headlineOf, named, text, type Words, why } from '../parts.ts';
import { oneLine } from '../plain-text.ts';

/** "STATE_SUSPENDED_PAYMENT" as "suspended payment". */
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
    headline: headlineOf(subject, `is not active: ${plain(state)}`),
    parts: [
      text(
        `${capitalized(named(subject))} is not active: the platform has it as ${plain(state)}.`,
        'Pay what is due, or ask the platform; until then count on nothing that this account pays for.',
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
    happening: 'has an overdue invoice',
    since: 'Overdue',
    follows:
      'If it stays unpaid, the platform suspends the account: nothing can be made or started until it is paid.',
    remedy:
      'Pay the open invoices in the console of the platform, and see whether the card on file still pays.',
  },
  payment: {
    happening: 'has a failed recharge',
    since: 'Failed',
    follows: providerFacts.atZeroCredit,
    remedy: 'Add credit by hand now, and replace the card on file.',
  },
} as const satisfies Record<Owed['of'], Record<string, string>>;

/** Tells what is owed and since when, what follows from it, and what ends it. */
function owedWords(notice: NotificationOf<'alert'>, { of, amount, since }: Owed, telling: Telling): Words {
  const { subject, because } = notice;
  const { zone } = telling;
  const { happening, since: row, follows, remedy } = consequences[of];
  const sum = amount === null ? 'unknown' : moneyInWords(amount);
  return {
    headline: headlineOf(subject, `${happening}${amount === null ? '' : ` of ${sum}`}`),
    parts: [
      text(`${capitalized(named(subject))} ${happening}.`, follows),
      figures(['Amount', sum], [row, `since ${localMinute(since, zone)} (${zone})`]),
      why(because),
      ...nextParts(notice, telling),
      text(remedy),
      offersFor(notice),
    ],
  };
}
