import { expect, it, onTestFinished, vi } from 'vitest';
import { BillingAccountId, MachineId, ProjectId, ResourceId, VmId } from '../../../lib/model/ids.ts';
import { addMoney, chargeToMoney, money, noMoney } from '../../../lib/model/money/money.ts';
import { hours, type Instant, isoInstant, minutes } from '../../../lib/model/time/time.ts';
import { contract as cloud } from '../../../lib/simulators/compute/contract/contract.ts';
import { serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { reportedUntil } from '../../../lib/simulators/compute/world/money/billing.ts';
import { markedKey, secretKey } from '../../support/api-key.ts';
import { watchedCloud } from '../../support/clouds/watched-cloud.ts';
import { aWorld, start } from './a-cloud.ts';
import { countedClient, hireAndPart, lookAround, openAndClose, visitDataCenter } from './acts-of-a-day.ts';
import { specification } from './specification.ts';

const projectId = ProjectId.parse('lab');
const dataCenterId = 'gb-london-1';
const vm = (id: string) => ({ projectId, id: VmId.parse(id) });
const volume = { projectId, id: ResourceId.parse('papers') };
const machine = { projectId, id: MachineId.parse('metal') };
const asIs = { dataCenterId, machineTypeId: 'bare-metal-epyc', os: 'ubuntu-24-04' };
const newcomer = markedKey('newcomer');
const order = { dataCenterId, machineType: 'epyc-milan', vcpus: 4, memoryGib: 16, gpus: 0 };

/** The real client, over a real socket, in a world whose waiting times the test sets. */
async function aTeam() {
  const { world, clock } = aWorld();
  const onBug = vi.fn();
  const keys = [
    { key: secretKey, role: 'owner' },
    { key: newcomer, user: 'lee@example.com' },
  ] as const;
  const simulator = await serveSimulator({ world, keys, onBug });
  const { cloud: whole, failure } = watchedCloud(simulator.url);
  onTestFinished(simulator.close);
  const { counted: client, called } = countedClient(whole);
  const clientOf = (apiKey: string) =>
    countedClient(watchedCloud(simulator.url, { apiKey }).cloud, called).counted;
  return { world, clock, onBug, client, failure, called, clientOf };
}

it('a team calls every operation of the specification in a day, and the bill matches', async () => {
  const team = await aTeam();
  const { world, clock, onBug, client, failure, called } = team;
  const wait = () => clock.advance(minutes(20));
  /** The exact bill of everything until then, as figures of the platform show it. */
  const exactly = (until: Instant) =>
    chargeToMoney(world.bill(start, until).total).toDecimalPlaces(10).toFixed();

  await hireAndPart(team, newcomer);
  await openAndClose(team);
  const offer = await lookAround(team);

  // 10:00, a network, a disk, and a VM in the one with the other, all to be gone by tomorrow.
  const securityGroup = { id: 'web', dataCenterId, rules: [{ protocol: 'tcp', ports: '443' }] };
  await client.call(cloud.createSecurityGroup, {
    'securityGroup.projectId': projectId,
    body: { securityGroup },
  });
  await client.call(cloud.updateSecurityGroup, {
    'securityGroup.projectId': projectId,
    'securityGroup.id': 'web',
    body: { securityGroup: { description: 'the web' } },
  });
  const { items: groups } = await client.list(cloud.listSecurityGroups, { projectId, dataCenterId });
  expect(groups).toEqual([{ ...securityGroup, projectId, description: 'the web' }]);
  await client.call(cloud.createNetwork, { projectId, body: { networkId: 'inner', dataCenterId } });
  const disk = { id: 'data', dataCenterId, sizeGib: 200 };
  await client.call(cloud.createDisk, { projectId, body: { disk } });
  wait();
  const made = await client.call(cloud.createVm, {
    projectId,
    body: {
      ...order,
      vmId: 'box',
      bootDiskImageId: 'ubuntu-2404',
      bootDiskSizeGib: 50,
      storageDiskIds: ['data'],
      nics: [{ networkId: 'inner', assignPublicIp: true, securityGroupIds: ['web'] }],
      maxPriceHr: '0.1',
      ttl: '86400s',
    },
  });
  expect(made.vm).toMatchObject({ state: 'PENDING', expireTime: '2026-03-11T10:20:00Z' });
  expect((await client.list(cloud.listNetworks, { projectId })).items).toMatchObject([{ id: 'inner' }]);
  const inner = await client.call(cloud.getNetwork, { projectId, id: ResourceId.parse('inner') });
  expect(inner.network).toMatchObject({ state: 'ACTIVE' });
  wait();
  expect((await client.call(cloud.getVm, vm('box'))).VM).toMatchObject({ state: 'ACTIVE' });
  expect((await client.list(cloud.listDisks, { projectId })).items).toMatchObject([
    { id: 'box-boot', diskType: 'DISK_TYPE_BOOT' },
    { id: 'data', diskState: 'ATTACHED', vmId: 'box' },
  ]);

  // 10:40, an image of it, and a twin from the image.
  await client.call(cloud.createImage, { projectId, id: 'golden', vmId: 'box' });
  wait();
  const imageId = { projectId, id: 'golden' };
  await client.call(cloud.describeImage, { ...imageId, body: { description: 'as of today' } });
  const { items: images } = await client.list(cloud.listImages, { projectId });
  expect(images).toMatchObject([{ id: 'golden', description: 'as of today' }]);
  const twin = { ...order, vmId: 'twin', bootDiskImageId: 'golden' };
  await client.call(cloud.createVm, { projectId, body: twin });
  wait();
  expect((await client.call(cloud.countVms, { projectId })).count).toBe(2);
  expect((await client.list(cloud.monitorVm, vm('box'))).items.length).toBeGreaterThan(0);
  const { token } = await client.call(cloud.connectVm, vm('box'));
  expect(token.length).toBeGreaterThan(20);

  // 11:20, its life: rebooted, stopped, started, described, committed to.
  await client.call(cloud.rebootVm, vm('twin'));
  wait();
  await client.call(cloud.stopVm, vm('twin'));
  expect(await failure(client.call(cloud.startVm, vm('twin')))).toMatchObject({ status: 409 });
  wait();
  await client.call(cloud.startVm, vm('twin'));
  await client.call(cloud.setVmMetadata, { ...vm('twin'), body: { metadata: { env: 'test' }, merge: true } });
  await client.call(cloud.commitVm, { ...vm('twin'), body: { commitmentTerm: 'COMMITMENT_TERM_1_MONTH' } });
  wait();

  // 12:20, two VMs by orders of compute, one of them in a smaller size than that of its offer.
  const ordered = { projectId, id: offer };
  const placed = await client.call(cloud.orderCompute, { ...ordered, body: { vmId: 'lone', quantity: 1 } });
  expect(placed.order).toMatchObject({ computeId: offer, vmIds: ['lone'] });
  await client.call(cloud.orderComputeV2, { ...ordered, body: { vmId: 'little', vcpu: 2, memoryGib: 8 } });
  wait();
  await visitDataCenter(team, 4, exactly(reportedUntil(clock.now())));
  for (const id of ['lone', 'little']) await client.call(cloud.terminateVm, vm(id));

  // 12:40, what is larger than a VM.
  await client.call(cloud.createMachine, { projectId, body: { id: 'metal', ...asIs } });
  const pod = { id: 'pod', dataCenterId, machineTypeId: 'bare-metal-h100', machineCount: 2 };
  await client.call(cloud.createCluster, { projectId, body: pod });
  await client.call(cloud.createVolume, { projectId, body: { id: 'papers', dataCenterId, sizeGib: 100 } });
  wait();
  await client.call(cloud.patchMachine, { ...machine, body: { ...asIs, powerState: 'OFF' } });
  await client.call(cloud.patchClusterMachine, { projectId, id: 'pod-2', body: { volumeIds: ['papers'] } });
  await client.call(cloud.updateCluster, { projectId, id: 'pod', body: { machineCount: 3 } });
  await client.call(cloud.updateVolume, { ...volume, body: { sizeGib: 150 } });
  wait();
  expect(await client.call(cloud.getMachine, machine)).toMatchObject({ powerState: 'OFF' });
  expect(await client.call(cloud.getCluster, { projectId, id: 'pod' })).toMatchObject({
    state: 'ACTIVE',
    totalPriceHr: '64.8',
    machines: [{}, { volumeIds: ['papers'] }, {}],
  });
  await client.call(cloud.deployMachineOs, { ...machine, body: { os: 'debian-12' } });
  wait();
  for (const query of ['pod', 'golden', 'inner', 'metal', 'papers', 'data', 'box']) {
    const { items } = await client.list(cloud.searchResources, { query });
    expect(items[0]?.resourceName).toContain(query);
  }

  // 13:40, all is cleared away but what is still in use.
  const here = client.call(cloud.deleteDataCenter, { id: dataCenterId });
  expect(await failure(here)).toMatchObject({ status: 409 });
  const web = { projectId, id: 'web' };
  expect((await client.call(cloud.getSecurityGroup, web)).securityGroup).toMatchObject({ id: 'web' });
  expect(await failure(client.call(cloud.deleteSecurityGroup, web))).toMatchObject({ status: 409 });
  expect(await failure(client.call(cloud.deleteNetwork, { projectId, networkId: 'inner' }))).toMatchObject({
    kind: 'conflict',
    status: 409,
  });
  await client.call(cloud.deleteCluster, { projectId, id: 'pod' });
  await client.call(cloud.deleteMachine, machine);
  await client.call(cloud.terminateVm, vm('twin'));
  wait();
  await client.call(cloud.deleteVolume, volume);
  await client.call(cloud.deleteImage, { projectId, id: 'golden' });
  clock.advance(hours(24));

  // The next day the VM has gone by itself, and the disk and the network are left, and a commitment.
  expect((await client.list(cloud.listVms, { projectId })).items).toEqual([]);
  await client.call(cloud.deleteNetwork, { projectId, networkId: 'inner' });
  await client.call(cloud.deleteSecurityGroup, web);
  await client.call(cloud.deleteDisk, { projectId, id: 'data' });
  clock.advance(hours(1));
  const billingAccountId = BillingAccountId.parse('main');
  const startTime = '2026-03-10T10:00:00Z';
  const endTime = isoInstant(reportedUntil(clock.now()));
  const rows = await client.list(cloud.listAccountSpend, { billingAccountId, startTime, endTime });
  expect(rows.items.map(({ description, unit }) => `${description.split(' (')[0]}, ${unit}`).sort()).toEqual([
    'Bare-metal machine metal, UNIT_HOUR',
    'Cluster pod, UNIT_HOUR',
    'Cluster pod, UNIT_HOUR',
    'Image golden, UNIT_GIB_HOUR',
    'Network inner, UNIT_HOUR',
    'Storage disk data, UNIT_GIB_HOUR',
    'Virtual machine box, UNIT_HOUR',
    'Virtual machine little, UNIT_HOUR',
    'Virtual machine lone, UNIT_HOUR',
    // At the price of the list, and then at that of its commitment.
    'Virtual machine twin, UNIT_HOUR',
    'Virtual machine twin, UNIT_HOUR',
    'Volume papers, UNIT_GIB_HOUR',
    'Volume papers, UNIT_GIB_HOUR',
  ]);
  const spend = await client.call(cloud.getCurrentSpend, { id: projectId });
  const exact = chargeToMoney(world.bill(start, reportedUntil(clock.now())).total);
  const months = await client.list(cloud.listProjectSpend, { id: projectId });
  const spendId = `${months.items.at(-1)?.uid}`;
  const details = await client.call(cloud.getSpendDetails, { projectId, spendId });
  expect(details).toMatchObject({ spend: spend.spend, orders: { length: rows.items.length } });
  await visitDataCenter(team, 0, exactly(reportedUntil(clock.now())));
  const total = rows.items.reduce((sum, { amount }) => addMoney(sum, money(amount)), noMoney);
  expect(spend.spend).toBe(exact.toDecimalPlaces(10).toFixed());
  // Each row is rounded by itself.
  expect(total.minus(exact).abs().lt('1e-8')).toBe(true);
  expect(onBug.mock.calls).toEqual([]);
  const asked = new Set(
    Object.values(cloud)
      .filter(({ id }) => called.has(id))
      .map(({ method, path }) => `${method} ${path}`),
  );
  expect(specification.map(({ address }) => address).filter((address) => !asked.has(address))).toEqual([]);
});
