import { describe, expect, it, vi } from 'vitest';
import { patchMachine } from '../../../lib/clouds/compute/contract/machines.ts';
import { getVm, listVms, stopVm } from '../../../lib/clouds/compute/contract/vms.ts';
import { MachineId, ProjectId, VmId } from '../../../lib/model/ids.ts';
import { instant, later, type Span, seconds } from '../../../lib/model/time/time.ts';
import { watchedCloud } from '../../support/clouds/watched-cloud.ts';
import { answer, rudeService } from '../../support/rude-service.ts';

const projectId = ProjectId.parse('ml-infra');
const inProject = { projectId };
const vm = { projectId, id: VmId.parse('train-7b') };
const power = { dataCenterId: 'gb-1', machineTypeId: 'epyc', os: 'ubuntu', powerState: 'OFF' } as const;

describe('a rejected key', () => {
  it.each([
    [401, 'unauthenticated', /rejected the API key; check/],
    [403, 'forbidden', /lacks permission/],
  ])('with %i is sent once, and the error names the remedy', async (status, kind, words) => {
    const { url, received } = await rudeService((response) =>
      answer(response, status, { code: status, message: 'no' }, { 'retry-after': '1' }),
    );
    const { cloud, clock, failure, lines } = watchedCloud(url);
    const error = await failure(cloud.list(listVms, inProject));
    expect(error).toMatchObject({ kind, status, operation: 'listVms', mayHaveHappened: false });
    expect(error.message).toMatch(words);
    expect(received).toHaveLength(1);
    expect(clock.slept).toEqual([]);
    expect(lines).toMatchObject([
      { event: 'cloud request failed', details: { because: 'the key was rejected' } },
    ]);
  });
});

describe('a rate limit', () => {
  const tooMany = { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'slow down', details: [] };

  it('is reported as a refusal where another attempt would come too late (invariant 21)', async () => {
    const { url, received } = await rudeService((response) =>
      answer(response, 429, tooMany, { 'retry-after': '7' }),
    );
    const { cloud, clock, failure } = watchedCloud(url, { random: () => 0 });
    const error = await failure(cloud.call(stopVm, vm, { sendBy: later(clock.now(), seconds(4)) }));
    const refused = { kind: 'rate-limited', status: 429, retryAfter: 7_000 };
    expect(error).toMatchObject({ ...refused, neverSent: false, mayHaveHappened: false });
    expect(received).toHaveLength(1);
    expect(clock.slept).toEqual([]);
  });

  it('is waited out for the retryDelay in the body, and delays a POST too', async () => {
    const delay = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12s' };
    const { url, received } = await rudeService((response, _, nth) =>
      nth === 1 ? answer(response, 429, { ...tooMany, details: [delay] }) : answer(response, 200, {}),
    );
    const { cloud, clock } = watchedCloud(url, { random: () => 0 });
    await cloud.call(stopVm, vm);
    expect(clock.slept).toEqual([12_000]);
    expect(received).toHaveLength(2);
  });

  it('delays every other request as well', async () => {
    const { url, received } = await rudeService((response, _, nth) =>
      nth === 1 ? answer(response, 429, tooMany, { 'retry-after': '7' }) : answer(response, 200, { VMs: [] }),
    );
    let at = instant(0);
    const sleeping: Array<{ span: Span; wake: () => void }> = [];
    const sleep = (span: Span) => new Promise<void>((wake) => sleeping.push({ span, wake }));
    const { cloud } = watchedCloud(url, { clock: { now: () => at, sleep }, random: () => 0 });
    const first = cloud.list(listVms, inProject);
    await vi.waitFor(() => expect(sleeping).toHaveLength(1), { interval: 1, timeout: 60_000 });
    const second = cloud.list(listVms, inProject);
    await vi.waitFor(() => expect(sleeping).toHaveLength(2), { interval: 1, timeout: 60_000 });
    expect(sleeping.map(({ span }) => span)).toEqual([7_000, 7_000]);
    expect(received).toHaveLength(1);
    at = instant(8_000);
    for (const { wake } of sleeping) wake();
    await Promise.all([first, second]);
    expect(received).toHaveLength(3);
  });
});

describe('a failing service', () => {
  const trouble = { code: 503, status: 'UNAVAILABLE', message: 'back soon' };

  it('receives a read again', async () => {
    const { url, received } = await rudeService((response, _, nth) =>
      nth < 4 ? answer(response, 503, trouble) : answer(response, 200, { VM: { id: 'train-7b' } }),
    );
    const { cloud, clock, lines } = watchedCloud(url);
    expect(await cloud.call(getVm, vm)).toEqual({ VM: { id: 'train-7b' } });
    expect(received).toHaveLength(4);
    expect(clock.slept).toEqual([250, 400, 640]);
    expect(lines[2]).toEqual({
      event: 'cloud request will be retried',
      details: { operation: 'getVm', attempt: 3, kind: 'unavailable', status: 503, wait: 640 },
    });
  });

  it('never receives a change again', async () => {
    const { url, received } = await rudeService((response) => answer(response, 503, trouble));
    const { cloud, clock, failure } = watchedCloud(url);
    const stop = await failure(cloud.call(stopVm, vm));
    const patch = await failure(
      cloud.call(patchMachine, { projectId, id: MachineId.parse('metal-1'), body: power }),
    );
    expect([stop, patch]).toMatchObject([{ mayHaveHappened: true }, { mayHaveHappened: true }]);
    expect(received.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
    expect(clock.slept).toEqual([]);
  });
});
