import { beforeAll, describe, expect, it } from 'vitest';
import { lacking } from '../../../lib/simulators/runpod/http/lacking.ts';
import { routes } from '../../../lib/simulators/runpod/http/routes.ts';
import { demoCredit, demoScript } from '../../../lib/simulators/runpod/scenario.ts';
import { findByName } from '../../../lib/simulators/runpod/world/ids.ts';
import { anAccount, start } from './an-account.ts';
import { platformDocument, skipped } from './platform-document.ts';

const stock = 'include=AVAILABILITY&product';
const reads = [
  '/v2/pods',
  '/v2/pods?includeClusterPods=true',
  '/v2/pods/{train-7b}',
  '/v2/pods/{etl}',
  '/v2/pods/{experiment-lee}',
  '/v2/pods/{never-boots}',
  '/v2/pods/nobody',
  '/v2/network-volumes',
  '/v2/network-volumes/{datasets}',
  '/v2/clusters',
  '/v2/clusters/{sweep}',
  '/v2/clusters/{sweep}/pods',
  '/v2/serverless',
  '/v2/serverless/{whisper}',
  '/v2/serverless/{whisper}/workers',
  '/v2/serverless/{whisper}/releases',
  '/v2/templates',
  '/v2/templates/{team training}',
  '/v2/templates/k7w2m0qx9d',
  '/v2/templates/nobody',
  '/v2/registries',
  '/v2/registries/{team images}',
  '/v2/registries/delegations',
  '/v2/account/ssh-keys',
  '/v2/catalog/gpus',
  `/v2/catalog/gpus?${stock}=POD,SERVERLESS&count=2&cloud=SECURE`,
  `/v2/catalog/gpus?${stock}=POD&countryCodes=RO&minCudaVersion=12.6`,
  '/v2/catalog/gpus?countryCodes=RO',
  '/v2/catalog/gpus?include=AVAILABILITY',
  '/v2/catalog/gpus/NVIDIA%20L40S',
  `/v2/catalog/gpus/NVIDIA%20L40S?${stock}=POD&cudaVersions=11.8`,
  '/v2/catalog/gpus/none',
  '/v2/catalog/cpus',
  `/v2/catalog/cpus?${stock}=POD&vcpuCount=4`,
  '/v2/catalog/cpus/cpu3c',
  '/v2/catalog/datacenters',
  '/v2/catalog/datacenters?include=GPU_AVAILABILITY,CPU_AVAILABILITY&regions=EUROPE',
  '/v2/catalog/datacenters?networkVolumeTypes=STANDARD,HIGH_PERFORMANCE&compliance=HIPAA&globalNetwork=true',
  '/v2/catalog/datacenters/EU-RO-1?include=GPU_AVAILABILITY',
  '/v2/catalog/templates',
  '/v2/catalog/templates?source=community',
  '/v2/billing?bucketSize=day&lastN=3',
  '/v2/billing/pods?bucketSize=hour&startTime=2026-11-24T00:00:00Z&endTime=2026-11-24T10:00:00Z',
  '/v2/billing/pods?podId={fine-tune-old}',
  '/v2/billing/serverless?bucketSize=week',
  '/v2/billing/network-volumes?bucketSize=month',
  '/v2/billing/clusters?bucketSize=year',
  '/v2/billing/endpoints',
];

const newPod = {
  name: 'another',
  image: 'runpod/pytorch',
  gpu: { id: 'NVIDIA L40S', count: 1 },
  env: { A: 'b' },
  mounts: { persistent: { size: 20, path: '/workspace' } },
};
const changes: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['POST', '/v2/pods', newPod],
  ['POST', '/v2/pods', { name: 'of a template', gpu: { id: 'NVIDIA L40S' }, templateId: 'k7w2m0qx9d' }],
  ['POST', '/v2/pods', { ...newPod, templateId: 'nobody' }],
  ['POST', '/v2/pods', { ...newPod, templateId: 'p3n8v5c1yt' }],
  ['PATCH', '/v2/pods/{fine-tune-old}', { name: 'renamed', locked: false }],
  ['POST', '/v2/pods/{fine-tune-old}/action', { action: 'stop' }],
  ['POST', '/v2/pods/{fine-tune-old}/action', { action: 'stop' }],
  ['POST', '/v2/pods/{fine-tune-old}/action', { action: 'start' }],
  ['POST', '/v2/pods/{fine-tune-old}/action', { action: 'terminate' }],
  ['POST', '/v2/pods/{sweep-0}/action', { action: 'stop' }],
  ['DELETE', '/v2/pods/{etl}'],
];

describe.skipIf(skipped !== '')(`by the platform's own document${skipped}`, () => {
  const demo = { script: demoScript(start), credit: demoCredit };
  const { ask, bugs, world } = anAccount(demo);
  const halfSaid = anAccount({ ...demo, sparse: 0.5 });
  const leastSaid = anAccount({ ...demo, sparse: 1 });
  /** Puts the ids of what is named in braces into an address. */
  const addressOf = (path: string): string => {
    const state = world.state();
    const { pods, volumes, clusters, endpoints, templates, registries } = state;
    const all = new Map<string, { id: string; name: string }>([
      ...pods,
      ...volumes,
      ...clusters,
      ...endpoints,
      ...templates,
      ...registries,
    ]);
    return path.replaceAll(/\{(.+?)\}/g, (_, name) => findByName(all, name).id);
  };
  let mistakesIn: ReturnType<typeof platformDocument>['mistakesIn'];
  let operations: ReturnType<typeof platformDocument>['operations'];
  beforeAll(() => {
    ({ mistakesIn, operations } = platformDocument());
  });

  it('every operation is answered, if only with 501 and its name', async () => {
    const offered = routes.map(({ id, method, path }) => [id, method, path] as const);
    const names = (all: typeof operations) => all.map((one) => one.join(' ')).toSorted();
    const documented = names(operations);
    const ours = names([...offered, ...lacking]);
    expect(documented.filter((one) => !ours.includes(one))).toEqual([]);
    // The document of August has neither of these two.
    const newer = ['getBalance GET /v2/billing/balance', 'getLimits GET /v2/account/limits'];
    expect(ours.filter((one) => !documented.includes(one))).toEqual(newer);
    for (const [id, method, path] of lacking) {
      const { status, body: reply } = await ask(method, path.replaceAll(/[{}]/g, ''));
      expect([status, reply]).toMatchObject([501, { detail: expect.stringContaining(id) }]);
      expect(mistakesIn({ method, path, status, reply })).toEqual([]);
    }
  });

  it.each(reads)('GET %s and its reply are valid', async (named) => {
    const path = addressOf(named);
    for (const account of [{ ask, bugs }, halfSaid, leastSaid]) {
      const { status, body: reply } = await account.ask('GET', path);
      expect(mistakesIn({ method: 'GET', path, status, reply })).toEqual([]);
      expect(account.bugs).toEqual([]);
    }
  });

  it('changes and their replies are valid', async () => {
    // One of them renames a pod.
    const addressed = changes.map(([method, path, sent]) => [method, addressOf(path), sent] as const);
    for (const [method, path, sent] of addressed) {
      const { status, body: reply } = await ask(method, path, { body: sent });
      expect(mistakesIn({ method, path, sent, status, reply })).toEqual([]);
    }
    expect(bugs).toEqual([]);
  });

  it('finds a reply, a body and a parameter that the platform does not know', () => {
    const pods = { method: 'GET', path: '/v2/pods', status: 200 } as const;
    expect(mistakesIn({ ...pods, reply: { pods: [{ id: 'tune' }] } })).not.toEqual([]);
    expect(
      mistakesIn({ ...pods, path: '/v2/pods?includeClusterPod=true', reply: { pods: [] } }),
    ).toHaveLength(1);
    const action = { method: 'POST', path: '/v2/pods/tune/action', status: 204, reply: null } as const;
    expect(mistakesIn({ ...action, sent: { action: 'stop', force: true } })).toHaveLength(1);
  });
});
