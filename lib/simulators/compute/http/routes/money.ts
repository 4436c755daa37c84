import type { ProjectId } from '../../../../model/ids.ts';
import { isDecimalText, type Money, money } from '../../../../model/money/money.ts';
import { earliest, type Instant, readInstant } from '../../../../model/time/time.ts';
import { contract as cloud } from '../../contract/contract.ts';
import {
  chargeReply,
  entryReply,
  invoiceReply,
  paymentMethodsReply,
  paymentReply,
  transactionReply,
} from '../../replies/account.ts';
import { projectSpendReply, spendDetailsReply, spendRowReply } from '../../replies/spend.ts';
import { tokenFor } from '../../world/identity/identity.ts';
import {
  type BilledMonth,
  billedMonths,
  billOf,
  monthBill,
  reportedUntil,
} from '../../world/money/billing.ts';
import { cardChargesOf, invoicesOf, paymentsOf, statementOf } from '../../world/money/statement.ts';
import { invalid, Refusal } from '../../world/refusal.ts';
import { byId, theAccount, type WorldState } from '../../world/world-state.ts';
import { requireRole, sees } from '../access.ts';
import { badRequest } from '../api-error.ts';
import { list, type Route, shows, single } from '../route.ts';

export const spendRoutes = {
  /** The current month is the last one. */
  listProjectSpend: list(cloud.listProjectSpend, (state, { id }) =>
    billedMonths(state, id).map((month) => projectSpendReply(state, id, month)),
  ),
  getCurrentSpend: shows(cloud.getCurrentSpend, (state, { id }) =>
    projectSpendReply(
      state,
      id,
      monthIn(state, id, () => true),
    ),
  ),
  getSpendDetails: shows(cloud.getSpendDetails, (state, { projectId, spendId }) => {
    const month = monthIn(state, projectId, ({ uid }) => uid === spendId);
    return spendDetailsReply(monthBill(state, projectId, month));
  }),
  listAccountSpend: list(cloud.listAccountSpend, (state, { billingAccountId, startTime, endTime }) => {
    theAccount(state, billingAccountId);
    const from = timeIn('startTime', startTime);
    const until = timeIn('endTime', endTime);
    if (until < from) throw badRequest([{ field: 'endTime', description: 'must not be before startTime' }]);
    const metered = earliest(until, reportedUntil(state.at));
    return billOf(state, from, metered, { account: billingAccountId }).lines.map(spendRowReply);
  }),
} as const satisfies Record<string, Route>;

/** Returns the last matching month of a project. */
function monthIn(
  state: WorldState,
  project: ProjectId,
  isMeant: (month: BilledMonth) => boolean,
): BilledMonth {
  const month = billedMonths(state, project).findLast(isMeant);
  if (!month) throw new Refusal('not-found', `project ${project} has no such spend`);
  return month;
}

/** The required form of a time, as on the platform: date, time and offset. */
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

function timeIn(field: string, text: string): Instant {
  const at = rfc3339.test(text) ? readInstant(text) : undefined;
  if (at === undefined) throw badRequest([{ field, description: 'must be an RFC 3339 time' }]);
  return at;
}

/** The routes of payments, without a payment provider: they succeed at once. */
export const paymentRoutes = {
  getPaymentMethods: shows(cloud.getPaymentMethods, (state, { id }) =>
    paymentMethodsReply(theAccount(state, id)),
  ),
  createSetupIntent: single(cloud.createSetupIntent, (world, { id: account }) => {
    world.perform({ kind: 'set-up-card', account });
    const state = world.state();
    const id = `setup-${account}-${theAccount(state, account).cards.length}`;
    return { id, clientSecret: `${id}-secret-${tokenFor(state.seed, id)}` };
  }),
  /** This is for a page where a person enters a card; nobody does, so it has no effect. */
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
  listCreditTransactions: list(cloud.listCreditTransactions, (state, { id }) =>
    statementOf(state, id).toReversed().map(entryReply),
  ),
  listInvoices: list(cloud.listInvoices, (state, { id, status = '' }, caller) => {
    requireRole(state, caller, { kind: 'account', id }, 'VIEWER');
    return invoicesOf(state, id)
      .toReversed()
      .map(invoiceReply)
      .filter((invoice) => status === '' || invoice.status === status);
  }),
  listOutstandingInvoices: list(cloud.listOutstandingInvoices, (state, _input, caller) =>
    byId(state.accounts.values())
      .filter(({ id }) => sees(state, caller, { kind: 'account', id }))
      .flatMap(({ id }) => invoicesOf(state, id).filter(({ paidAt }) => paidAt === null))
      .map(invoiceReply),
  ),
  listAccountTransactions: list(cloud.listAccountTransactions, (state, { id }) =>
    paymentsOf(state, id).toReversed().map(transactionReply),
  ),
  listCharges: list(cloud.listCharges, (state, { id }) => cardChargesOf(state, id).map(chargeReply)),
} as const satisfies Record<string, Route>;

/** Reads an amount that may be paid in at once, in whole cents. @throws Refusal */
function payable(text: string): Money {
  const amount = isDecimalText(text) ? money(text) : undefined;
  if (amount === undefined || amount.decimalPlaces() > 2 || amount.lt(10) || amount.gt(1_000)) {
    throw invalid('amount', 'must be from 10 to 1000 dollars, in whole cents');
  }
  return amount;
}
