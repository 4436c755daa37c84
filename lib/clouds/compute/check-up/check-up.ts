import type { CheckUpCloud, Cloud, Topic } from '../../cloud.ts';
import { type Answer, askList, askOne } from '../../http/answer.ts';
import type { NotedCloud, Purpose } from '../../noted-cloud.ts';
import {
  getBillingAccount,
  getCurrentSpend,
  listAccountSpend,
  listAccountTransactions,
  listBillingAccounts,
  listInvoices,
  listProjects,
} from '../contract/billing-accounts.ts';
import { listClusters, listMachines } from '../contract/machines.ts';
import { searchResources } from '../contract/search.ts';
import { listBuckets, listDisks, listImages, listNetworks, listVolumes } from '../contract/storage.ts';
import { getUser, listPermissions } from '../contract/user.ts';
import { getVm, listVms, monitorVm } from '../contract/vms.ts';
import { sampledUse } from '../facts/usage.ts';

type RequestTopic = { readonly topic: Topic; readonly of: 'project' | 'account' | null };

/** The purpose of each request, and the kind of target that its first parameter names. */
const topics: ReadonlyMap<string, RequestTopic> = new Map<string, RequestTopic>([
  [listProjects.id, { topic: 'projects', of: null }],
  [listBillingAccounts.id, { topic: 'accounts', of: null }],
  [listPermissions.id, { topic: 'permissions', of: null }],
  [listVms.id, { topic: 'vms', of: 'project' }],
  [listMachines.id, { topic: 'machines', of: 'project' }],
  [searchResources.id, { topic: 'machines', of: 'project' }],
  [listClusters.id, { topic: 'clusters', of: 'project' }],
  [listVolumes.id, { topic: 'volumes', of: 'project' }],
  [listDisks.id, { topic: 'disks', of: 'project' }],
  [listBuckets.id, { topic: 'buckets', of: 'project' }],
  [listImages.id, { topic: 'images', of: 'project' }],
  [listNetworks.id, { topic: 'networks', of: 'project' }],
  [getCurrentSpend.id, { topic: 'spend', of: 'project' }],
  [monitorVm.id, { topic: 'usage', of: 'project' }],
  [getVm.id, { topic: 'reread', of: 'project' }],
  [getBillingAccount.id, { topic: 'account', of: 'account' }],
  [listAccountSpend.id, { topic: 'spend', of: 'account' }],
  [listInvoices.id, { topic: 'invoices', of: 'account' }],
  [listAccountTransactions.id, { topic: 'payments', of: 'account' }],
]);

/** Returns the purpose of a request and the target that it names; none for an unknown operation. */
export function findRequestPurposes(
  operation: string,
  input: Readonly<Record<string, unknown>>,
): readonly Purpose[] {
  const entry = topics.get(operation);
  if (entry === undefined) return [];
  const { topic, of: kind } = entry;
  const id = input['projectId'] ?? input['billingAccountId'] ?? input['id'] ?? input['query'];
  return [{ topic, about: kind && { kind, id: String(id) } }];
}

/** The requests that only a check-up makes, over a cloud that records each request. */
export const buildComputeCheckUpRequests = (cloud: NotedCloud): Omit<CheckUpCloud, keyof Cloud> => ({
  asks: cloud.asks,
  user: async () => answered(await askOne(cloud, getUser, {}))?.emailAddress || null,
  async grants() {
    const permissions = answered(await askOne(cloud, listPermissions, {}));
    const ofProjects = permissions?.projectPermissions ?? [];
    const ofAccounts = permissions?.billingAccountPermissions ?? [];
    return [
      ...ofProjects.map(({ projectId, userEmail, role }) => ({
        project: projectId,
        holder: userEmail,
        role,
      })),
      ...ofAccounts.map(({ billingAccountId, userEmail, role }) => ({
        account: billingAccountId,
        holder: userEmail,
        role,
      })),
    ];
  },
  async samples(projectId, id, vcpus) {
    const items = answered(await askList(cloud, monitorVm, { projectId, id })) ?? [];
    return { count: items.length, points: sampledUse(items, vcpus) };
  },
  rereadVm: async (projectId, id) => void (await askOne(cloud, getVm, { projectId, id })),
});

const answered = <T>(answer: Answer<T>): T | null => (answer.kind === 'answered' ? answer.value : null);
