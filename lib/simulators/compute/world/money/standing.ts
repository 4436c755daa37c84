import type { ProjectId } from '../../../../model/ids.ts';
import { type Money, money, noMoney } from '../../../../model/money/money.ts';
import { Refusal } from '../refusal.ts';
import { type Account, theAccount, theProject, type WorldState } from '../world-state.ts';
import { creditBalance } from './billing.ts';

export type Standing = 'STATE_ACTIVE' | 'STATE_SUSPENDED_ABUSE' | 'STATE_SUSPENDED_PAYMENT';

/** Returns an account's state: suspended by the platform, or for lack of credit. */
export function standingOf({ suspended, paymentTerms }: Account, balance: Money): Standing {
  if (suspended === 'abuse') return 'STATE_SUSPENDED_ABUSE';
  const isBroke = paymentTerms === 'PREPAID' && balance.lte(noMoney);
  return suspended === 'payment' || isBroke ? 'STATE_SUSPENDED_PAYMENT' : 'STATE_ACTIVE';
}

/** Refuses creating, enlarging or starting on a suspended account. @throws Refusal */
export function refuseSuspended(state: WorldState, project: ProjectId): void {
  const { account } = theProject(state, project);
  const standing = standingOf(theAccount(state, account), creditBalance(state, account));
  if (standing === 'STATE_ACTIVE') return;
  throw new Refusal('suspended', `billing account ${account} is suspended (${standing})`, {
    account: { id: account, state: standing },
  });
}

/** The least credit of a prepaid account for any deployment. */
const leastToDeploy = money('10');

/** Refuses deployments on an account that is suspended or short of credit. @throws Refusal */
export function refuseUnfunded(state: WorldState, project: ProjectId): void {
  refuseSuspended(state, project);
  const { id, paymentTerms } = theAccount(state, theProject(state, project).account);
  if (paymentTerms !== 'PREPAID' || creditBalance(state, id).gte(leastToDeploy)) return;
  throw new Refusal(
    'wrong-state',
    `billing account ${id} has less than ${leastToDeploy.toFixed()} dollars of credit`,
  );
}
