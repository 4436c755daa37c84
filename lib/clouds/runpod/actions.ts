import type { Outcome } from '../../model/outcome.ts';
import type { Instant } from '../../model/time/time.ts';
import { type ActionRequest, buildReread, requestOnce } from '../act-once.ts';
import type { ActionOrder } from '../cloud.ts';
import { CloudError } from '../http/errors.ts';
import type { CloudClient } from '../http/operation.ts';
import { unsupportedAction } from '../profile.ts';
import { actOnPod, getPod, listGpuTypes, type WirePod } from './contract.ts';
import { computeBootTime } from './facts/boots.ts';
import { readGauges } from './facts/gauges.ts';
import { podResource } from './facts/resources.ts';
import type { GpuCatalogue, GpuTypes } from './gpu-catalogue.ts';
import { runpodProfile } from './profile.ts';

type PodAction = 'start' | 'stop' | 'terminate';
const isPodAction = (kind: string): kind is PodAction =>
  kind === 'start' || kind === 'stop' || kind === 'terminate';

/** Takes an action on a pod, after reading it again and checking the decision. */
export async function takeAction(
  cloud: CloudClient,
  now: () => Instant,
  order: ActionOrder,
  catalogue: GpuCatalogue,
): Promise<Outcome> {
  const { kind, resource } = order;
  const refusal = unsupportedAction(runpodProfile, kind, resource.kind);
  if (refusal === null && isPodAction(kind))
    return requestOnce(now, order, podRequest(cloud, now, kind, resource.id, catalogue));
  return { kind: 'refused', at: now(), because: refusal ?? `${kind} is not supported`, retryAfter: null };
}

const precondition = {
  stop: { request: 'to stop', states: ['EXITED'] },
  start: { request: 'to start', states: ['PROVISIONING', 'STARTING', 'RUNNING'] },
  terminate: { request: 'to delete it for good', states: ['TERMINATED'] },
} as const satisfies Record<PodAction, { readonly request: string; readonly states: readonly string[] }>;

function podRequest(
  cloud: CloudClient,
  now: () => Instant,
  action: PodAction,
  id: string,
  catalogue: GpuCatalogue,
): ActionRequest {
  const { request, states } = precondition[action];
  const isInTargetState = (pod: WirePod): boolean => states.some((state) => state === pod.status);
  async function gpuTypesNow(): Promise<GpuTypes> {
    const at = now();
    return catalogue.fresh([], at) ?? catalogue.keep((await cloud.list(listGpuTypes, {})).items, at);
  }
  return {
    request,
    async reread() {
      const needsGauges = action === 'stop';
      const gpuTypes = needsGauges ? await gpuTypesNow() : catalogue.last();
      const pod = await cloud.call(getPod, { id });
      const because = isInTargetState(pod) ? null : whyNotNow(pod, action);
      if (because !== null) return because;
      return {
        seen: (at) =>
          buildReread(podResource(pod, at), {
            points: needsGauges && pod.runtime ? [readGauges(pod, at, gpuTypes)] : [],
            bootedAt: computeBootTime(pod, at),
          }),
        ask: (sendBy) => cloud.call(actOnPod, { id, body: { action } }, { sendBy }),
      };
    },
    async underWay() {
      try {
        const pod = await cloud.call(getPod, { id });
        return isInTargetState(pod) ? (pod.status ?? null) : null;
      } catch (error) {
        if (action === 'terminate' && error instanceof CloudError && error.provesAbsence) return 'gone';
        throw error;
      }
    },
  };
}

/** Returns why the platform does not allow an action on the pod now; `null` if it does. */
function whyNotNow({ cluster, locked, actions, status }: WirePod, action: PodAction): string | null {
  if (cluster) return `it belongs to the cluster ${cluster.id}, whose pods support no actions`;
  if (locked !== false) return locked ? 'it is locked' : 'the platform does not show whether it is locked';
  if (actions == null) return 'the platform does not show which actions are possible now';
  return actions.includes(action)
    ? null
    : `the platform does not allow ${action} now (${status ?? 'no status'})`;
}
