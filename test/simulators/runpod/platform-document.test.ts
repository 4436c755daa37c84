import { beforeAll, describe, expect, it } from 'vitest';
import { demoCredit, demoScript } from '../../../lib/simulators/runpod/scenario.ts';
import { findByName } from '../../../lib/simulators/runpod/world/ids.ts';
import { anAccount, start } from './an-account.ts';
import { platformDocument, skipped } from './platform-document.ts';

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
  '/v2/templates',
  '/v2/registries',
  '/v2/catalog/gpus',
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
  ['PATCH', '/v2/pods/{fine-tune-old}', { name: 'renamed', locked: false }],
  ['POST', '/v2/pods/{fine-tune-old}/action', { action: 'stop' }],
  ['POST', '/v2/pods/{fine-tune-old}/action', { action: 'stop' }],
  ['POST', '/v2/pods/{fine-tune-old}/action', { action: 'start' }],
  ['POST', '/v2/pods/{fine-tune-old}/action', { action: 'terminate' }],
  ['POST', '/v2/pods/{sweep-0}/action', { action: 'stop' }],
  ['DELETE', '/v2/pods/{etl}'],
];

describe.skipIf(skipped !== '')(`by the platform's own document${skipped}`, () => {
  const { ask, bugs, world } = anAccount({ script: demoScript(start), credit: demoCredit });
  /** Puts the ids of what is named in braces into an address. */
  const addressOf = (path: string): string => {
    const { pods, volumes, clusters, endpoints } = world.state();
    const all = new Map<string, { id: string; name: string }>([
      ...pods,
      ...volumes,
      ...clusters,
      ...endpoints,
    ]);
    return path.replaceAll(/\{(.+?)\}/g, (_, name) => findByName(all, name).id);
  };
  let mistakesIn: ReturnType<typeof platformDocument>['mistakesIn'];
  beforeAll(() => {
    ({ mistakesIn } = platformDocument());
  });

  it.each(reads)('GET %s and its reply are valid', async (named) => {
    const path = addressOf(named);
    const { status, body: reply } = await ask('GET', path);
    expect(mistakesIn({ method: 'GET', path, status, reply })).toEqual([]);
    expect(bugs).toEqual([]);
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
