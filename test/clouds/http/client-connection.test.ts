import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { getVm, listVms, stopVm } from '../../../lib/clouds/compute/contract/vms.ts';
import { defaultRetryPolicy } from '../../../lib/clouds/http/retry/retry.ts';
import { ProjectId, VmId } from '../../../lib/model/ids.ts';
import { milliseconds } from '../../../lib/model/time/time.ts';
import { selfSigned } from '../../support/certificate.ts';
import { watchedCloud } from '../../support/clouds/watched-cloud.ts';
import { answer, deserted, rudeService } from '../../support/rude-service.ts';

const projectId = ProjectId.parse('ml-infra');
const inProject = { projectId };
const vm = { projectId, id: VmId.parse('train-7b') };
const tooLong = milliseconds(50);

describe('a connection', () => {
  it('that breaks in the middle of a reply makes a GET be repeated', async () => {
    const { url, received } = await rudeService((response, _, nth) => {
      if (nth > 1) return answer(response, 200, { VMs: [{ id: 'vm-0' }] });
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"VMs":[{"id":"vm-0"}', () => response.destroy());
    });
    const { items } = await watchedCloud(url).cloud.list(listVms, inProject);
    expect(items).toEqual([{ id: 'vm-0' }]);
    expect(received).toHaveLength(2);
  });

  it('that breaks before the reply leaves open whether a POST was carried out', async () => {
    const { url, received } = await rudeService((response) => response.destroy());
    const { cloud, failure } = watchedCloud(url);
    const error = await failure(cloud.call(stopVm, vm));
    expect(error).toMatchObject({ kind: 'unreachable', status: null, mayHaveHappened: true });
    expect(error.message).toMatch(/^stopVm: the connection broke \(.+\)$/);
    expect(received).toHaveLength(1);
  });

  it('that breaks within the body of a refusal leaves it a refusal', async () => {
    const { url, received } = await rudeService((response) =>
      response.writeHead(401).write('<html>', () => response.destroy()),
    );
    const { cloud, failure } = watchedCloud(url);
    expect(await failure(cloud.call(getVm, vm))).toMatchObject({ kind: 'unauthenticated', status: 401 });
    expect(received).toHaveLength(1);
  });

  it('that is refused lets even a POST be tried again, since nothing was sent', async () => {
    const { cloud, clock, failure } = watchedCloud(await deserted());
    const error = await failure(cloud.call(stopVm, vm));
    expect(error).toMatchObject({ kind: 'unreachable', neverSent: true, mayHaveHappened: false });
    expect(error.message).toMatch(/^stopVm: the cloud could not be reached \(.*ECONNREFUSED.*\)$/);
    expect(clock.slept).toHaveLength(3);
  });
});

describe('a server that cannot prove who it is', () => {
  it('receives no request and no key, and the error states why', async () => {
    const certificate = selfSigned('localhost');
    const { url, received } = await rudeService((response) => answer(response, 200, {}), certificate);
    const { cloud, failure } = watchedCloud(url);
    const error = await failure(cloud.call(stopVm, vm));
    expect(error).toMatchObject({ kind: 'unreachable', neverSent: true });
    expect(error.message).toMatch(/^stopVm: its certificate is not trusted \(.+\)$/);
    expect(received).toEqual([]);
  });
});

describe('a service that is too slow', () => {
  // The library looks at these two timeouts once a second, so one attempt each is enough.
  it('with its headers or with the rest of its body runs into the time limit', async () => {
    const { url } = await rudeService((response, { method }) => {
      if (method === 'GET') response.writeHead(200).write('{"VM":');
    });
    const once = { ...defaultRetryPolicy, attempts: 1 };
    const headers = watchedCloud(url, { timeouts: { headers: tooLong }, retry: once });
    const body = watchedCloud(url, { timeouts: { body: tooLong }, retry: once });
    const errors = await Promise.all([
      headers.failure(headers.cloud.call(stopVm, vm)),
      body.failure(body.cloud.call(getVm, vm)),
    ]);
    expect(errors).toMatchObject([
      { kind: 'timeout', status: null, mayHaveHappened: true },
      { kind: 'timeout', status: null },
    ]);
    expect(errors.map(({ message }) => message)).toEqual([
      'stopVm: no reply within the time limit',
      'getVm: the reply stalled',
    ]);
  });

  it('receives four attempts of a read and one of a change', async () => {
    const { url } = await rudeService(() => {});
    const { cloud, failure, lines } = watchedCloud(url, { timeouts: { attempt: tooLong } });
    await failure(cloud.call(getVm, vm));
    await failure(cloud.call(stopVm, vm));
    expect(lines.map(({ event }) => event)).toEqual([
      'cloud request will be retried',
      'cloud request will be retried',
      'cloud request will be retried',
      'cloud request failed',
      'cloud request failed',
    ]);
  });

  it('runs into the total time limit, however steadily the reply trickles', async () => {
    const { url } = await rudeService((response) => {
      response.writeHead(200);
      const trickle = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(trickle));
    });
    const { cloud, failure } = watchedCloud(url, { timeouts: { attempt: tooLong } });
    const error = await failure(cloud.call(getVm, vm));
    expect(error).toMatchObject({
      kind: 'timeout',
      message: 'getVm: no complete reply within the time limit',
    });
  });
});

describe('an unacceptable reply', () => {
  it('is one of more than 10 MB', async () => {
    const { url, received } = await rudeService((response) => {
      response.writeHead(200);
      response.write('{"VMs":[{"id":"');
      response.end('x'.repeat(10_000_001));
    });
    const { cloud, failure } = watchedCloud(url);
    const error = await failure(cloud.list(listVms, inProject));
    expect(error).toMatchObject({
      kind: 'contract',
      message: 'listVms: the reply is too large',
    });
    expect(received).toHaveLength(1);
  });

  it('is one that is not HTTP', async () => {
    const { url, received } = await rudeService((response) =>
      response.socket?.end('220 mail.example.com\r\n\r\n'),
    );
    const { cloud, failure } = watchedCloud(url);
    expect(await failure(cloud.call(stopVm, vm))).toMatchObject({ kind: 'contract', status: null });
    expect(received).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])(
    'is a redirect (%i): the other host never sees the key',
    async (status) => {
      const other = await rudeService((response) => answer(response, 200, { VMs: [] }));
      const { url, received } = await rudeService((response) =>
        response.writeHead(status, { location: `${other.url}/v1/elsewhere` }).end(),
      );
      const { cloud, failure } = watchedCloud(url);
      const error = await failure(cloud.list(listVms, inProject));
      expect(error).toMatchObject({ kind: 'contract', status });
      expect(error.message).toBe(
        `listVms: the cloud redirects (${status}) to ${other.url}/v1/elsewhere, which is not followed; check the base URL`,
      );
      expect(received).toHaveLength(1);
      expect(other.received.filter(({ headers }) => 'authorization' in headers)).toEqual([]);
      expect(other.received).toEqual([]);
    },
  );
});

describe('without settings', () => {
  it('60 requests go at once and the next waits for its share of 600 a minute', async () => {
    const { url } = await rudeService((response) => answer(response, 200, { VMs: [] }));
    const { cloud, clock } = watchedCloud(url);
    await Promise.all(Array.from({ length: 60 }, () => cloud.list(listVms, inProject)));
    expect(clock.slept).toEqual([]);
    await cloud.list(listVms, inProject);
    expect(clock.slept).toEqual([111]);
  });

  it('32 requests are in flight and the next goes when one of them is answered', async () => {
    const open: ServerResponse[] = [];
    const { url, received } = await rudeService((response) => open.push(response));
    const { cloud } = watchedCloud(url);
    const all = Array.from({ length: 36 }, () => cloud.list(listVms, inProject));
    await vi.waitFor(() => expect(open).toHaveLength(32), { interval: 1, timeout: 60_000 });
    for (const expected of [33, 34, 35, 36]) {
      expect(received).toHaveLength(expected - 1);
      const [first] = open.splice(0, 1);
      if (first !== undefined) answer(first, 200, { VMs: [] });
      await vi.waitFor(() => expect(received).toHaveLength(expected), { interval: 1, timeout: 60_000 });
    }
    for (const response of open) answer(response, 200, { VMs: [] });
    await Promise.all(all);
  });
});
