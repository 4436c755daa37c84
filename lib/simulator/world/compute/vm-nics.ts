import { Nic } from '../events/vm-events.ts';
import { stateAt } from '../life.ts';
import type { Wrong } from '../refusal.ts';
import type { EventOf } from '../world-event.ts';
import { find, theProject, type WorldState } from '../world-state.ts';

type Order = EventOf<'create-vm'>;

/** The network that every data center has, and that nobody ordered. */
export const defaultNetwork = (dataCenter: string): string => `default-${dataCenter}`;

/** Each with its network named. Security groups of the order itself count only where it has no nics. */
export function nicsOf({ nics, securityGroups, dataCenter }: Order): Nic[] {
  const asked = nics.length === 0 ? [Nic.parse({ securityGroupIds: securityGroups })] : nics;
  return asked.map((nic) => ({ ...nic, networkId: nic.networkId || defaultNetwork(dataCenter) }));
}

export function nicsWrong(state: WorldState, order: Order, nics: readonly Nic[]): Wrong[] {
  return nics.flatMap(({ networkId, securityGroupIds }, nth) => {
    const isImplied = order.nics.length === 0;
    const groups = isImplied ? 'securityGroupIds' : `nics.${nth}.securityGroupIds`;
    return [
      ...networkWrong(state, order, `nics.${nth}.networkId`, networkId),
      ...securityGroupIds.flatMap((id, index) => groupWrong(state, order, `${groups}.${index}`, id)),
    ];
  });
}

function networkWrong(state: WorldState, { project, dataCenter }: Order, field: string, id: string): Wrong[] {
  if (id === defaultNetwork(dataCenter)) return [];
  const network = find(state, project, 'network', id);
  if (!network) return [{ field, description: `${id} does not exist` }];
  if (network.dataCenter !== dataCenter) return [{ field, description: `${id} is in ${network.dataCenter}` }];
  const current = stateAt(network.life, state.at);
  return current === 'ACTIVE' ? [] : [{ field, description: `${id} is ${current}, and not ACTIVE` }];
}

function groupWrong(state: WorldState, { project, dataCenter }: Order, field: string, id: string): Wrong[] {
  const group = theProject(state, project).securityGroups.get(id);
  if (!group) return [{ field, description: `${id} does not exist` }];
  return group.dataCenter === dataCenter ? [] : [{ field, description: `${id} is in ${group.dataCenter}` }];
}
