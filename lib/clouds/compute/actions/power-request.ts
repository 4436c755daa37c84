import { MachineId } from '../../../model/ids.ts';
import { type ActionRequest, buildReread } from '../../act-once.ts';
import type { ActionOrder } from '../../cloud.ts';
import type { CloudClient } from '../../http/operation.ts';
import { getMachine, listClusters, patchClusterMachine, patchMachine } from '../contract/machines.ts';
import { clusterMachine, machineResource } from '../facts/resources.ts';
import type { WireClusterMachine, WireMachine } from '../wire/machine.ts';

type Power = 'ON' | 'OFF';

const underWayTo = {
  ON: new Set<string | null | undefined>(['ON', 'POWERING_ON']),
  OFF: new Set<string | null | undefined>(['OFF', 'POWERING_OFF']),
};
/**
 * Returns the power state if it shows that the machine is on or off as ordered, or switching; `null` unless the machine is
 * ACTIVE.
 */
const findSwitchedPower = (power: Power, { state, powerState }: WireClusterMachine | WireMachine) =>
  state === 'ACTIVE' && powerState && underWayTo[power].has(powerState) ? powerState : null;
const requestFor = { ON: 'to switch it on', OFF: 'to switch it off' } as const;

/**
 * Returns the request that powers a bare-metal machine on or off. There is no stop operation: the record is updated, and
 * sent back with its data center, machine type and system, since a change of these moves or rebuilds the machine.
 */
export function machineRequest(cloud: CloudClient, power: Power, order: ActionOrder): ActionRequest {
  const where = { projectId: order.project, id: MachineId.parse(order.resource.id) };
  return {
    request: requestFor[power],
    async reread() {
      const machine = await cloud.call(getMachine, where);
      const { dataCenterId, machineTypeId, os } = machine;
      if (!dataCenterId || !machineTypeId || !os)
        return 'the platform does not show its data center, type or system, which must be sent back unchanged';
      const body = { dataCenterId, machineTypeId, os, powerState: power };
      return {
        seen: (at) => buildReread(machineResource(machine, at)),
        ask: (sendBy) => cloud.call(patchMachine, { ...where, body }, { sendBy }),
      };
    },
    underWay: async () => findSwitchedPower(power, await cloud.call(getMachine, where)),
  };
}

/**
 * Returns the request that powers a machine of a cluster on or off. The machine is read from its cluster's record, as no
 * operation that reads it alone is documented.
 */
export function clusterMachineRequest(cloud: CloudClient, power: Power, order: ActionOrder): ActionRequest {
  const { project: projectId, resource } = order;
  const { id } = resource;
  const readMember = async () => {
    const { items, flaws } = await cloud.list(listClusters, { projectId });
    for (const cluster of items) {
      const machine = cluster.machines?.find((candidate) => candidate.id === id);
      if (machine !== undefined) return { cluster, machine };
    }
    return flaws.length > 0 ? 'its cluster could not be read again' : 'it is gone';
  };
  return {
    request: requestFor[power],
    async reread() {
      const member = await readMember();
      if (typeof member === 'string') return member;
      return {
        seen: (at) => buildReread(clusterMachine(member.cluster, member.machine, at)),
        ask: (sendBy) =>
          cloud.call(patchClusterMachine, { projectId, id, body: { powerState: power } }, { sendBy }),
      };
    },
    async underWay() {
      const member = await readMember();
      return typeof member === 'string' ? null : findSwitchedPower(power, member.machine);
    },
  };
}
