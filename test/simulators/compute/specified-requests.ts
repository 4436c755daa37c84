import { milliseconds } from '../../../lib/model/time/time.ts';
import type { contract } from '../../../lib/simulators/compute/contract/contract.ts';
import type { AppOptions } from '../../../lib/simulators/compute/http/app.ts';
import type { WorldEventInput } from '../../../lib/simulators/compute/world/world-event.ts';
import { type Reply, settled } from './a-cloud.ts';
import { vmOrder } from './a-lab.ts';
import { addressOf, aFurnishedCloud, owner, publicKey } from './furnished.ts';

type OperationId = keyof typeof contract;
type Operation = (typeof contract)[OperationId];
type Cloud = ReturnType<typeof aFurnishedCloud>;

/** What a request needs beside the furnished cloud: events before it, another address, a body. */
type Preparation = {
  readonly before?: readonly WorldEventInput[];
  readonly at?: string;
  readonly body?: object | ((cloud: Cloud) => object);
};

const inLab = { project: 'lab' } as const;
const dataCenterId = 'gb-london-1';
const lee = 'lee@example.com';
const stopped: Preparation = { before: [{ kind: 'stop-vm', ...inLab, vm: 'box' }] };
const role: Preparation = { body: { userEmail: lee, role: 'VIEWER' } };
const withRole = (on: Extract<WorldEventInput, { kind: 'give-role' }>['on']): Preparation => ({
  before: [{ kind: 'give-role', user: lee, on, role: 'VIEWER' }],
  body: ({ world }) => ({ userId: world.state().identity.users.get(lee)?.id, role: 'VIEWER' }),
});

const preparations: Readonly<Partial<Record<OperationId, Preparation>>> = {
  createProject: { body: { id: 'new', billingAccountId: 'main' } },
  updateProject: { body: { billingAccountId: 'main' } },
  deleteProject: {
    before: [{ kind: 'create-project', id: 'empty', account: 'main' }],
    at: '/v1/projects/empty',
  },
  orderCompute: { body: { vmId: 'new' } },
  orderComputeV2: { body: { vmId: 'new' } },
  patchMachine: {
    body: { dataCenterId, machineTypeId: 'bare-metal-epyc', os: 'ubuntu-24-04', powerState: 'OFF' },
  },
  createNetwork: { body: { networkId: 'new', dataCenterId } },
  createSecurityGroup: { body: { securityGroup: { id: 'new', dataCenterId } } },
  updateSecurityGroup: { body: { securityGroup: { description: 'the web' } } },
  createDataCenter: { body: { id: 'new-1', billingAccountId: 'main' } },
  updateDataCenter: { body: { renewableEnergy: true } },
  deleteDataCenter: {
    before: [{ kind: 'create-data-center', id: 'empty-1', by: owner.key, changes: {} }],
    at: '/v1/data-centers/empty-1',
  },
  createVm: { body: vmOrder({ vmId: 'new' }) },
  startVm: stopped,
  createImage: { at: '/v1/projects/lab/images?vmId=box&id=new' },
  addAccountPermission: role,
  addDataCenterPermission: role,
  addProjectPermission: role,
  removeAccountPermission: withRole({ kind: 'account', id: 'main' }),
  removeProjectPermission: withRole({ kind: 'project', id: 'lab' }),
  createSshKey: { body: { publicKey: publicKey.replace('HR4f', 'HR4g') } },
};

/** Asks an operation of the specification in a furnished cloud, as its owner, so that it can succeed. */
export async function askPrepared(operation: Operation, options: Partial<AppOptions> = {}): Promise<Reply> {
  const { before = [], at, body } = preparations[operation.id as OperationId] ?? {};
  const cloud = aFurnishedCloud(options);
  for (const event of before) cloud.world.perform(event);
  cloud.clock.advance(milliseconds(settled));
  const sent = typeof body === 'function' ? body(cloud) : body;
  return cloud.ask(operation.method, at ?? addressOf(operation), {
    key: owner.key,
    ...(sent && { body: JSON.stringify(sent) }),
  });
}
