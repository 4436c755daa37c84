import { BillingAccountId, ProjectId } from '../../model/ids.ts';
import type { TargetList } from '../cloud.ts';
import type { CloudClient } from '../http/operation.ts';
import { listPods } from './contract.ts';

/** A key belongs to one account without projects: its resources count as one project. The API shows no id of either. */
export const theAccount = BillingAccountId.parse('runpod');
export const theProject = ProjectId.parse('pods');

/** Returns the account and its pods, once the key has been seen to read them. @throws CloudError when it does not. */
export async function listTargets(cloud: CloudClient): Promise<TargetList> {
  await cloud.list(listPods, { includeClusterPods: false });
  return {
    projects: [{ id: theProject, account: theAccount, unreadable: [] }],
    accounts: [theAccount],
    showsAccounts: true,
    gaps: { project: [], account: [] },
  };
}
