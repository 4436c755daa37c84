import { describe, expect, it } from 'vitest';
import {
  getBillingAccount,
  listAccountSpend,
} from '../../../lib/clouds/compute/contract/billing-accounts.ts';
import { listMachines, patchMachine } from '../../../lib/clouds/compute/contract/machines.ts';
import { getVm, listVms, stopVm } from '../../../lib/clouds/compute/contract/vms.ts';
import { connectClient } from '../../../lib/clouds/http/client.ts';
import { CloudError } from '../../../lib/clouds/http/errors.ts';
import { BillingAccountId, MachineId, ProjectId, VmId } from '../../../lib/model/ids.ts';
import { secretKey } from '../../support/api-key.ts';
import { watchedCloud } from '../../support/clouds/watched-cloud.ts';
import { recordingClock } from '../../support/recording-clock.ts';
import { answer, rudeService } from '../../support/rude-service.ts';

const projectId = ProjectId.parse('ml-infra');
const vmId = VmId.parse('train-7b');
const power = { dataCenterId: 'gb-1', machineTypeId: 'epyc', os: 'ubuntu', powerState: 'OFF' } as const;

describe('a sent request', () => {
  it('has the method, path and headers of the contract, with the key', async () => {
    const { url, received } = await rudeService((response) => answer(response, 200, { id: 'ml-infra' }));
    const { cloud } = watchedCloud(url);
    expect(await cloud.call(getBillingAccount, { id: BillingAccountId.parse('ml-infra') })).toEqual({
      id: 'ml-infra',
    });
    expect(received).toMatchObject([
      { method: 'GET', path: '/v1/billing-accounts/ml-infra', query: {}, body: '' },
    ]);
    expect(received[0]?.headers).toMatchObject({
      authorization: `Bearer ${secretKey}`,
      accept: 'application/json',
    });
    expect(received[0]?.headers).not.toHaveProperty('content-type');
  });

  it('has a JSON body where the operation takes one', async () => {
    const { url, received } = await rudeService((response) => answer(response, 200, { id: 'metal-1' }));
    const { cloud } = watchedCloud(url);
    await cloud.call(patchMachine, { projectId, id: MachineId.parse('metal-1'), body: power });
    expect(received[0]).toMatchObject({ method: 'PATCH', headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(power);
  });

  it('has encoded values in the path, and the other parameters in the query', async () => {
    const { url, received } = await rudeService((response) => answer(response, 200, { VMs: [], spend: [] }));
    const { cloud } = watchedCloud(url);
    await cloud.list(listVms, { projectId: ProjectId.parse('a/b ?#%ü'), status: 'ACTIVE & more' });
    await cloud.list(listAccountSpend, {
      billingAccountId: BillingAccountId.parse('main'),
      startTime: '2026-11-01T00:00:00+01:00',
      endTime: '2026-12-01T00:00:00+01:00',
    });
    expect(received.map(({ path, query }) => ({ path, query }))).toEqual([
      { path: '/v1/projects/a%2Fb%20%3F%23%25%C3%BC/vms', query: { status: 'ACTIVE & more' } },
      {
        path: '/v1/billing-accounts/main/spend/details',
        query: { startTime: '2026-11-01T00:00:00+01:00', endTime: '2026-12-01T00:00:00+01:00' },
      },
    ]);
  });

  it.each(['.', '..', 'lone \ud800 surrogate'])('is refused before sending for the id %j', async (id) => {
    const { url, received } = await rudeService((response) => answer(response, 200, { id }));
    const { cloud, failure } = watchedCloud(url);
    const error = await failure(cloud.call(getBillingAccount, { id: BillingAccountId.parse(id) }));
    expect(error).toMatchObject({ kind: 'invalid', operation: 'getBillingAccount', mayHaveHappened: false });
    expect(received).toEqual([]);
  });

  it('is refused before sending when the body does not match the contract', async () => {
    const { url, received } = await rudeService((response) => answer(response, 200, {}));
    const { cloud, failure } = watchedCloud(url);
    const body = { ...power, os: JSON.parse('7') };
    const error = await failure(cloud.call(patchMachine, { projectId, id: MachineId.parse('m'), body }));
    expect(error.message).toBe('patchMachine: not sent: os: Invalid input: expected string, received number');
    expect(received).toEqual([]);
  });

  it('goes under the path of the base URL, with or without a slash at its end', async () => {
    const { url, received } = await rudeService((response) => answer(response, 200, { VMs: [] }));
    for (const base of [url, `${url}/`, `${url}/api`, `${url}/api/`]) {
      await watchedCloud(base).cloud.list(listVms, { projectId });
    }
    const path = '/v1/projects/ml-infra/vms';
    expect(received.map((request) => request.path)).toEqual([path, path, `/api${path}`, `/api${path}`]);
  });
});

describe('a received reply', () => {
  it.each(['', '{}', ' \n', 'null'])('is success for a stop answered with the body %j', async (body) => {
    const { url } = await rudeService((response) => response.writeHead(200).end(body));
    const { cloud } = watchedCloud(url);
    await expect(cloud.call(stopVm, { projectId, id: vmId })).resolves.not.toThrow();
  });

  it('is success for a stop answered with 204', async () => {
    const { url } = await rudeService((response) => response.writeHead(204).end());
    await expect(watchedCloud(url).cloud.call(stopVm, { projectId, id: vmId })).resolves.toBeUndefined();
  });

  it('is an error that names operation and field when it does not match the contract', async () => {
    const { url, received } = await rudeService((response) =>
      answer(response, 200, { VM: { id: 7, price: { totalPriceHr: { value: '1,50' } } } }),
    );
    const { cloud, failure } = watchedCloud(url);
    const error = await failure(cloud.call(getVm, { projectId, id: vmId }));
    expect(error).toMatchObject({ kind: 'contract', operation: 'getVm', status: 200 });
    expect(error.message).toBe(
      'getVm: the reply does not match the API contract: VM.id: Invalid input: expected string, received number',
    );
    expect(received).toHaveLength(1);
  });

  it('is an error when it is empty but required', async () => {
    const { url } = await rudeService((response) => response.writeHead(200).end());
    const { cloud, failure } = watchedCloud(url);
    expect((await failure(cloud.call(getVm, { projectId, id: vmId }))).kind).toBe('contract');
    expect((await failure(cloud.list(listVms, { projectId }))).kind).toBe('contract');
  });

  it.each([
    ['<!DOCTYPE html><h1>Welcome</h1>', 'getVm: the reply (200) is a web page, not JSON'],
    ['{"VM":{"id":"train', 'getVm: the reply (200) is not complete JSON'],
  ])('is an error for the body %j', async (body, message) => {
    const { url } = await rudeService((response) => response.writeHead(200).end(body));
    const { cloud, failure } = watchedCloud(url);
    const error = await failure(cloud.call(getVm, { projectId, id: vmId }));
    expect(error).toMatchObject({ kind: 'contract', operation: 'getVm', status: 200, message });
  });

  it('is a record without the field that cannot be read, which it names (invariant 17)', async () => {
    const { url } = await rudeService((response) =>
      answer(response, 200, { VM: { id: 'train-7b', vcpus: 8, price: { totalPriceHr: '$1.50' } } }),
    );
    const { VM } = await watchedCloud(url).cloud.call(getVm, { projectId, id: vmId });
    const unreadable = [{ field: 'price.totalPriceHr', because: 'must be a decimal number' }];
    expect(VM).toEqual({ id: 'train-7b', vcpus: 8, price: {}, unreadable });
  });

  it('is a list without items that cannot be identified, and with all others as far as they can be read (invariant 17)', async () => {
    const fits = { id: 'vm-0', state: 'A_STATE_OF_TOMORROW', novelty: true };
    const { url } = await rudeService((response) =>
      answer(response, 200, { VMs: [fits, { state: 'ACTIVE' }, { id: 'vm-2', vcpus: 'many' }, null] }),
    );
    const { items, flaws } = await watchedCloud(url).cloud.list(listVms, { projectId });
    const unreadable = [{ field: 'vcpus', because: expect.stringMatching(/number/) }];
    expect(items).toEqual([
      { id: 'vm-0', state: 'A_STATE_OF_TOMORROW' },
      { id: 'vm-2', unreadable },
    ]);
    expect(flaws).toMatchObject([
      {
        kind: 'record',
        operation: 'listVms',
        path: 'VMs[1].id',
        because: 'Invalid input: expected string, received undefined',
      },
      {
        kind: 'field',
        operation: 'listVms',
        path: 'VMs[2].vcpus',
        because: expect.stringMatching(/\(in "vm-2"\)$/),
      },
      {
        kind: 'record',
        operation: 'listVms',
        path: 'VMs[3]',
        because: 'Invalid input: expected object, received null',
      },
    ]);
  });

  it('is requested again only for the page that failed', async () => {
    const { url, received } = await rudeService((response, { query }, nth) => {
      if (nth === 2) return answer(response, 503, {});
      answer(response, 200, { machines: [{ id: `metal-${query['pageNumber']}` }], totalCount: 2 });
    });
    const { cloud, clock } = watchedCloud(url);
    expect((await cloud.list(listMachines, { projectId })).items).toHaveLength(2);
    expect(received.map(({ query }) => query['pageNumber'])).toEqual(['1', '2', '2']);
    expect(clock.slept).toEqual([250]);
  });
});

describe('connecting', () => {
  const options = { clock: recordingClock(), random: Math.random };
  const url = 'https://api.example.com';

  it.each([
    ['no address', { ...options, baseUrl: '', apiKey: secretKey }],
    ['another protocol', { ...options, baseUrl: 'ftp://api.example.com', apiKey: secretKey }],
    ['credentials in the address', { ...options, baseUrl: 'https://a:b@api.example.com', apiKey: secretKey }],
    ['a query', { ...options, baseUrl: `${url}?key=${secretKey}`, apiKey: secretKey }],
    ['no key', { ...options, baseUrl: url, apiKey: '' }],
    ['a key with the line end of its file', { ...options, baseUrl: url, apiKey: `${secretKey}\n` }],
  ])('is refused with %s, by an error without the key', (_, wrong) => {
    expect(() => connectClient(wrong)).toThrow(CloudError);
    expect(() => connectClient(wrong)).not.toThrow(secretKey);
  });

  it('can be closed twice, and later requests fail at once', async () => {
    const { url: local, received } = await rudeService((response) => answer(response, 200, {}));
    const { cloud, close, clock, failure } = watchedCloud(local);
    await close();
    await close();
    const error = await failure(cloud.list(listVms, { projectId }));
    expect(error).toMatchObject({ kind: 'invalid', message: 'listVms: the client is closed' });
    expect([received, clock.slept]).toEqual([[], []]);
  });
});
