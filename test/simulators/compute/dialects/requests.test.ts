import { expect, it } from 'vitest';
import { aFurnishedCloud, owner } from '../furnished.ts';

const dataCenterId = 'gb-london-1';
const lab = '/v1/projects/lab';
const account = '/v1/billing-accounts/main';

/** As the platform's document of the year has it. */
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
  ['platform-2026', 'POST', `${lab}/networks/net/stop`, undefined],
  ['platform-2024', 'POST', `${lab}/networks/net/stop?networkId=net`, undefined],
] as const;

it.each(forms)('%s takes %s %s', async (dialect, method, path, body) => {
  const { ask } = aFurnishedCloud({ dialect });
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  expect(await ask(method, path, { key: owner.key, ...sent })).toMatchObject({ status: 200 });
});
