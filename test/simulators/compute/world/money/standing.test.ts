import { describe, expect, it } from 'vitest';
import { hours, milliseconds, minutes } from '../../../../../lib/model/time/time.ts';
import type { WorldEventInput } from '../../../../../lib/simulators/compute/world/world-event.ts';
import { aCloud, aVm, settled } from '../../a-cloud.ts';

const lab = { project: 'lab' } as const;
const suspend = (reason: 'abuse' | 'payment'): WorldEventInput => ({
  kind: 'suspend-account',
  account: 'main',
  reason,
});

/** One of everything, all of it at rest, and the VM and a machine stopped. */
function aFullCloud() {
  const cloud = aCloud();
  const perform = (...events: WorldEventInput[]) => {
    for (const event of events) cloud.world.perform(event);
    cloud.clock.advance(minutes(20));
  };
  perform(
    aVm(),
    aVm({ id: 'down' }),
    { kind: 'create-machine', ...lab, id: 'metal' },
    { kind: 'create-cluster', ...lab, id: 'pod', machines: 2 },
    { kind: 'create-volume', ...lab, id: 'papers', sizeGib: 10 },
    { kind: 'create-disk', ...lab, id: 'data', sizeGib: 10 },
    { kind: 'create-network', ...lab, id: 'inner' },
  );
  perform(
    { kind: 'create-image', ...lab, id: 'golden', vm: 'box' },
    { kind: 'stop-vm', ...lab, vm: 'down' },
    { kind: 'set-power', ...lab, machine: 'metal', power: 'OFF' },
    { kind: 'change-cluster-machine', ...lab, machine: 'pod-1', power: 'OFF' },
  );
  return { ...cloud, perform };
}

const makingAndStarting: readonly WorldEventInput[] = [
  aVm({ id: 'new' }),
  { kind: 'create-machine', ...lab, id: 'new' },
  { kind: 'create-cluster', ...lab, id: 'new', machines: 1 },
  { kind: 'create-volume', ...lab, id: 'new', sizeGib: 10 },
  { kind: 'create-disk', ...lab, id: 'new', sizeGib: 10 },
  { kind: 'create-network', ...lab, id: 'new' },
  { kind: 'create-security-group', ...lab, id: 'new' },
  { kind: 'create-image', ...lab, id: 'new', vm: 'box' },
  { kind: 'change-volume', ...lab, volume: 'papers', sizeGib: 20 },
  { kind: 'change-cluster', ...lab, cluster: 'pod', machines: 3 },
  { kind: 'start-vm', ...lab, vm: 'down' },
  { kind: 'reboot-vm', ...lab, vm: 'box' },
  { kind: 'set-power', ...lab, machine: 'metal', power: 'ON' },
  { kind: 'change-cluster-machine', ...lab, machine: 'pod-1', power: 'ON' },
  { kind: 'deploy-os', ...lab, machine: 'metal', os: 'debian-12' },
];

const stoppingAndDeleting: readonly WorldEventInput[] = [
  { kind: 'stop-vm', ...lab, vm: 'box' },
  { kind: 'terminate-vm', ...lab, vm: 'down' },
  { kind: 'change-cluster-machine', ...lab, machine: 'pod-2', power: 'OFF' },
  { kind: 'change-cluster', ...lab, cluster: 'pod', machines: 1 },
  { kind: 'delete-machine', ...lab, machine: 'metal' },
  { kind: 'delete-volume', ...lab, volume: 'papers' },
  { kind: 'attach-disk', ...lab, disk: 'data', vm: 'box' },
  { kind: 'delete-image', ...lab, image: 'golden' },
  { kind: 'delete-network', ...lab, network: 'inner' },
];

describe('a suspended account', () => {
  it.each(makingAndStarting)('is refused $kind, until it is reinstated', (event) => {
    const { world, perform } = aFullCloud();
    perform(suspend('abuse'));
    const before = JSON.stringify([...world.state().projects]);
    expect(() => world.perform(event)).toThrow('billing account main is suspended');
    expect(JSON.stringify([...world.state().projects])).toBe(before);
    perform({ kind: 'reinstate-account', account: 'main' });
    expect(() => world.perform(event)).not.toThrow();
  });

  it.each(stoppingAndDeleting)('may still $kind', (event) => {
    const { world, perform } = aFullCloud();
    perform(suspend('payment'));
    expect(() => world.perform(event)).not.toThrow();
  });

  it.each([
    ['abuse', 'STATE_SUSPENDED_ABUSE'],
    ['payment', 'STATE_SUSPENDED_PAYMENT'],
  ] as const)('for %s shows that in its state and in each refusal', async (reason, state) => {
    const { ask, perform } = aFullCloud();
    perform(suspend(reason));
    expect((await ask('GET', '/v1/billing-accounts/main')).body).toMatchObject({ state });
    expect(await ask('POST', '/v1/projects/lab/vms/down/start')).toMatchObject({
      status: 409,
      body: {
        status: 'FAILED_PRECONDITION',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.PreconditionFailure',
            violations: [{ type: state, subject: 'billingAccounts/main' }],
          },
          { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'BILLING_ACCOUNT_SUSPENDED' },
        ],
      },
    });
    expect((await ask('GET', '/v1/projects/lab/vms/box')).body).toMatchObject({ VM: { state: 'ACTIVE' } });
    expect((await ask('POST', '/v1/projects/lab/vms/box/stop')).status).toBe(200);
  });

  it('without credit can do nothing until some is paid in, and needs 10 dollars to deploy', async () => {
    const { world, clock, ask } = aCloud();
    world.perform({ kind: 'open-account', id: 'card', paymentTerms: 'PREPAID', credit: '10' });
    world.perform({ kind: 'create-project', id: 'paid', account: 'card' });
    world.perform(aVm({ project: 'paid', priceHr: '10' }));
    clock.advance(hours(1));
    const again = aVm({ project: 'paid', id: 'again', priceHr: '1' });
    expect((await ask('GET', '/v1/projects/paid/vms')).body).toEqual({ VMs: [] });
    expect(() => world.perform(again)).toThrow('suspended');
    world.perform({ kind: 'add-credit', account: 'card', amount: '9.99' });
    expect(() => world.perform(again)).toThrow('less than 10 dollars');
    world.perform({ kind: 'add-credit', account: 'card', amount: '0.01' });
    world.perform(again);
    clock.advance(milliseconds(settled));
    expect((await ask('GET', '/v1/projects/paid/vms/again')).body).toMatchObject({ VM: { state: 'ACTIVE' } });
  });
});

describe('an account whose credit is gone', () => {
  it('loses all its resources of every kind, and is no longer billed for them', async () => {
    const { world, clock, ask } = aCloud();
    world.perform({ kind: 'open-account', id: 'card', paymentTerms: 'PREPAID', credit: '100' });
    world.perform({ kind: 'create-project', id: 'paid', account: 'card' });
    const paid = { project: 'paid' } as const;
    const all: readonly WorldEventInput[] = [
      aVm({ ...paid, expires: clock.now() + hours(1_000) }),
      { kind: 'create-machine', ...paid, id: 'metal' },
      { kind: 'create-cluster', ...paid, id: 'pod', machines: 2 },
      { kind: 'create-volume', ...paid, id: 'papers', sizeGib: 10 },
      { kind: 'create-disk', ...paid, id: 'data', sizeGib: 10 },
      { kind: 'create-network', ...paid, id: 'inner' },
      { kind: 'create-security-group', ...paid, id: 'web' },
    ];
    for (const event of all) world.perform(event);
    clock.advance(minutes(20));
    world.perform({ kind: 'create-image', ...paid, id: 'golden', vm: 'box' });
    const lists = ['vms', 'machines', 'clusters', 'volumes', 'disks', 'images', 'networks'];
    lists.push('networks/security-groups');
    const read = async () =>
      Promise.all(lists.map(async (list) => (await ask('GET', `/v1/projects/paid/${list}`)).body));
    expect(JSON.stringify(await read())).toMatch(/box.*metal.*pod.*papers.*data.*golden.*inner.*web/);
    clock.advance(hours(200));
    expect(JSON.stringify(await read())).not.toMatch(/"id"/);
    const { body } = await ask('GET', '/v1/billing-accounts/card');
    expect(body).toMatchObject({ state: 'STATE_SUSPENDED_PAYMENT', hourlySpendRate: { value: '0' } });
    expect([...world.state().expiring]).toEqual([]);
  });
});
