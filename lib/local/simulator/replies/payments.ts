import type * as z from 'zod';
import type {
  BillingAccountPaymentMethods,
  Charge,
  CreditBalanceTransaction,
} from '../../../cloud/wire/whole/payments.ts';
import type { Money } from '../../../model/money.ts';
import { isoInstant } from '../../../model/time.ts';
import type { CardCharge, Entry } from '../world/statement.ts';
import type { Account } from '../world/world-state.ts';
import { wireAmount } from './decimal.ts';

/** Neither document shows the fields of a card or a payment: they are named as payment providers name them. */
export const paymentMethodsReply = ({ cards }: Account): z.input<typeof BillingAccountPaymentMethods> => ({
  paymentMethods: cards.map(({ id, last4 }, index) => ({
    id,
    type: 'card',
    isDefault: index === 0,
    card: { brand: 'visa', last4, expMonth: 12, expYear: 2_034 },
  })),
});

export const paymentReply = (id: string, clientSecret: string, amount: Money) => ({
  id,
  amount: wireAmount(amount),
  currency: 'usd',
  status: 'succeeded',
  clientSecret,
});

export const entryReply = (entry: Entry): z.input<typeof CreditBalanceTransaction> => ({
  id: entry.id,
  amount: wireAmount(entry.amount),
  description: entry.description,
  createTime: isoInstant(entry.at),
});

export const chargeReply = ({ at, amount }: CardCharge): z.input<typeof Charge> => ({
  amount: wireAmount(amount),
  createTime: isoInstant(at),
  paid: true,
  refunded: false,
  status: 'succeeded',
});
