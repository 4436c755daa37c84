import { describe, expect, it } from 'vitest';
import { runpodProfile } from '../../../lib/clouds/runpod/profile.ts';
import { type Resource, toResourceSubject, toRestEffect } from '../../../lib/model/facts/resource.ts';
import { hours } from '../../../lib/model/time/time.ts';
import { restText } from '../../../lib/notify/parts/effect-text.ts';
import type { Scope } from '../../../lib/simulators/runpod/http/access.ts';
import { createEndpoint, createVolume } from '../../../lib/simulators/runpod/world/holdings.ts';
import { createPod, takeAction } from '../../../lib/simulators/runpod/world/pods.ts';
import { aPod, editor } from '../../simulators/runpod/an-account.ts';
import { account, pods, poll, polled, running } from './a-watched-account.ts';

describe('a poll', () => {
  it('reports which list a key may not read, and shows the rest', async () => {
    const scopes = new Set<Scope>(['pods:read', 'catalog:read']);
    const watched = running({ keys: [{ key: editor.key, scopes }] });
    expect(await polled(watched, pods)).toMatchObject({
      kind: 'project',
      resources: [{ id: watched.pod.id }],
      missing: [
        { part: 'volumes', because: expect.stringContaining('lacks the scope network-volumes:read') },
        { part: 'clusters', because: expect.stringContaining('serverless:read') },
        { part: 'spend', because: expect.stringContaining('billing:read') },
      ],
    });
    expect(await polled(watched, account)).toMatchObject({
      kind: 'failed-poll',
      because: expect.stringMatching(/account:read.*billing:read/),
    });
  });

  it('fails as a whole where the key is rejected or may not read pods', async () => {
    const unknown = running({ keys: [{ key: editor.key, scopes: new Set<Scope>(['billing:read']) }] });
    await expect(unknown.cloud.listTargets()).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('reads the balance by GraphQL, by REST where that is gone, and reports where there is neither', async () => {
    const credit = { creditBalance: expect.anything(), burnLimit: expect.anything(), missing: [] };
    expect(await polled(running(), account)).toMatchObject({ ...credit, paymentTerms: 'prepaid' });
    const graphGone = running({ without: ['graphql'] });
    expect(await polled(graphGone, account)).toMatchObject({ ...credit, burnRate: null });
    const august = running({ without: ['getBalance', 'getLimits'] });
    expect(await polled(august, account)).toMatchObject({ ...credit, paymentTerms: 'unknown' });
    const neither = running({ without: ['graphql', 'getBalance', 'getLimits'] });
    neither.clock.advance(hours(1));
    expect(await polled(neither, account)).toMatchObject({
      creditBalance: null,
      missing: [{ part: 'account', because: expect.stringContaining('neither by GraphQL nor by REST') }],
      spend: expect.anything(),
    });
  });

  it('reads an unreadable field as unknown, and keeps the pod', async () => {
    const watched = running({
      change: (path, reply) =>
        path.startsWith('/v2/pods')
          ? JSON.parse(
              JSON.stringify(reply).replaceAll('"locked":false', '"locked":"no"').replaceAll('6.36', '"?"'),
            )
          : reply,
    });
    expect(await polled(watched, pods)).toMatchObject({
      resources: [
        {
          id: watched.pod.id,
          activity: 'running',
          price: null,
          metadata: null,
          unreadable: [{ field: 'cost' }, { field: 'locked' }],
        },
      ],
    });
  });

  it('lists the fields of the account that cannot be read, until they are read again', async () => {
    const watched = running({
      change: (path, reply) => {
        const text = JSON.stringify(reply);
        if (path === '/graphql') return JSON.parse(text.replace('"spendLimit":80', '"spendLimit":"much"'));
        if (path === '/v2/billing/balance') return { ...Object(reply), billingMode: 7 };
        if (path === '/v2/account/limits') return { ...Object(reply), spendRate: 'low' };
        return JSON.parse(text.replaceAll(/"totalAmount":[^,]*,"pod/g, '"totalAmount":"?","pod'));
      },
    });
    watched.clock.advance(hours(1));
    const ofSpend = { part: 'spend', field: 'totalAmount', because: expect.anything() };
    const first = await polled(watched, account);
    expect(first).toMatchObject({
      creditBalance: expect.anything(),
      paymentTerms: 'unknown',
      burnLimit: null,
      spend: { leftOut: 1 },
      unreadable: [
        { part: 'account', field: 'data.myself.spendLimit' },
        { part: 'account', field: 'billingMode' },
        { part: 'account', field: 'spendRate' },
        ofSpend,
      ],
    });
    expect(await polled(watched, pods)).toMatchObject({ spend: { leftOut: 1 }, unreadable: [ofSpend] });
    // The next poll does not ask for spend.
    if (first.kind === 'failed-poll') throw new TypeError(first.because);
    const next = await poll(watched, account, { parts: ['account'] });
    expect(
      next.observe({ observation: first, usageUntil: null, deferredUsage: null, samplings: [] }),
    ).toMatchObject({
      unreadable: [{}, {}, {}, ofSpend],
    });
  });

  it('rejects records of other times than were requested, and counts a list with another page as incomplete', async () => {
    const ignored = running({
      change: (path, reply) =>
        path.startsWith('/v2/billing?')
          ? {
              records: [
                { startTime: '2026-11-24T00:00:00Z', endTime: '2026-11-25T00:00:00Z', totalAmount: 9 },
              ],
            }
          : reply,
    });
    expect(await polled(ignored, account)).toMatchObject({
      spend: null,
      missing: [{ part: 'spend', because: expect.stringContaining('do not cover the requested hours') }],
    });
    const paged = running({
      change: (path, reply) =>
        path.startsWith('/v2/pods') ? { ...Object(reply), nextCursor: 'page-2' } : reply,
    });
    expect(await polled(paged, pods)).toMatchObject({
      missing: [{ part: 'vms', because: expect.stringContaining('another page') }],
    });
  });

  it('counts no volume as unmounted while the mounts of some pod or endpoint are unknown', async () => {
    const without = (path: string, change: (one: object) => object) =>
      running({
        change: (asked, reply) =>
          asked.startsWith(path)
            ? Object.fromEntries(
                Object.entries(Object(reply)).map(([name, list]) => [
                  name,
                  [list].flat().map((one) => change(Object(one))),
                ]),
              )
            : reply,
      });
    const scopes = new Set<Scope>(['pods:read', 'catalog:read', 'network-volumes:read']);
    for (const watched of [
      without('/v2/pods', (pod) => ({ ...pod, mounts: undefined })),
      without('/v2/pods', (pod) => ({ ...pod, mounts: { network: 'some' } })),
      without('/v2/serverless', (endpoint) => ({ ...endpoint, networkVolumes: undefined })),
      running({ keys: [{ key: editor.key, scopes }] }),
    ]) {
      createVolume(watched.world.state(), { name: 'datasets', gb: 100 });
      createEndpoint(watched.world.state(), { name: 'whisper', gpu: 'NVIDIA L40S', workers: 0 });
      const { resources = [] } = Object(await polled(watched, pods));
      expect(resources.find((one: Resource) => one.kind === 'volume')).toMatchObject({ inUse: null });
    }
  });

  it('reads a lock on the platform as a protection', async () => {
    const watched = running();
    watched.pod.locked = true;
    expect(await polled(watched, pods)).toMatchObject({
      resources: [{ metadata: { name: 'tune', spendwatch: 'locked' } }],
    });
  });

  it('reads for each pod what its stop erases and leaves, and whether it is lost at zero credit', async () => {
    const watched = running();
    const { id } = createVolume(watched.world.state(), { name: 'datasets', gb: 100 });
    createPod(watched.world.state(), { ...aPod, storage: { kind: 'none' } });
    createPod(watched.world.state(), { ...aPod, storage: { kind: 'network', id } });
    const { resources = [] } = Object(await polled(watched, pods));
    const told = resources.slice(0, 3).map((resource: Resource) => ({
      lostAtZero: resource.lostAtZero,
      stop: restText(runpodProfile, {
        ...toRestEffect(resource),
        subject: toResourceSubject(pods, resource),
      })[0],
    }));
    expect(told).toEqual([
      {
        lostAtZero: undefined,
        stop: 'A stop ends its charge but for 0.0274 USD/h, erases its container disk and leaves its volume disk, at 0.20 instead of 0.10 USD per GB per month.',
      },
      {
        lostAtZero: undefined,
        stop: 'A stop ends its charge and erases its container disk, the only disk that it has.',
      },
      { lostAtZero: false, stop: 'A stop ends its charge and erases its container disk.' },
    ]);
  });

  it('reads a stopped pod with the price of its volume, and one that never starts as charged', async () => {
    const watched = running();
    takeAction(watched.world.state(), watched.pod.id, 'stop');
    const broken = createPod(watched.world.state(), { ...aPod, isBroken: true });
    watched.clock.advance(hours(1));
    const { resources = [] } = Object(await polled(watched, pods));
    expect(resources).toMatchObject([
      { id: watched.pod.id, activity: 'stopped', state: 'EXITED' },
      { id: broken.id, activity: 'changing', state: 'STARTING' },
    ]);
    const priced = (index: number) => resources[index].price;
    expect(priced(0).atRest.toFixed(4)).toBe('0.0274');
    expect(priced(1).running.toFixed(4)).toBe('6.3805');
  });
});
