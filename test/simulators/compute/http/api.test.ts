import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { AnyOperation } from '../../../../lib/clouds/http/operation.ts';
import { days, later, minutes } from '../../../../lib/model/time/time.ts';
import { createApp } from '../../../../lib/simulators/compute/http/app.ts';
import { routes } from '../../../../lib/simulators/compute/http/routes.ts';
import { aCloud, askOf, aVm, aWorld, editor, start, viewer } from '../a-cloud.ts';
import { addressOf, aFurnishedCloud, owner } from '../furnished.ts';

/** In that cloud nobody has used it for a month. */
const nothingOwed = ['listInvoices', 'listOutstandingInvoices'];
const reads: AnyOperation[] = Object.values(routes)
  .map(({ operation }) => operation)
  .filter(({ id, method }) => method === 'GET' && !['createSetupIntent', ...nothingOwed].includes(id));

describe('every read that is simulated', () => {
  it.each(reads)('$id returns a non-empty reply by its contract', async (operation) => {
    const onBug = vi.fn();
    const { ask } = aFurnishedCloud({ onBug });
    const { status, body } = await ask('GET', addressOf(operation), { key: owner.key });
    expect({ status, body, bugs: onBug.mock.calls }).toMatchObject({ status: 200, bugs: [] });
    if (operation.kind === 'single') {
      operation.reply.parse(body);
      return;
    }
    const items = z.record(z.string(), z.unknown()).parse(body)[operation.field];
    expect(z.array(operation.item).parse(items).length).toBeGreaterThan(0);
  });
});

describe('a reply that the contract does not allow', () => {
  it('is not sent: it is a bug, reported and answered with 500', async () => {
    const { world } = aWorld();
    world.perform(aVm());
    const onBug = vi.fn();
    const broken = { ...world, monitor: () => [{ timestamp: 'never' }] };
    const ask = askOf(createApp({ world: broken, keys: [viewer], onBug }));
    const reply = await ask('GET', '/v1/projects/lab/vms/box/monitor', { key: viewer.key });
    expect(reply).toMatchObject({ status: 500, body: { code: 500, status: 'INTERNAL' } });
    expect(String(onBug.mock.calls[0]?.[0])).toMatch(/ContractBreach: monitorVm .*timestamp/s);
  });
});

describe('a key', () => {
  const asked = async (headers: Record<string, string>) => {
    const app = createApp({ world: aWorld().world, keys: [viewer, editor] });
    const response = await app.request('/v1/projects', { headers });
    return { status: response.status, body: await response.json() };
  };

  it.each([
    ['is missing', {}, 401, 'UNAUTHENTICATED'],
    ['is not known', { Authorization: 'Bearer stolen' }, 401, 'UNAUTHENTICATED'],
    ['is not a bearer key', { Authorization: 'Basic dXNlcjpwYXNz' }, 400, 'INVALID_ARGUMENT'],
    ['is empty', { Authorization: 'Bearer' }, 400, 'INVALID_ARGUMENT'],
  ])('that %s is refused', async (_, headers, code, status) => {
    expect(await asked(headers)).toMatchObject({ status: code, body: { code, status } });
  });
});

describe('a request', () => {
  it.each([
    '/v1/projects/nowhere',
    '/v1/projects/nowhere/vms',
    '/v1/projects/nowhere/spend/current',
    '/v1/projects/lab/vms/nothing',
    '/v1/projects/lab/vms/nothing/monitor',
    '/v1/projects/lab/machines/nothing',
    '/v1/billing-accounts/nobody',
    '/v1/billing-accounts/nobody/spend/details?startTime=2026-03-01T00:00:00Z&endTime=2026-03-02T00:00:00Z',
    '/v1/nothing/of/the/kind',
  ])('for %s is not found', async (path) => {
    expect(await aCloud().ask('GET', path)).toMatchObject({
      status: 404,
      body: { code: 404, status: 'NOT_FOUND', message: expect.any(String), details: expect.any(Array) },
    });
  });

  it.each([
    ['/v1/projects/lab/vms?colour=red', 'colour'],
    ['/v1/projects/lab/vms?status=ACTIVE&status=STOPPED', 'status'],
    ['/v1/projects/lab/vms?pageSize=5', 'pageSize'],
    ['/v1/resources/search?name=lab', 'name'],
    ['/v1/billing-accounts/main/spend/details?startTime=2026-03-01T00:00:00Z', 'endTime'],
    ['/v1/projects?pageSize=-1', 'pageSize'],
    ['/v1/projects?pageToken=made-up', 'pageToken'],
    ['/v1/projects/lab/machines?pageNumber=first', 'pageNumber'],
  ])('for %s is bad for its %s', async (path, field) => {
    expect(await aCloud().ask('GET', path)).toMatchObject({
      status: 400,
      body: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field }] }],
      },
    });
  });

  it('with a body where there should be none is bad, but for the empty one of generated clients', async () => {
    const { ask, world, clock } = aCloud();
    world.perform(aVm());
    clock.advance(minutes(5));
    expect((await ask('POST', '/v1/projects/lab/vms/box/stop', { body: '{"force":true}' })).status).toBe(400);
    expect((await ask('POST', '/v1/projects/lab/vms/box/stop', { body: '{}' })).status).toBe(200);
  });

  it('for VMs may ask for those of one state or one network', async () => {
    const { ask, world, clock } = aCloud();
    world.perform(aVm({ id: 'one' }));
    world.perform(aVm({ id: 'two', dataCenter: 'se-lulea-1' }));
    clock.advance(minutes(5));
    world.perform({ kind: 'stop-vm', project: 'lab', vm: 'one' });
    const ids = async (query: string) =>
      JSON.stringify((await ask('GET', `/v1/projects/lab/vms?${query}`)).body).match(/"id":"(one|two)"/g);
    expect(await ids('status=ACTIVE')).toEqual(['"id":"two"']);
    expect(await ids('status=STOPPING')).toEqual(['"id":"one"']);
    expect(await ids('networkId=default-se-lulea-1')).toEqual(['"id":"two"']);
    expect(await ids('status=SUSPENDED')).toBeNull();
  });

  it('for an operation that this version of the platform does not have is not found', async () => {
    const { ask } = aCloud({ without: ['getCurrentSpend'] });
    expect((await ask('GET', '/v1/projects/lab/spend/current')).status).toBe(404);
    expect((await ask('GET', '/v1/projects/lab/spend')).status).toBe(200);
  });
});

describe('a scripted event that cannot happen', () => {
  const tomorrow = later(start, days(1));
  const what = { kind: 'stop-vm', project: 'lab', vm: 'nothing' } as const;

  it('is an error of the script, and not a reply to whoever asks at that moment', async () => {
    const onBug = vi.fn();
    const { ask, clock } = aCloud({ events: [{ at: tomorrow, what }], onBug });
    clock.set(tomorrow);
    expect((await ask('GET', '/v1/projects')).status).toBe(500);
    expect(String(onBug.mock.calls[0]?.[0])).toContain('stop-vm, scripted at 2026-03-11T10:00:00Z');
  });
});
