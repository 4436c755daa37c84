import { describe, expect, it } from 'vitest';
import { stopVm } from '../../../lib/clouds/compute/contract/vms.ts';
import { BillingAccountId, MachineId, ProjectId, VmId } from '../../../lib/model/ids.ts';
import { getBillingAccountDetails } from '../../../lib/simulators/compute/contract/billing-accounts.ts';
import { listVmDataCenters, searchCompute } from '../../../lib/simulators/compute/contract/catalogue.ts';
import { detachDisk } from '../../../lib/simulators/compute/contract/disks.ts';
import { createImage } from '../../../lib/simulators/compute/contract/images.ts';
import { patchMachine } from '../../../lib/simulators/compute/contract/machines.ts';
import { addCredit } from '../../../lib/simulators/compute/contract/payments.ts';
import { updateProject } from '../../../lib/simulators/compute/contract/projects.ts';
import { createApiKey } from '../../../lib/simulators/compute/contract/user.ts';
import { watchedCloud } from '../../support/clouds/watched-cloud.ts';
import { answer, rudeService } from '../../support/rude-service.ts';

const projectId = ProjectId.parse('ml-infra');

/** A cloud that answers everything with one body, and what it was sent. */
async function answering(body: unknown) {
  const { url, received } = await rudeService((response) => answer(response, 200, body));
  return { ...watchedCloud(url), received };
}

describe('a query', () => {
  it('repeats a parameter for each of its values, and leaves out what is not given', async () => {
    const { cloud, received } = await answering({ dataCenters: [] });
    await cloud.call(searchCompute, {
      regionId: ['gb-london', 'se & no'],
      gpuModel: [],
      gpuCountGte: 2,
      priceHrLte: 1.5,
      renewableEnergy: false,
    });
    await cloud.list(listVmDataCenters, { regionId: 'gb-london', renewableEnergy: true });
    expect(received.map(({ search }) => search)).toEqual([
      '?regionId=gb-london&regionId=se+%26+no&gpuCountGte=2&priceHrLte=1.5&renewableEnergy=false',
      '?regionId=gb-london&renewableEnergy=true',
    ]);
  });

  it('has the parameters of a POST without a body', async () => {
    const { cloud, received } = await answering({ image: { id: 'before', platform: 'linux' } });
    const parameters = { projectId, vmId: 'train-7b', id: 'before', description: 'before the stop' };
    expect(await cloud.call(createImage, parameters)).toEqual({ image: { id: 'before', platform: 'linux' } });
    expect(received[0]).toMatchObject({
      method: 'POST',
      path: '/v1/projects/ml-infra/images',
      query: { vmId: 'train-7b', id: 'before', description: 'before the stop' },
      body: '',
    });
  });
});

describe('a path', () => {
  it('may have parameters with a dot in their names', async () => {
    const { cloud, received } = await answering({ id: 'ml-infra' });
    await cloud.call(updateProject, { 'project.id': projectId, body: { billingAccountId: 'main' } });
    expect(received[0]).toMatchObject({ method: 'PATCH', path: '/v1/projects/ml-infra', search: '' });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ billingAccountId: 'main' });
  });
});

describe('a body', () => {
  it.each([
    [undefined, {}],
    [{}, {}],
    [{ apikeyId: 'ci-runner-1' }, { apikeyId: 'ci-runner-1' }],
  ])('that is optional is sent for %j as %j', async (body, sent) => {
    const { cloud, received } = await answering({ id: 'ci-runner-1', key: 'k' });
    await cloud.call(createApiKey, body === undefined ? {} : { body });
    expect(received[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual(sent);
  });

  it.each(['abc', 'x'.repeat(64), 'Upper-Case', 'under_score'])(
    'with the key name %j is not sent',
    async (apikeyId) => {
      const { cloud, failure, received } = await answering({});
      const error = await failure(cloud.call(createApiKey, { body: { apikeyId } }));
      expect(error).toMatchObject({ kind: 'invalid', neverSent: true });
      expect(received).toEqual([]);
    },
  );

  it.each(['2.50', { value: '2.50' }])('has the decimal %j written as an object', async (amount) => {
    const { cloud, received } = await answering({ paymentIntent: {} });
    await cloud.call(addCredit, { id: BillingAccountId.parse('main'), body: { amount } });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ amount: { value: '2.50' } });
  });

  it.each(['1,50', { value: '1 000' }, ''])('with the decimal %j is not sent', async (priceHr) => {
    const { cloud, failure, received } = await answering({});
    const machine = { projectId, id: MachineId.parse('metal-1') };
    const error = await failure(cloud.call(patchMachine, { ...machine, body: { priceHr } }));
    expect(error).toMatchObject({ kind: 'invalid', neverSent: true });
    expect(received).toEqual([]);
  });
});

describe('a reply', () => {
  it('may lack a required field whose name the specification does not show', async () => {
    const billingAccount = { id: 'main', monthlySpend: '12.50', creditBalance: 3 };
    const { cloud } = await answering({ billingAccount, someProviderCustomer: { id: 'cus-1' } });
    const details = await cloud.call(getBillingAccountDetails, { id: BillingAccountId.parse('main') });
    expect(details).toEqual({ billingAccount: { ...billingAccount, creditBalance: '3' } });
  });
});

describe('an operation without a reply', () => {
  it.each([undefined, {}, { id: 'op-1', done: false }, []])(
    'returns nothing, whatever the body: %j',
    async (body) => {
      const { cloud } = await answering(body);
      expect(await cloud.call(stopVm, { projectId, id: VmId.parse('train-7b') })).toBeUndefined();
    },
  );

  it('may be a PUT, which is not repeated when it may have been carried out', async () => {
    const { url, received } = await rudeService((response) => answer(response, 503, {}));
    const { cloud, failure } = watchedCloud(url);
    const error = await failure(cloud.call(detachDisk, { projectId, id: 'data-1' }));
    expect(error).toMatchObject({ kind: 'unavailable', mayHaveHappened: true });
    expect(received.map(({ method, path }) => [method, path])).toEqual([
      ['PUT', '/v1/projects/ml-infra/disk/data-1/detach'],
    ]);
  });
});
