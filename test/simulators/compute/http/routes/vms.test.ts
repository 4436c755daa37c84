import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { vmResource } from '../../../../../lib/clouds/compute/facts/resources.ts';
import { WireVm } from '../../../../../lib/clouds/compute/wire/vm.ts';
import { ProjectId } from '../../../../../lib/model/ids.ts';
import { days, hours, milliseconds, minutes, seconds } from '../../../../../lib/model/time/time.ts';
import { aCloud, aVm, settled, start } from '../../a-cloud.ts';
import { type AskedCloud, anOrderedVm } from '../../a-lab.ts';

const vms = '/v1/projects/lab/vms';
const state = async ({ ask }: AskedCloud, id = 'box') => (await ask('GET', `${vms}/${id}`)).body;

describe('a VM with an end', () => {
  const exists = async (cloud: AskedCloud) => (await cloud.ask('GET', `${vms}/box`)).status === 200;

  it.each([
    { ttl: '7200s' },
    { ttl: '1h60m' },
    { ttl: '7199.5s' },
    { expireTime: '2026-03-10T12:00:00Z' },
    { expireTime: '2026-03-10T13:59:59.5+02:00' },
  ])('set by %j is deleted by the platform at that time, whatever happened to it', async (more) => {
    const cloud = await anOrderedVm(more);
    expect(await state(cloud)).toMatchObject({ VM: { expireTime: '2026-03-10T12:00:00Z' } });
    await cloud.ask('POST', `${vms}/box/stop`);
    cloud.clock.advance(milliseconds(hours(2) - settled - 1_000));
    expect(await state(cloud)).toMatchObject({ VM: { state: 'STOPPED' } });
    cloud.clock.advance(seconds(1));
    expect(await state(cloud)).toMatchObject({ VM: { state: 'DELETING' } });
    cloud.clock.advance(milliseconds(settled));
    expect(await exists(cloud)).toBe(false);
  });

  it('can have its end changed or removed', async () => {
    const cloud = await anOrderedVm({ ttl: '3600s' });
    const expire = (body: object) =>
      cloud.ask('POST', '/v1/projects/lab/vm/box/expire-time', { body: JSON.stringify(body) });
    expect((await expire({ ttl: '7200s' })).status).toBe(200);
    cloud.clock.advance(minutes(65));
    expect(await exists(cloud)).toBe(true);
    expect((await expire({})).status).toBe(200);
    cloud.clock.advance(days(30));
    expect(await exists(cloud)).toBe(true);
    expect((await expire({ expireTime: '2026-03-10T10:00:00Z' })).status).toBe(400);
    expect((await expire({ expireTime: '2026-04-12T00:00:00Z' })).status).toBe(200);
    cloud.clock.advance(days(30));
    expect(await exists(cloud)).toBe(false);
  });
});

describe('an existing VM', () => {
  it.each([
    [{ metadata: { b: '3', c: '4' } }, { b: '3', c: '4' }],
    [
      { metadata: { b: '3', c: '4' }, merge: false },
      { b: '3', c: '4' },
    ],
    [
      { metadata: { b: '3', c: '4' }, merge: true },
      { a: '1', b: '3', c: '4' },
    ],
    [{ metadata: {} }, {}],
  ])('given the metadata %j has %j', async (body, metadata) => {
    const cloud = await anOrderedVm({ metadata: { a: '1', b: '2' } });
    const path = '/v1/projects/lab/vm/box/metadata';
    expect((await cloud.ask('POST', path, { body: JSON.stringify(body) })).status).toBe(200);
    expect(await state(cloud)).toMatchObject({ VM: { metadata } });
    expect((await cloud.ask('POST', path, { body: '{"metadata":{"a":1}}' })).status).toBe(400);
  });

  it('can have one commitment at a time, and costs less during it', async () => {
    const cloud = await anOrderedVm();
    const commit = async (commitmentTerm: string) =>
      (
        await cloud.ask('POST', '/v1/projects/lab/vm/box/commit', {
          body: JSON.stringify({ commitmentTerm }),
        })
      ).status;
    expect(await commit('COMMITMENT_TERM_3_MONTHS')).toBe(200);
    expect(await commit('COMMITMENT_TERM_1_MONTH')).toBe(409);
    expect(await commit('COMMITMENT_TERM_NONE')).toBe(409);
    expect(await commit('COMMITMENT_TERM_FOREVER')).toBe(400);
    expect(await commit('COMMITMENT_TERM_3_MONTHS')).toBe(409);
    expect(await commit('COMMITMENT_TERM_12_MONTHS')).toBe(409);
    const committed = {
      commitmentTerm: 'COMMITMENT_TERM_3_MONTHS',
      commitmentEndTime: '2026-06-10T10:02:30Z',
    };
    expect(await state(cloud)).toMatchObject({
      VM: { ...committed, price: { vcpuPriceHr: { value: '0.00378' } } },
    });
    cloud.clock.advance(days(100));
    expect(await state(cloud)).toMatchObject({ VM: { price: { vcpuPriceHr: { value: '0.0042' } } } });
    expect(await commit('COMMITMENT_TERM_1_MONTH')).toBe(200);
  });
});

it('a VM is resized while it is stopped, and billed by its new size from then on', async () => {
  const cloud = await anOrderedVm();
  const vm = '/v1/projects/lab/vms/box';
  const resize = async (query: string) => cloud.ask('POST', `${vm}/resize?${query}`);
  expect((await resize('vcpus=8')).status).toBe(409);
  await cloud.ask('POST', `${vm}/stop`);
  cloud.clock.advance(minutes(5));
  expect((await resize('vcpus=0')).status).toBe(400);
  expect(await resize('vcpus=8&memoryGib=32')).toMatchObject({
    status: 200,
    body: { vm: { state: 'RESIZING', vcpus: 8, memory: 32 } },
  });
  cloud.clock.advance(minutes(5));
  expect((await cloud.ask('GET', vm)).body).toMatchObject({
    VM: {
      state: 'STOPPED',
      price: { totalVcpuPriceHr: { value: '0.0336' }, totalMemoryPriceHr: { value: '0.1056' } },
    },
  });
});

it('a VM may show the term of a commitment without its end, and always shows a term', async () => {
  const { world, ask } = aCloud();
  const until = start + days(30);
  const commitment = { term: 'COMMITMENT_TERM_1_MONTH', until, isEndShown: false };
  world.perform(aVm({ commitment }));
  world.perform(aVm({ id: 'free' }));
  const { body } = await ask('GET', vms);
  expect(body).toMatchObject({
    VMs: [{ commitmentTerm: 'COMMITMENT_TERM_1_MONTH' }, { commitmentTerm: 'COMMITMENT_TERM_NONE' }],
  });
  expect(JSON.stringify(body)).not.toContain('commitmentEndTime');
});

it('a VM may be committed long after its creation without showing an end, and is then read as committed', async () => {
  const { world, ask, clock } = aCloud();
  world.perform(aVm());
  clock.advance(days(90));
  world.perform({
    kind: 'commit-vm',
    project: ProjectId.parse('lab'),
    vm: 'box',
    term: 'COMMITMENT_TERM_1_MONTH',
    isEndShown: false,
  });
  const { body } = await ask('GET', `${vms}/box`);
  expect(JSON.stringify(body)).not.toContain('commitmentEndTime');
  const { VM } = z.object({ VM: WireVm }).parse(body);
  expect(vmResource(VM, clock.now()).committedUntil).toBe('unknown');
});

it('an action over the quota is answered with 429 and half a minute in the body, without a header', async () => {
  const faults = [{ kind: 'quota', probability: 1, operations: ['stopVm'] }] as const;
  const { world, ask, clock } = aCloud({ faults });
  world.perform(aVm());
  clock.advance(minutes(5));
  const reply = await ask('POST', `${vms}/box/stop`);
  expect(reply).toMatchObject({
    status: 429,
    body: {
      status: 'RESOURCE_EXHAUSTED',
      details: [{}, { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '30s' }],
    },
  });
  expect(reply.headers.has('Retry-After')).toBe(false);
  expect((await ask('GET', `${vms}/box`)).body).toMatchObject({ VM: { state: 'ACTIVE' } });
});
