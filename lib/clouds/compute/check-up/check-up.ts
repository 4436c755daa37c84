import type { CheckUpCloud, Cloud, OperationNames } from '../../cloud.ts';
import { type Answer, askList, askOne } from '../../http/answer.ts';
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
import type { NotedCloud } from './noted-cloud.ts';

const operations: OperationNames = {
  projects: listProjects.id,
  accounts: listBillingAccounts.id,
  permissions: listPermissions.id,
  samples: monitorVm.id,
  rereadVm: getVm.id,
  parts: {
    project: {
      vms: listVms.id,
      machines: listMachines.id,
      clusters: listClusters.id,
      volumes: listVolumes.id,
      disks: listDisks.id,
      buckets: listBuckets.id,
      images: listImages.id,
      networks: listNetworks.id,
      spend: getCurrentSpend.id,
    },
    account: {
      account: getBillingAccount.id,
      spend: listAccountSpend.id,
      invoices: listInvoices.id,
      payments: listAccountTransactions.id,
    },
  },
  fallbacks: { 'resource-search': searchResources.id, 'account-spend': listAccountSpend.id },
};

/** The requests that only a check-up makes, over a cloud that records each request. */
export const checkUpOf = (cloud: NotedCloud): Omit<CheckUpCloud, keyof Cloud> => ({
  asks: cloud.asks,
  operations,
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
