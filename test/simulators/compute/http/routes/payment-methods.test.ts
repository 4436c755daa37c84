import { expect, it } from 'vitest';
import { aFurnishedCloud, member, owner } from '../../furnished.ts';

const main = '/v1/billing-accounts/main';

function anAccount() {
  const { ask } = aFurnishedCloud();
  const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return (await ask(method, path, { key: owner.key, ...sent })).body;
  };
  return { ask, send };
}

it('a card that is set up is a payment method from then on, and the first one stays the default', async () => {
  const { send } = anAccount();
  const one = expect.objectContaining({ id: 'card-1', type: 'card', isDefault: true });
  expect(await send('GET', `${main}/payment-methods`)).toEqual({ paymentMethods: [one] });
  const first = await send('GET', `${main}/setup-intent`);
  expect(first).toMatchObject({
    id: expect.any(String),
    clientSecret: expect.stringMatching(/secret-\w{32}/),
  });
  const two = expect.objectContaining({ id: 'card-2', isDefault: false });
  expect(await send('GET', `${main}/payment-methods`)).toEqual({ paymentMethods: [one, two] });
  expect(Object(await send('GET', `${main}/setup-intent`)).id).not.toBe(Object(first).id);
});

it('a new account has no payment method, and its details name its customer at the payment provider', async () => {
  const { send } = anAccount();
  const sent = { displayName: 'Lab', email: 'pay@example.com', invoiceName: 'Lab Ltd' };
  const { id } = Object(await send('POST', '/v1/billing-accounts', sent));
  expect(await send('GET', `/v1/billing-accounts/${id}/payment-methods`)).toEqual({ paymentMethods: [] });
  expect(await send('GET', `/v1/billing-accounts/${id}/details`)).toMatchObject({
    billingAccount: { id, displayName: 'Lab' },
    paymentProviderCustomer: { email: 'pay@example.com', name: 'Lab Ltd' },
  });
});

it('a checkout begins with a secret for the page of the payment provider, for an editor of the account', async () => {
  const { ask, send } = anAccount();
  const path = `${main}/credit-checkout-session?amount.value=50&returnUrl=https://example.com`;
  expect(await send('POST', path)).toEqual({ clientSecret: expect.stringMatching(/^checkout-main-secret-/) });
  expect((await ask('POST', path, { key: member('VIEWER') })).status).toBe(403);
});

it('the permissions of an account and of a project name who has a role there, and where it comes from', async () => {
  const { send } = anAccount();
  const held = { userEmail: 'member-editor@example.com', role: 'EDITOR', billingAccountId: 'main' };
  for (const path of [main, '/v1/projects/lab']) {
    const { permissions } = Object(await send('GET', `${path}:list-permissions`));
    expect(permissions).toContainEqual(expect.objectContaining(held));
  }
});
