import type { Instant } from '../../model/time/time.ts';
import type { CheckUpCloud, Cloud, RecordedRequest, Topic } from '../cloud.ts';
import { askList, askOne } from '../http/answer.ts';
import type { CloudClient } from '../http/operation.ts';
import type { NotedCloud, Purpose } from '../noted-cloud.ts';
import {
  askMyself,
  getPod,
  listBilling,
  listEndpoints,
  listGpuTypes,
  listPods,
  listVolumes,
} from './contract.ts';
import { readGauges } from './facts/gauges.ts';
import { balanceId } from './poll/credit.ts';
import { theAccount, theProject } from './targets.ts';

const ofProject = (topic: Topic): Purpose => ({ topic, about: { kind: 'project', id: theProject } });
const ofAccount = (topic: Topic): Purpose => ({ topic, about: { kind: 'account', id: theAccount } });

const purposes: ReadonlyMap<string, readonly Purpose[]> = new Map([
  [listPods.id, [ofProject('vms')]],
  [listGpuTypes.id, [ofProject('prices')]],
  [listVolumes.id, [ofProject('volumes')]],
  [listEndpoints.id, [ofProject('clusters')]],
  [listBilling.id, [ofProject('spend'), ofAccount('spend')]],
  [askMyself.id, [ofAccount('account')]],
  [balanceId, [ofAccount('account')]],
  [getPod.id, [ofProject('reread')]],
]);

/** Returns the purpose of each request of a check-up. The balance by REST counts if GraphQL does not report it. */
export function createPurposeFinder() {
  let isCreditKnown = false;
  return (operation: string, _: unknown, outcome: RecordedRequest['outcome']): readonly Purpose[] => {
    if (operation === balanceId && isCreditKnown) return [];
    if (operation === askMyself.id) isCreditKnown = outcome.kind === 'answered';
    return purposes.get(operation) ?? [];
  };
}

/**
 * Returns the requests that only a check-up makes. The platform shows neither the user of a key nor its scopes: a missing
 * scope shows only in a refused request, and one for actions only in a refused action.
 */
export const buildRunpodCheckUpRequests = (
  noted: NotedCloud,
  cloud: CloudClient,
  polledAt: () => Instant | null,
): Omit<CheckUpCloud, keyof Cloud> => ({
  asks: noted.asks,
  user: async () => null,
  async grants() {
    // Polls read the catalogue only where there are GPUs.
    await askList(noted, listGpuTypes, {});
    return [];
  },
  async samples(_, id) {
    const pod = await askOne(cloud, getPod, { id });
    const at = polledAt();
    if (pod.kind !== 'answered' || !pod.value.runtime) return { count: 0, points: [] };
    return { count: 1, points: at === null ? [] : [readGauges(pod.value, at, new Map())] };
  },
  rereadVm: async (_, id) => void (await askOne(noted, getPod, { id })),
});
