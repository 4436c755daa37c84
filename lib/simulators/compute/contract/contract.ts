import type { AnyOperation } from '../../../clouds/http/operation.ts';
import { compareText } from '../../../model/words.ts';
import * as accounts from './billing-accounts.ts';
import * as catalogue from './catalogue.ts';
import * as clusters from './clusters.ts';
import * as orders from './compute-orders.ts';
import * as dataCenters from './data-centers.ts';
import type { OperationFacts } from './define.ts';
import * as disks from './disks.ts';
import * as images from './images.ts';
import * as machines from './machines.ts';
import * as networks from './networks.ts';
import * as storage from './object-storage.ts';
import * as payments from './payments.ts';
import * as permissions from './permissions.ts';
import * as projects from './projects.ts';
import * as securityGroups from './security-groups.ts';
import * as spend from './spend.ts';
import * as keys from './ssh-keys.ts';
import * as user from './user.ts';
import * as vms from './vms.ts';
import * as volumes from './volumes.ts';

export type SpecifiedOperation = AnyOperation & OperationFacts;
export type OperationGroup = { readonly name: string; readonly operations: readonly SpecifiedOperation[] };

const groups: Readonly<Record<string, Readonly<Record<string, SpecifiedOperation>>>> = {
  Projects: projects,
  Spend: spend,
  'Billing accounts': accounts,
  Payments: payments,
  'Virtual machines': vms,
  Images: images,
  'Bare-metal machines': machines,
  Clusters: clusters,
  Disks: disks,
  Volumes: volumes,
  'Object storage': storage,
  Networks: networks,
  'Security groups': securityGroups,
  'Data centers': dataCenters,
  'Compute orders': orders,
  'Search and catalogue': catalogue,
  Permissions: permissions,
  'SSH keys': keys,
  'User and API keys': user,
};

/**
 * Every operation with its complete records, by group in the order of a reader's interest, then by path: the order of
 * a module's exports depends on who loads it.
 */
export const operationGroups: readonly OperationGroup[] = Object.entries(groups).map(([name, group]) => ({
  name,
  operations: Object.values(group).toSorted(
    (left, right) => compareText(left.path, right.path) || compareText(left.method, right.method),
  ),
}));

/**
 * Every operation, for code that walks the contract: the simulator, the documents and the tests. Deployed code must
 * not import it, since a bundler keeps every schema of a module that it keeps at all.
 */
export const contract = {
  ...projects,
  ...spend,
  ...accounts,
  ...payments,
  ...vms,
  ...images,
  ...machines,
  ...clusters,
  ...disks,
  ...volumes,
  ...storage,
  ...networks,
  ...securityGroups,
  ...dataCenters,
  ...orders,
  ...catalogue,
  ...permissions,
  ...keys,
  ...user,
};
