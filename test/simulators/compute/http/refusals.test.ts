import { expect, it } from 'vitest';
import { milliseconds } from '../../../../lib/model/time/time.ts';
import type { WorldEventInput } from '../../../../lib/simulators/compute/world/world-event.ts';
import { aVm, settled } from '../a-cloud.ts';
import { vmOrder } from '../a-lab.ts';
import { aFurnishedCloud, owner } from '../furnished.ts';

const dataCenterId = 'gb-london-1';
const lab = '/v1/projects/lab';
const ipoib = { networkPrefix: '10.0.0.0/8', portBits: 4, hostBits: 12 };

/** Where each kind of resource is ordered, with its required fields. */
const orders = {
  project: ['/v1/projects', { id: 'new', billingAccountId: 'main' }],
  account: ['/v1/billing-accounts', { displayName: 'Lab', email: 'pay@example.com' }],
  credit: ['/v1/billing-accounts/main/credit', { amount: { value: '50' } }],
  vm: [`${lab}/vm`, vmOrder({ vmId: 'new' })],
  offer: [`${lab}/compute/gb-london-1.epyc-milan.8c`, { vmId: 'new' }],
  machine: [
    `${lab}/machines`,
    { id: 'new', dataCenterId, machineTypeId: 'bare-metal-h100', os: 'debian-12' },
  ],
  cluster: [
    `${lab}/clusters`,
    { id: 'new', dataCenterId, machineTypeId: 'bare-metal-h100', machineCount: 2, ipoibConfig: ipoib },
  ],
  disk: [`${lab}/disks`, { disk: { id: 'new', dataCenterId, sizeGib: 10 } }],
  volume: [`${lab}/volumes`, { id: 'new', dataCenterId, sizeGib: 10 }],
  network: [`${lab}/networks`, { networkId: 'new', dataCenterId, cidrPrefix: '10.1.0.0/24' }],
  group: [`${lab}/networks/security-groups`, { securityGroup: { id: 'new', dataCenterId } }],
  role: [`${lab}/add-user-permission`, { userEmail: 'lee@example.com', role: 'VIEWER' }],
  apiKey: ['/v1/api-keys', { apikeyId: 'my-key' }],
} as const;

async function order(kind: keyof typeof orders, more: object) {
  const [path, body] = orders[kind];
  return aFurnishedCloud().ask('POST', path, { key: owner.key, body: JSON.stringify({ ...body, ...more }) });
}

it.each(Object.keys(orders) as (keyof typeof orders)[])(
  'a complete order of a %s is accepted',
  async (kind) => {
    expect(await order(kind, {})).toMatchObject({ status: 200 });
  },
);

it.each([
  ['project', 'id', { id: undefined }],
  ['project', 'id', { id: '..' }],
  ['project', 'billingAccountId', { billingAccountId: undefined }],
  ['account', 'displayName', { displayName: ' ' }],
  ['account', 'email', { email: 'nowhere' }],
  ['credit', 'amount', { amount: { value: '9.99' } }],
  ['credit', 'amount', { amount: { value: '1000.01' } }],
  ['vm', 'dataCenterId', { dataCenterId: 'atlantis-1' }],
  ['vm', 'machineType', { machineType: 'constructor' }],
  ['vm', 'machineType', { dataCenterId: 'se-lulea-1', machineType: 'sapphire-rapids-l40s' }],
  ['vm', 'bootDiskImageId', { bootDiskImageId: 'windows-95' }],
  ['vm', 'gpus', { gpus: 1 }],
  ['vm', 'vcpus', { vcpus: 1.5 }],
  ['vm', 'vcpus', { vcpus: 0 }],
  ['vm', 'memoryGib', { memoryGib: 0 }],
  ['vm', 'bootDiskSizeGib', { bootDiskSizeGib: 9 }],
  ['vm', 'vmId', { vmId: '..' }],
  ['vm', 'commitmentTerm', { commitmentTerm: 'COMMITMENT_TERM_13_MONTHS' }],
  ['vm', 'sshKeySource', { sshKeySource: 'SSH_KEY_SOURCE_STOLEN' }],
  ['vm', 'cpuModel', { cpuModel: 'Z80' }],
  ['vm', 'gpuModel', { machineType: 'sapphire-rapids-h100', gpuModel: 'L40S' }],
  ['vm', 'storageDiskIds.0', { storageDiskIds: ['nothing'] }],
  ['vm', 'nics.0.networkId', { nics: [{ networkId: 'nowhere' }] }],
  ['vm', 'nics.0.securityGroupIds.0', { nics: [{ securityGroupIds: ['nobody'] }] }],
  ['vm', 'expireTime', { expireTime: '2026-03-10T10:00:00Z' }],
  ['vm', 'ttl', { ttl: '0s' }],
  ['vm', 'ttl', { ttl: '60s', expireTime: '2026-03-11T10:00:00Z' }],
  ['offer', 'vmId', { vmId: undefined }],
  ['offer', 'quantity', { quantity: 1_000_000_000 }],
  ['offer', 'gpus', { gpuQuantity: 2 }],
  ['machine', 'machineTypeId', { machineTypeId: 'abacus' }],
  ['machine', 'os', { os: 'dos' }],
  ['machine', 'id', { id: 'm'.repeat(31) }],
  ['cluster', 'machineCount', { machineCount: 0 }],
  ['cluster', 'ipoibConfig.networkPrefix', { ipoibConfig: { ...ipoib, networkPrefix: '10.0.0.256/8' } }],
  ['cluster', 'ipoibConfig', { ipoibConfig: { ...ipoib, portBits: 13 } }],
  ['cluster', 'ipoibConfig.hostBits', { ipoibConfig: { ...ipoib, hostBits: 1 } }],
  ['disk', 'disk', { disk: undefined }],
  ['disk', 'disk.sizeGib', { disk: { id: 'new', dataCenterId, sizeGib: 0 } }],
  ['volume', 'sizeGib', { sizeGib: 0 }],
  ['network', 'networkId', { networkId: 'a b' }],
  ['network', 'cidrPrefix', { cidrPrefix: '10.0.0.0/33' }],
  ['group', 'securityGroup.id', { securityGroup: { id: '', dataCenterId } }],
  ['group', 'securityGroup.projectId', { securityGroup: { id: 'new', dataCenterId, projectId: 'another' } }],
  ['role', 'role', { role: 'ADMIN' }],
  ['role', 'userEmail', { userEmail: 'lee' }],
  ['role', 'billingAccountId', { billingAccountId: 'other' }],
  ['apiKey', 'apikeyId', { apikeyId: 'under_score' }],
] as const)('an order of a %s with a wrong %s is refused: %j', async (kind, field, more) => {
  expect(await order(kind, more)).toMatchObject({
    status: 400,
    body: { status: 'INVALID_ARGUMENT', details: [{ fieldViolations: [{ field }] }] },
  });
});

it('an order with many mistakes is refused with all of them', async () => {
  const { body } = await order('vm', { vcpus: -1, memoryGib: -1, machineType: 'abacus' });
  expect(body).toMatchObject({
    details: [{ fieldViolations: [{ field: 'machineType' }, { field: 'vcpus' }, { field: 'memoryGib' }] }],
  });
});

it.each([
  ['project', { id: 'lab' }],
  ['vm', { vmId: 'box' }],
  ['machine', { id: 'metal' }],
  ['cluster', { id: 'hpc' }],
  ['disk', { disk: { id: 'data', dataCenterId, sizeGib: 10 } }],
  ['disk', { disk: { id: 'box-boot', dataCenterId, sizeGib: 10 } }],
  ['volume', { id: 'papers' }],
  ['network', { networkId: 'net' }],
  ['group', { securityGroup: { id: 'web', dataCenterId } }],
] as const)('an order of a %s by the name of another is refused: %j', async (kind, more) => {
  expect(await order(kind, more)).toMatchObject({ status: 409, body: { status: 'ALREADY_EXISTS' } });
});

const inLab = { project: 'lab' } as const;
const term = 'COMMITMENT_TERM_1_MONTH';
const metal = { dataCenterId, machineTypeId: 'bare-metal-epyc', os: 'ubuntu-24-04' };
const stopBox: WorldEventInput = { kind: 'stop-vm', ...inLab, vm: 'box' };
const attach: WorldEventInput = { kind: 'attach-disk', ...inLab, disk: 'data', vm: 'box' };
const farDisk: WorldEventInput = {
  kind: 'create-disk',
  ...inLab,
  id: 'far',
  sizeGib: 10,
  dataCenter: 'se-lulea-1',
};
const commit: WorldEventInput = { kind: 'commit-vm', ...inLab, vm: 'box', term };
const off: WorldEventInput = { kind: 'set-power', ...inLab, machine: 'metal', power: 'OFF' };
const fewer: WorldEventInput = { kind: 'change-cluster', ...inLab, cluster: 'hpc', machines: 1 };

/** What has happened before, what is then asked for, and how it is refused. */
type Asked = [
  before: readonly WorldEventInput[],
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: object | undefined,
  status?: number,
];
const conflicts: readonly Asked[] = [
  [[], 'DELETE', '/v1/projects/lab'],
  [[], 'DELETE', '/v1/data-centers/gb-london-1'],
  [[], 'POST', `${lab}/vms/box/start`],
  [[stopBox], 'POST', `${lab}/vms/box/reboot`],
  [[], 'POST', `${lab}/vms/box/resize?vcpus=8`],
  [[stopBox], 'POST', `${lab}/vms/box/resize?vcpus=0`, undefined, 400],
  [[commit], 'POST', `${lab}/vm/box/commit`, { commitmentTerm: term }],
  [[], 'POST', `${lab}/images?vmId=box&id=golden`],
  [[aVm({ id: 'twin', image: 'golden' })], 'DELETE', `${lab}/images/golden`],
  [[], 'DELETE', `${lab}/disks/box-boot`],
  [[], 'PUT', `${lab}/disk/box-boot/detach`],
  [[], 'PUT', `${lab}/disk/data/detach`],
  [[attach], 'DELETE', `${lab}/disks/data`],
  [[attach], 'PATCH', `${lab}/disk/data/attach`, { vmId: 'box' }],
  [[farDisk], 'PATCH', `${lab}/disk/far/attach`, { vmId: 'box' }],
  [[], 'PATCH', `${lab}/disk/data/attach`, { vmId: 'nothing' }, 404],
  [[attach], 'PATCH', `${lab}/vms/box/disks?diskId=data&sizeGib=9`, undefined, 400],
  [[], 'PATCH', `${lab}/volumes/papers`, { sizeGib: 99 }, 400],
  [[aVm({ id: 'twin', nics: [{ networkId: 'net' }] })], 'DELETE', `${lab}/networks/net`],
  [[], 'POST', `${lab}/networks/net/start`],
  [[aVm({ id: 'twin', securityGroups: ['web'] })], 'DELETE', `${lab}/networks/security-groups/web`],
  [[], 'PATCH', `${lab}/networks/security-groups/web`, { securityGroup: { id: 'other' } }, 400],
  [[], 'PATCH', `${lab}/machines/metal`, { ...metal, powerState: 'POWERING_OFF' }, 400],
  [[off], 'PATCH', `${lab}/machines/metal`, { ...metal, powerState: 'REBOOTING' }],
  [[], 'POST', `${lab}/machines/metal/deploy`, { os: 'dos' }, 400],
  [[fewer], 'DELETE', `${lab}/cluster-machines/hpc-1`],
  [[], 'PATCH', `${lab}/cluster-machines/hpc-1`, { volumeIds: ['papers', 'nothing'] }, 400],
];

it.each(conflicts)('after %j, %s %s is refused', async (events, method, path, body, status = 409) => {
  const { ask, world, clock } = aFurnishedCloud();
  for (const event of events) world.perform(event);
  clock.advance(milliseconds(settled));
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  expect((await ask(method, path, { key: owner.key, ...sent })).status).toBe(status);
});
