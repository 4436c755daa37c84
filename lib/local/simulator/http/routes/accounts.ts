import { contract as cloud } from '../../../../cloud/contract/whole/contract.ts';
import { accountReply } from '../../replies/account.ts';
import { byId, theAccount } from '../../world/world-state.ts';
import { list, type Route, single } from '../route.ts';

export const accountRoutes = {
  listBillingAccounts: list(cloud.listBillingAccounts, (world) => {
    const state = world.state();
    return byId(state.accounts.values()).map((account) => accountReply(state, account));
  }),
  getBillingAccount: single(cloud.getBillingAccount, (world, { id }) => {
    const state = world.state();
    return accountReply(state, theAccount(state, id));
  }),
} as const satisfies Record<string, Route>;
