import type { Outcome } from '../../../model/outcome.ts';
import type { Instant } from '../../../model/time/time.ts';
import { type ActionRequest, requestOnce } from '../../act-once.ts';
import type { ActionOrder } from '../../cloud.ts';
import type { CloudClient } from '../../http/operation.ts';
import { clusterMachineRequest, machineRequest } from './power-request.ts';
import { vmRequest } from './vm-request.ts';

/** Takes an action on one resource, after reading it again and checking the decision. */
export const takeAction = (cloud: CloudClient, now: () => Instant, order: ActionOrder): Promise<Outcome> =>
  requestOnce(now, order, createActionRequest(cloud, order));

function createActionRequest(cloud: CloudClient, order: ActionOrder): ActionRequest {
  const { kind, resource } = order;
  if (kind !== 'power-off' && kind !== 'power-on') return vmRequest(cloud, kind, order);
  const power = kind === 'power-on' ? 'ON' : 'OFF';
  return resource.kind === 'machine'
    ? machineRequest(cloud, power, order)
    : clusterMachineRequest(cloud, power, order);
}
