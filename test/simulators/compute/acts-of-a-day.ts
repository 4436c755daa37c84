import { expect } from 'vitest';
import type { CloudError } from '../../../lib/clouds/http/errors.ts';
import type { CloudClient, Operation } from '../../../lib/clouds/http/operation.ts';
import { BillingAccountId, ProjectId } from '../../../lib/model/ids.ts';
import { contract as cloud } from '../../../lib/simulators/compute/contract/contract.ts';
import { publicKey } from './furnished.ts';

/** The client of a team, and that of another user with a key. */
export type Team = {
  readonly client: CloudClient;
  readonly failure: (request: Promise<unknown>) => Promise<CloudError>;
  readonly clientOf: (key: string) => CloudClient;
};

const projectId = ProjectId.parse('lab');
const billingAccountId = BillingAccountId.parse('main');
const dataCenterId = 'gb-london-1';

/** Returns the ids of records whose fields the specification does not show. */
const idsOf = (records: readonly unknown[]) => records.map((record) => Object(record).id);

/** Reads all offers, and returns that with the cheapest GPU. */
export async function lookAround({ client }: Team): Promise<string> {
  expect(idsOf((await client.list(cloud.listRegions, {})).items)).toContain('gb-london');
  const { items: places } = await client.list(cloud.listVmDataCenters, { regionId: ['gb-london'] });
  expect(idsOf(places)).toEqual([dataCenterId]);
  const images = await client.list(cloud.listPublicImages, {});
  expect((await client.list(cloud.listComputeImages, {})).items).toEqual(images.items);
  const filter = { gpuCountGte: 1, gpuModel: ['l40s'], dataCenterId: [dataCenterId], orderBy: 'priceHr' };
  const found = await client.call(cloud.searchCompute, { ...filter, pageSize: 2 });
  expect(found).toMatchObject({ totalCount: 4, compute: [{ gpus: 1 }, { gpus: 2 }] });
  const [cheapest = ''] = idsOf(found.compute ?? []);
  const { compute } = await client.call(cloud.getCompute, { id: cheapest });
  expect(compute).toEqual(found.compute?.[0]);
  const asked = { gpu: 1, vcpu: 4, memoryGib: 16, dataCenterId };
  const types = await client.call(cloud.getVmMachineTypes, asked);
  expect(types).toMatchObject({ maxGpu: 8, dataCenters: [{ id: dataCenterId }] });
  expect(await client.call(cloud.searchComputeV2, asked)).toEqual(types);
  return cheapest;
}

/** Hires somebody with an SSH key and an API key, who may do what the role of the hour allows, and lets them go. */
export async function hireAndPart({ client, failure, clientOf }: Team, key: string): Promise<void> {
  const lee = clientOf(key);
  const userEmail = `${(await lee.call(cloud.getUser, {})).emailAddress}`;
  expect((await lee.call(cloud.createIdentityVerificationSession, {})).clientSecret).toMatch(/secret/);
  const listed = async () => (await lee.list(cloud.listProjects, {})).items.map(({ id }) => id);
  expect(await listed()).toEqual([]);
  const role = 'VIEWER';
  await client.call(cloud.addAccountPermission, { billingAccountId, body: { role, userEmail } });
  expect(await listed()).toEqual(['lab']);
  const held = await lee.call(cloud.listPermissions, { projectId });
  const { userId } = Object(held.projectPermissions?.[0]);
  await client.call(cloud.removeAccountPermission, { billingAccountId, body: { role, userId } });
  expect(await listed()).toEqual([]);
  await client.call(cloud.addProjectPermission, { projectId, body: { role: 'EDITOR', userEmail } });
  await client.call(cloud.addDataCenterPermission, { dataCenterId, body: { role, userEmail } });

  const { id = '' } = await lee.call(cloud.createSshKey, { body: { publicKey } });
  expect(await lee.call(cloud.getSshKey, { id: `${id}` })).toMatchObject({ comment: 'ana@laptop' });
  expect((await lee.list(cloud.listSshKeys, {})).items).toHaveLength(1);
  expect((await client.list(cloud.listProjectSshKeys, { projectId })).items).toHaveLength(1);
  await lee.call(cloud.deleteSshKey, { id: `${id}` });

  const { key: second = '' } = await lee.call(cloud.createApiKey, { body: {} });
  const byNewKey = clientOf(`${second}`);
  expect((await byNewKey.call(cloud.getDataCenter, { id: dataCenterId })).id).toBe(dataCenterId);
  await client.call(cloud.removeProjectPermission, { projectId, body: { role: 'EDITOR', userId } });
  expect(await failure(byNewKey.call(cloud.getProject, { id: projectId }))).toMatchObject({ status: 403 });
  await lee.call(cloud.deleteUser, {});
  expect(await failure(byNewKey.call(cloud.getUser, {}))).toMatchObject({ status: 401 });
}

/** Opens a project and a data center, changes both, and closes them again. */
export async function openAndClose({ client, failure }: Team): Promise<void> {
  const id = ProjectId.parse('trial');
  await client.call(cloud.createProject, { body: { id, billingAccountId } });
  await client.call(cloud.updateProject, { 'project.id': id, body: { billingAccountId } });
  expect(await client.call(cloud.getProject, { id })).toMatchObject({ billingAccountId, resourceCount: 0 });
  await client.call(cloud.deleteProject, { id });
  expect(await failure(client.call(cloud.getProject, { id }))).toMatchObject({ status: 404 });

  const site = { id: 'is-reykjavik-1', billingAccountId, regionId: 'is-reykjavik' };
  await client.call(cloud.createDataCenter, { body: site });
  await client.call(cloud.updateDataCenter, { 'dataCenter.id': site.id, body: { renewableEnergy: true } });
  const { items } = await client.list(cloud.listDataCenters, {});
  expect(items).toContainEqual(expect.objectContaining({ ...site, renewableEnergy: true }));
  expect((await client.call(cloud.countHosts, { dataCenterId: site.id })).count).toBe(0);
  await client.call(cloud.deleteDataCenter, { id: site.id });
  expect(await failure(client.call(cloud.getDataCenter, { id: site.id }))).toMatchObject({ status: 404 });
}

/** Compares what a data center holds and earns with the VMs in it and a bill. */
export async function visitDataCenter({ client }: Team, vms: number, bill: string): Promise<void> {
  const { items: hosts } = await client.list(cloud.listHosts, { dataCenterId });
  const { items: clusters } = await client.list(cloud.listDataCenterClusters, { dataCenterId });
  const count = (records: readonly unknown[], member: string): number =>
    records.reduce((sum: number, record) => sum + Number(Object(record)[member]), 0);
  expect(count(hosts, 'vmCount')).toBe(vms);
  expect(count(clusters, 'vmCount')).toBe(vms);
  expect((await client.call(cloud.countHosts, { dataCenterId })).count).toBe(hosts.length);
  expect(count(clusters, 'hostCount')).toBe(hosts.length);
  const { items: months } = await client.list(cloud.listRevenue, { id: dataCenterId });
  expect(months).toMatchObject([{ amount: { value: bill } }]);
  expect(await client.call(cloud.getRevenueTotal, { id: dataCenterId })).toMatchObject({
    amountCollected: '0',
    amountReceivable: bill,
    amountUncollectible: '0',
  });
}

/** Returns a client that notes each operation that is called, and all of those. */
export function countedClient(client: CloudClient, called = new Set<string>()) {
  const counted: CloudClient = {
    ...client,
    call: <O extends Operation>(...[operation, ...rest]: Parameters<typeof client.call<O>>) => {
      called.add(operation.id);
      return client.call(operation, ...rest);
    },
    list: (operation, ...rest) => {
      called.add(operation.id);
      return client.list(operation, ...rest);
    },
  };
  return { counted, called };
}
