import { send } from '../../../clouds/compute/contract/define.ts';
import { ComputeOrder, PlacedOrder } from '../wire/vm.ts';
import { oneInProject, specified } from './define.ts';

const parts = { input: oneInProject, body: ComputeOrder, reply: PlacedOrder };

export const orderCompute = specified(
  'Order compute',
  send('POST', 'orderCompute', '/v1/projects/{projectId}/compute/{id}', parts),
);
export const orderComputeV2 = specified(
  'Order compute, second version',
  send('POST', 'orderComputeV2', '/v1/projects/{projectId}/compute_v2/{id}', parts),
);
