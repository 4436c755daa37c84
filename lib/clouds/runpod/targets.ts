import { BillingAccountId, ProjectId } from '../../model/ids.ts';
import type { AccountMarks, TargetList } from '../cloud.ts';
import { type Answer, askList, askOne } from '../http/answer.ts';
import type { CloudClient } from '../http/operation.ts';
import { askHolder, holderQuery, listEndpoints, listPods, listVolumes } from './contract.ts';

/** A key belongs to one account without projects: its resources count as one project. REST shows no id of either. */
export const theAccount = BillingAccountId.parse('runpod');
export const theProject = ProjectId.parse('pods');

/**
 * Returns the one account and its one project, after listing pods as a test of the key. @throws CloudError if the key cannot
 * list them.
 */
export async function listTargets(cloud: CloudClient): Promise<TargetList> {
  await cloud.list(listPods, { includeClusterPods: false });
  return {
    projects: [{ id: theProject, account: theAccount, unreadable: [] }],
    accounts: [theAccount],
    showsAccounts: true,
    gaps: { project: [], account: [] },
  };
}

/**
 * Reads the holder and the resources of the account, which distinguish it from others. Parts that cannot be read are left
 * out.
 */
export async function identify(cloud: CloudClient): Promise<AccountMarks> {
  const [holder, pods, volumes, endpoints] = await Promise.all([
    askOne(cloud, askHolder, { body: holderQuery }),
    askList(cloud, listPods, { includeClusterPods: true }),
    askList(cloud, listVolumes, {}),
    askList(cloud, listEndpoints, {}),
  ]);
  return {
    holder: holder.kind === 'answered' ? (holder.value.data.myself.id ?? null) : null,
    resources: [
      ...getAnsweredItems(pods).map(
        ({ id, cluster }) => ({ kind: cluster ? 'cluster-machine' : 'vm', id }) as const,
      ),
      ...getAnsweredItems(volumes).map(({ id }) => ({ kind: 'volume', id }) as const),
      ...getAnsweredItems(endpoints).map(({ id }) => ({ kind: 'cluster', id }) as const),
    ],
  };
}

const getAnsweredItems = <T>(answer: Answer<readonly T[]>): readonly T[] =>
  answer.kind === 'answered' ? answer.value : [];
