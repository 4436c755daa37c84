import { MachineId, type ProjectId } from '../../../model/ids.ts';
import type { Outcome } from '../../../model/outcome.ts';
import type { Recheck } from '../../../model/reread.ts';
import type { Instant, Span } from '../../../model/time/time.ts';
import type { CloudClient } from '../../http/operation.ts';
import { getMachine, listClusters, patchClusterMachine, patchMachine } from '../contract/machines.ts';
import type { WireCluster, WireClusterMachine, WireMachine } from '../wire/machine.ts';
import { requestOnce } from './act-once.ts';

/** The machine, and whether to power it on or off. */
export type PowerOrder<Sight> = {
  readonly project: ProjectId;
  readonly id: string;
  readonly power: 'ON' | 'OFF';
  readonly rereadWithin: Span;
  /** Checks whether the decision still holds for the machine as it was just read again. */
  readonly check: (sight: Sight, at: Instant) => Recheck | Promise<Recheck>;
};

const underWayTo = {
  ON: new Set<string | null | undefined>(['ON', 'POWERING_ON']),
  OFF: new Set<string | null | undefined>(['OFF', 'POWERING_OFF']),
};
/** Returns the power that shows a machine switched or switching; none for a machine that is not ACTIVE. */
const switchedTo = (power: 'ON' | 'OFF', { state, powerState }: WireClusterMachine | WireMachine) =>
  state === 'ACTIVE' && powerState && underWayTo[power].has(powerState) ? powerState : null;
const requestFor = { ON: 'to switch it on', OFF: 'to switch it off' } as const;

/**
 * Powers a bare-metal machine on or off. There is no stop operation: its record is updated, with data center, machine type
 * and system unchanged, since a change to them moves or rebuilds the machine.
 */
export function powerMachine(
  cloud: CloudClient,
  now: () => Instant,
  { project, id, power, rereadWithin, check }: PowerOrder<WireMachine>,
): Promise<Outcome> {
  const where = { projectId: project, id: MachineId.parse(id) };
  return requestOnce(now, rereadWithin, {
    request: requestFor[power],
    async reread() {
      const machine = await cloud.call(getMachine, where);
      const { dataCenterId, machineTypeId, os } = machine;
      if (!dataCenterId || !machineTypeId || !os)
        return 'the platform does not show its data center, type or system, which must be sent back unchanged';
      return { machine, unchanged: { dataCenterId, machineTypeId, os } };
    },
    check: ({ machine }, at) => check(machine, at),
    ask: ({ unchanged }, sendBy) =>
      cloud.call(patchMachine, { ...where, body: { ...unchanged, powerState: power } }, { sendBy }),
    async underWay() {
      return switchedTo(power, await cloud.call(getMachine, where));
    },
  });
}

/** A machine of a cluster, and its cluster. */
export type ClusterMachineSight = { readonly cluster: WireCluster; readonly machine: WireClusterMachine };

/** Powers a machine of a cluster on or off. It is read from its cluster's record, as no operation to read it alone is documented. */
export function powerClusterMachine(
  cloud: CloudClient,
  now: () => Instant,
  { project, id, power, rereadWithin, check }: PowerOrder<ClusterMachineSight>,
): Promise<Outcome> {
  const read = async (): Promise<ClusterMachineSight | string> => {
    const { items, flaws } = await cloud.list(listClusters, { projectId: project });
    for (const cluster of items) {
      const machine = cluster.machines?.find((known) => known.id === id);
      if (machine !== undefined) return { cluster, machine };
    }
    return flaws.length > 0 ? 'its cluster could not be read again' : 'it is gone';
  };
  return requestOnce(now, rereadWithin, {
    request: requestFor[power],
    reread: read,
    check,
    ask: (_sight, sendBy) =>
      cloud.call(patchClusterMachine, { projectId: project, id, body: { powerState: power } }, { sendBy }),
    async underWay() {
      const sight = await read();
      return typeof sight === 'string' ? null : switchedTo(power, sight.machine);
    },
  });
}
