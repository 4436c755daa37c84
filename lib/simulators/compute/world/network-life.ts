import { isIPv4 } from 'node:net';
import type { ProjectId } from '../../../model/ids.ts';
import { type HourlyPrice, hourlyPrice } from '../../../model/money/money.ts';
import type { Vm } from './holding.ts';
import { addHolding, deleteHolding, useByVm } from './holding-life.ts';
import { enter } from './life.ts';
import { refuseSuspended } from './money/standing.ts';
import { tariff } from './money/tariff.ts';
import { dataCenterWrong, existing, idWrong, Refusal, refuseWrong, wrongIf } from './refusal.ts';
import type { EventOf } from './world-event.ts';
import { holdingIn, pass, type SecurityGroup, takes, theProject, type WorldState } from './world-state.ts';

export const smallNetwork = hourlyPrice('0.0125');
/** Prices by the size of the router. No document names the sizes; unknown ones count as small. */
const prices: ReadonlyMap<string, HourlyPrice> = new Map([
  ['VROUTER_INSTANCE_SMALL', smallNetwork],
  ['VROUTER_INSTANCE_MEDIUM', hourlyPrice('0.025')],
  ['VROUTER_INSTANCE_LARGE', hourlyPrice('0.05')],
]);

const cidrForm = 'must be a CIDR of 8 addresses at least, such as 10.0.0.0/24';

export function createNetwork(state: WorldState, event: EventOf<'create-network'>): void {
  const { project, id, dataCenter, cidr, routerSize } = event;
  const range = readCidr(cidr);
  const wrong = [
    ...idWrong('networkId', id),
    ...wrongIf(id === 'security-groups', 'networkId', 'is taken by the address of security groups'),
    ...dataCenterWrong(state, dataCenter),
    ...wrongIf((range?.prefix ?? 32) > 29, 'cidrPrefix', cidrForm),
  ];
  const creating = takes(state, `creating ${project}/${id}`, 20, 60);
  const order = { kind: 'network', wrong, needs: 'credit' } as const;
  addHolding(state, { ...event, commitment: null }, order, (held) => ({
    kind: 'network',
    id,
    ...held,
    tariffs: [tariff(state.at, prices.get(routerSize) ?? smallNetwork)],
    listPrice: null,
    life: enter([], state.at, [['CREATING', creating]], 'ACTIVE'),
    cidr,
    routerSize,
  }));
}

export function startNetwork(state: WorldState, { project, network: id }: EventOf<'start-network'>): void {
  const network = holdingIn(state, project, 'network', id, 'started', ['STOPPED']);
  refuseSuspended(state, project);
  pass(state, network, 'starting', ['STARTING', 10, 40], 'ACTIVE');
}

/** Stops a network with its router; it is billed as before, and VMs may be in it. */
export function stopNetwork(state: WorldState, { project, network: id }: EventOf<'stop-network'>): void {
  const network = holdingIn(state, project, 'network', id, 'stopped', ['ACTIVE']);
  pass(state, network, 'stopping', ['STOPPING', 10, 40], 'STOPPED');
}

export function deleteNetwork(state: WorldState, { project, network: id }: EventOf<'delete-network'>): void {
  const isIn = ({ nics }: Vm) => nics.some(({ networkId }) => networkId === id);
  deleteHolding(
    state,
    { project, kind: 'network', id },
    {
      states: ['ACTIVE', 'STOPPED', 'FAILED'],
      seconds: [10, 40],
      useOf: () => useByVm(state, project, isIn),
    },
  );
}

/** A range of IPv4 addresses. */
type Cidr = { readonly prefix: number; address(nth: number): string };

/** Parses a range; `undefined` for other text. Bits after the prefix are dropped. */
export function readCidr(text: string): Cidr | undefined {
  const [, address = '', bits = ''] = /^([\d.]+)\/(\d{1,2})$/.exec(text) ?? [];
  const prefix = Number(bits);
  if (!isIPv4(address) || prefix > 32) return undefined;
  const whole = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const first = whole - (whole % 2 ** (32 - prefix));
  return { prefix, address: (nth) => written(first + nth) };
}

const written = (address: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');

export function createSecurityGroup(state: WorldState, event: EventOf<'create-security-group'>): void {
  const { project, id, dataCenter, fields } = event;
  const { securityGroups } = theProject(state, project);
  refuseWrong([
    ...idWrong('securityGroup.id', id),
    ...dataCenterWrong(state, dataCenter, 'securityGroup.dataCenterId'),
  ]);
  refuseSuspended(state, project);
  if (securityGroups.has(id)) {
    throw new Refusal('exists', `security group ${id} already exists in project ${project}`);
  }
  securityGroups.set(id, { id, project, dataCenter, fields });
}

/** Changes the given fields; the others stay. */
export function changeSecurityGroup(state: WorldState, event: EventOf<'change-security-group'>): void {
  const group = theSecurityGroup(state, event.project, event.id);
  const fields = { ...group.fields, ...event.fields };
  theProject(state, event.project).securityGroups.set(group.id, { ...group, fields });
}

export function deleteSecurityGroup(
  state: WorldState,
  { project, id }: EventOf<'delete-security-group'>,
): void {
  theSecurityGroup(state, project, id);
  const use = useByVm(state, project, ({ nics }) =>
    nics.some(({ securityGroupIds }) => securityGroupIds.includes(id)),
  );
  if (use !== undefined) throw new Refusal('wrong-state', `security group ${id} ${use}`);
  theProject(state, project).securityGroups.delete(id);
}

/** Returns a security group. @throws Refusal when it does not exist. */
export const theSecurityGroup = (state: WorldState, project: ProjectId, id: string): SecurityGroup =>
  existing(theProject(state, project).securityGroups.get(id), `security group ${id}`, project);
