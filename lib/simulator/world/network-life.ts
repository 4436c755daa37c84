import { type HourlyPrice, hourlyPrice } from '../../model/money/money.ts';
import { idWrong } from './checks.ts';
import { readCidr } from './cidr.ts';
import { enter, gone, stateAt } from './life.ts';
import { refuseUnfunded } from './money/standing.ts';
import { tariff } from './money/tariff.ts';
import { dataCenterWrong } from './places.ts';
import { Refusal, refuseWrong } from './refusal.ts';
import type { EventOf } from './world-event.ts';
import { present, refuseTwin, takes, theHolding, theProject, type WorldState } from './world-state.ts';

export const smallNetwork = hourlyPrice('0.0125');
/** By the size of the router. No document names the sizes, so one that is not here is taken for a small one. */
const prices: ReadonlyMap<string, HourlyPrice> = new Map([
  ['VROUTER_INSTANCE_SMALL', smallNetwork],
  ['VROUTER_INSTANCE_MEDIUM', hourlyPrice('0.025')],
  ['VROUTER_INSTANCE_LARGE', hourlyPrice('0.05')],
]);

export function createNetwork(state: WorldState, event: EventOf<'create-network'>): void {
  const { project, id, dataCenter, by, cidr, routerSize } = event;
  theProject(state, project);
  const range = readCidr(cidr);
  refuseWrong([
    ...idWrong('networkId', id),
    ...dataCenterWrong(state, dataCenter),
    ...(range && range.prefix <= 29
      ? []
      : [
          { field: 'cidrPrefix', description: 'must be a CIDR of 8 addresses at least, such as 10.0.0.0/24' },
        ]),
  ]);
  refuseUnfunded(state, project);
  refuseTwin(state, project, 'network', id);
  const creating = takes(state, `creating ${project}/${id}`, 20, 60);
  theProject(state, project).holdings.push({
    kind: 'network',
    id,
    project,
    dataCenter,
    createdAt: state.at,
    createdBy: by,
    commitment: null,
    tariffs: [tariff(state.at, prices.get(routerSize) ?? smallNetwork)],
    listPrice: null,
    life: enter([], state.at, [['CREATING', creating]], 'ACTIVE'),
    router: enter([], state.at, [['CLONING', creating]], 'ACTIVE'),
    cidr,
    routerSize,
  });
}

export function deleteNetwork(state: WorldState, { project, network: id }: EventOf<'delete-network'>): void {
  const network = theHolding(state, project, 'network', id);
  const current = stateAt(network.life, state.at) ?? 'STATE_UNKNOWN';
  if (current !== 'ACTIVE' && current !== 'FAILED') {
    throw new Refusal(
      'wrong-state',
      `network ${id} is ${current}; it can be deleted when it is ACTIVE or FAILED`,
    );
  }
  const user = present(state, project, 'vm').find(({ nics }) =>
    nics.some(({ networkId }) => networkId === id),
  );
  if (user) throw new Refusal('wrong-state', `network ${id} has VM ${user.id} in it`);
  const through = [['DELETING', takes(state, `deleting ${project}/${id}`, 10, 40)]] as const;
  network.life = enter(network.life, state.at, through, gone);
  network.router = enter(network.router, state.at, through, gone);
}
