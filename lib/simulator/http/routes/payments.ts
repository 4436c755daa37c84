import { isDecimalText, type Money, money } from '../../../model/money/money.ts';
import { contract as cloud } from '../../contract/contract.ts';
import {
  chargeReply,
  entryReply,
  invoiceReply,
  paymentMethodsReply,
  paymentReply,
  transactionReply,
} from '../../replies/payments.ts';
import { tokenFor } from '../../world/identity/identity.ts';
import { cardChargesOf, invoicesOf } from '../../world/money/invoices.ts';
import { paymentsOf, statementOf } from '../../world/money/statement.ts';
import { invalid } from '../../world/refusal.ts';
import { byId, theAccount } from '../../world/world-state.ts';
import { mustHave } from '../access.ts';
import { sees } from '../caller.ts';
import { list, type Route, single } from '../route.ts';

/** There is no payment provider behind these: what is begun with it succeeds at once. */
export const paymentRoutes = {
  getPaymentMethods: single(cloud.getPaymentMethods, (world, { id }) =>
    paymentMethodsReply(theAccount(world.state(), id)),
  ),
  createSetupIntent: single(cloud.createSetupIntent, (world, { id: account }) => {
    world.perform({ kind: 'set-up-card', account });
    const state = world.state();
    const id = `setup-${account}-${theAccount(state, account).cards.length}`;
    return { id, clientSecret: `${id}-secret-${tokenFor(state.seed, id)}` };
  }),
  /** For a page of the provider's where someone types in a card, and nobody does: nothing comes of it. */
  createCheckoutSession: single(cloud.createCheckoutSession, (world, { id }) => {
    const { seed, at } = world.state();
    return { clientSecret: `checkout-${id}-secret-${tokenFor(seed, 'checkout', id, at)}` };
  }),
  addCredit: single(cloud.addCredit, (world, { id: account }, body) => {
    const amount = payable(body.amount.value);
    world.perform({ kind: 'add-credit', account, amount: amount.toFixed() });
    const state = world.state();
    const id = `payment-${account}-${theAccount(state, account).payments.length}`;
    const clientSecret = `${id}-secret-${tokenFor(state.seed, id)}`;
    return { paymentIntent: paymentReply(id, clientSecret, amount) };
  }),
  listCreditTransactions: list(cloud.listCreditTransactions, (world, { id }) =>
    statementOf(world.state(), id).toReversed().map(entryReply),
  ),
  listInvoices: list(cloud.listInvoices, (world, { id, status = '' }, caller) => {
    mustHave(world.state(), caller, { kind: 'account', id }, 'VIEWER');
    return invoicesOf(world.state(), id)
      .toReversed()
      .map(invoiceReply)
      .filter((invoice) => status === '' || invoice.status === status);
  }),
  listOutstandingInvoices: list(cloud.listOutstandingInvoices, (world, _input, caller) => {
    const state = world.state();
    return byId(state.accounts.values())
      .filter(({ id }) => sees(state, caller, { kind: 'account', id }))
      .flatMap(({ id }) => invoicesOf(state, id).filter(({ paidAt }) => paidAt === null))
      .map(invoiceReply);
  }),
  listAccountTransactions: list(cloud.listAccountTransactions, (world, { id }) =>
    paymentsOf(world.state(), id).toReversed().map(transactionReply),
  ),
  listCharges: list(cloud.listCharges, (world, { id }) => cardChargesOf(world.state(), id).map(chargeReply)),
} as const satisfies Record<string, Route>;

/** What may be paid in at once, and no part of a cent. @throws Refusal */
function payable(text: string): Money {
  const amount = isDecimalText(text) ? money(text) : undefined;
  if (amount === undefined || amount.decimalPlaces() > 2 || amount.lt(10) || amount.gt(1_000)) {
    throw invalid('amount', 'must be from 10 to 1000 dollars, in whole cents');
  }
  return amount;
}
