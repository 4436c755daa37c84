import { expect, it } from 'vitest';
import { viewer } from '../a-cloud.ts';
import { aFurnishedCloud, owner } from '../furnished.ts';

const dataCenterId = 'gb-london-1';
const lab = '/v1/projects/lab';
const account = '/v1/billing-accounts/main';

/** As the platform's document of the year has it, and as it no longer, or not yet, has it. */
const forms = [
  ['platform-2026', 'POST', `${lab}/networks`, { id: 'new', dataCenterId, ipRange: '10.1.0.0/24' }],
  [
    'platform-2024',
    'POST',
    `${lab}/networks`,
    { id: 'new', networkId: 'new', dataCenterId, cidrPrefix: '10.1.0.0/24' },
  ],
  ['platform-2026', 'POST', `${lab}/disks`, { id: 'new', dataCenterId, sizeGib: 10 }],
  ['platform-2024', 'POST', `${lab}/disks`, { dataCenterId, disk: { id: 'new', sizeGib: 10 } }],
  ['platform-2026', 'PATCH', `${lab}/disk/data/attach?vmId=box`, undefined],
  ['platform-2024', 'PATCH', `${lab}/disk/data/attach?vmId=box`, undefined],
  ['platform-2026', 'POST', `${account}/credit?amount.value=50&paymentMethod=card-1`, undefined],
  ['platform-2026', 'GET', `${account}/credit-balance-transactions?pageSize=1`, undefined],
  ['platform-2026', 'POST', `${lab}/security-groups`, { id: 'new', dataCenterId, rules: [] }],
  [
    'platform-2026',
    'POST',
    `${lab}:add-permission`,
    { permissionRole: 'VIEWER', userEmail: 'ana@example.com' },
  ],
  ['platform-2026', 'POST', `${lab}/networks/net/stop`, undefined],
  ['platform-2024', 'POST', `${lab}/networks/net/stop?networkId=net`, undefined],
] as const;

it.each(forms)('%s accepts %s %s', async (dialect, method, path, body) => {
  const { ask } = aFurnishedCloud({ dialect });
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  expect(await ask(method, path, { key: owner.key, ...sent })).toMatchObject({ status: 200 });
});

const others = [
  ['platform-2026', 'POST', `${lab}/networks`, { networkId: 'new', dataCenterId, cidrPrefix: '10.1.0.0/24' }],
  ['platform-2024', 'POST', `${lab}/networks`, { id: 'new', dataCenterId, ipRange: '10.1.0.0/24' }],
  ['platform-2026', 'POST', `${lab}/disks`, { disk: { id: 'new', dataCenterId, sizeGib: 10 } }],
  ['platform-2024', 'POST', `${lab}/disks`, { id: 'new', dataCenterId, sizeGib: 10 }],
  ['platform-2026', 'PATCH', `${lab}/disk/data/attach`, { vmId: 'box' }],
  ['platform-2026', 'POST', `${account}/credit`, { amount: { value: '50' } }],
] as const;

it.each(others)('%s refuses %s %s in the form of another year', async (dialect, method, path, body) => {
  const { ask } = aFurnishedCloud({ dialect });
  const { status } = await ask(method, path, { key: owner.key, body: JSON.stringify(body) });
  expect(status).toBe(400);
});

it('platform-2026 gives a role that names no user to the caller', async () => {
  const { ask } = aFurnishedCloud({ dialect: 'platform-2026' });
  const send = (change: string, permissionRole: string, key: string) =>
    ask('POST', `${lab}:${change}-permission`, { key, body: JSON.stringify({ permissionRole }) });
  const held = async () =>
    JSON.stringify((await ask('GET', `${lab}:list-permissions`, { key: owner.key })).body);
  expect((await send('add', 'EDITOR', owner.key)).status).toBe(200);
  expect(await held()).toContain('"userEmail":"owner@example.com"');
  expect((await send('remove', 'VIEWER', owner.key)).status).toBe(404);
  expect((await send('remove', 'EDITOR', owner.key)).status).toBe(200);
  expect(await held()).not.toContain('"userEmail":"owner@example.com"');
  expect((await send('add', 'OWNER', viewer.key)).status).toBe(403);
});
