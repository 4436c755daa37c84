import { BillingAccountId } from '../../../model/ids.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { accountReply, customerOf } from '../../replies/account.ts';
import { projectReply } from '../../replies/project.ts';
import { tokenFor } from '../../world/identity/identity.ts';
import { refuseWrong } from '../../world/refusal.ts';
import { byId, projectsOf, theAccount } from '../../world/world-state.ts';
import { sees } from '../caller.ts';
import { list, type Route, single } from '../route.ts';

export const accountRoutes = {
  listBillingAccounts: list(cloud.listBillingAccounts, (world, _input, caller) => {
    const state = world.state();
    return byId(state.accounts.values())
      .filter(({ id }) => sees(state, caller, { kind: 'account', id }))
      .map((account) => accountReply(state, account));
  }),
  getBillingAccount: single(cloud.getBillingAccount, (world, { id }) => {
    const state = world.state();
    return accountReply(state, theAccount(state, id));
  }),
  getBillingAccountDetails: single(cloud.getBillingAccountDetails, (world, { id }) => {
    const state = world.state();
    const account = theAccount(state, id);
    const { email, invoiceName } = account.billing;
    const customer = { id: customerOf(account), email, name: invoiceName ?? account.displayName };
    return { billingAccount: accountReply(state, account), paymentProviderCustomer: customer };
  }),
  listBillingAccountProjects: list(cloud.listBillingAccountProjects, (world, { id }) => {
    const state = world.state();
    return byId(projectsOf(state, theAccount(state, id).id)).map((project) => {
      const { resourceCount } = projectReply(state, project);
      return { id: project.id, resourceCount: resourceCount ?? 0 };
    });
  }),
  /** Prepaid and empty: whoever opens one pays in before anything can be made. */
  createBillingAccount: single(cloud.createBillingAccount, (world, _input, body, { email }) => {
    refuseWrong([
      ...(body.displayName.trim() === '' ? [{ field: 'displayName', description: 'must not be empty' }] : []),
      ...(/^[^\s@]+@[^\s@]+$/.test(body.email)
        ? []
        : [{ field: 'email', description: 'must be an e-mail address' }]),
    ]);
    const { seed, accounts } = world.state();
    const id = BillingAccountId.parse(tokenFor(seed, 'account', accounts.size).slice(0, 12));
    world.perform({
      kind: 'open-account',
      id,
      displayName: body.displayName,
      paymentTerms: 'PREPAID',
      by: email,
      hasCard: false,
      billing: {
        email: body.email,
        invoiceName: body.invoiceName,
        address: stated(body.billingAddress ?? {}),
        taxId: body.taxId,
      },
    });
    const state = world.state();
    return accountReply(state, theAccount(state, id));
  }),
} as const satisfies Record<string, Route>;

const stated = (address: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(address).flatMap(([line, text]) => (text ? [[line, text]] : [])));
