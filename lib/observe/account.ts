import type { WireBillingAccount } from '../cloud/wire/billing-account.ts';
import type { WireSpendRow } from '../cloud/wire/spend.ts';
import {
  addMoney,
  atLeast,
  type HourlyPrice,
  hourlyPrice,
  type Money,
  money,
  noMoney,
} from '../model/money.ts';
import type { AccountObservation, Observation, Part } from '../model/observation.ts';
import type { ReportedSpend } from '../model/reported-spend.ts';
import type { Instant } from '../model/time.ts';
import { type Answer, isWhole, missingFrom } from './answer.ts';
import { reckonedUntil } from './reckoned-until.ts';

/** The answers of one look at a billing account; `null` for what was not asked. */
export type AccountLook = {
  readonly at: Instant;
  readonly account: Answer<WireBillingAccount>;
  /** Rows of spend from the start of the month up to `until`. */
  readonly spend: {
    readonly rows: Answer<readonly WireSpendRow[]>;
    readonly from: Instant;
    readonly until: Instant;
  } | null;
};

/** What a look says of a billing account. An account whose own record could not be had was not seen. */
export function observeAccount(look: AccountLook, previous: AccountObservation | null = null): Observation {
  if (look.account.kind !== 'answered') return { kind: 'unseen', at: look.at, because: look.account.because };
  const account = look.account.value;
  const answers: [Part, Answer<unknown>][] = [['account', look.account]];
  if (look.spend) answers.push(['spend', look.spend.rows]);
  const recharge = rechargeOf(account);
  const creditBalance = moneyIn(account.creditBalance);
  const isLow = recharge !== null && creditBalance !== null && !atLeast(creditBalance, recharge.low);
  return {
    kind: 'account',
    at: look.at,
    seen: answers.filter(([, answer]) => isWhole(answer)).map(([part]) => part),
    missing: answers.flatMap(([part, answer]) => missingFrom(part, answer)),
    state: account.state ?? 'STATE_UNSPECIFIED',
    paymentTerms: account.paymentTerms ?? null,
    recharge,
    creditBalance,
    lowSince: isLow ? (previous?.lowSince ?? look.at) : null,
    burnRate: priceIn(account.hourlySpendRate),
    burnLimit: priceIn(account.hourlySpendLimit),
    monthlySpend: moneyIn(account.monthlySpend),
    monthlySpendLimit: moneyIn(account.monthlySpendLimit),
    spend: look.spend === null ? null : summedSpend(look.spend),
  };
}

function rechargeOf({ creditBalanceRecharge: recharge }: WireBillingAccount): AccountObservation['recharge'] {
  if (!recharge) return null;
  return { low: money(recharge.low), high: money(recharge.high), auto: recharge.autoRecharge };
}

const moneyIn = (text: string | null | undefined): Money | null => (text ? money(text) : null);
const priceIn = (text: string | null | undefined): HourlyPrice | null => (text ? hourlyPrice(text) : null);

/** A sum with a row left out would be a wrong figure, so only a whole list of rows is summed. */
function summedSpend(spend: NonNullable<AccountLook['spend']>): ReportedSpend | null {
  if (spend.rows.kind !== 'answered' || !isWhole(spend.rows)) return null;
  let amount = noMoney;
  for (const row of spend.rows.value) amount = addMoney(amount, money(row.amount));
  return { amount, from: spend.from, until: reckonedUntil(spend.from, spend.until) };
}
