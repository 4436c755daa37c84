import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { contract, type SpecifiedOperation } from '../../../../lib/simulators/compute/contract/contract.ts';
import { dialects } from '../../../../lib/simulators/compute/dialects/dialects.ts';
import { addressOf, aFurnishedCloud, owner, publicKey } from '../furnished.ts';
import { facts2024 } from './facts-2024.ts';
import { facts2026 } from './facts-2026.ts';
import { addressIn, oracleOf } from './oracle.ts';

const operations: readonly SpecifiedOperation[] = Object.values(contract);

/** Where a reply is other than the document has it, for a reason. */
const excused: Readonly<Record<string, string>> = {
  'GetBillingAccountDetailsResponse.paymentProviderCustomer: unknown': 'the document names the provider',
};

/** What the simulator needs although the document of any year does not require it. */
const neededMore: Readonly<Record<string, string>> = {
  createDataCenter: 'billingAccountId: is required',
};

/** What stands for a required field. */
const sent: Readonly<Record<string, string | number>> = {
  id: 'new',
  vmId: 'new-vm',
  apikeyId: 'new-key',
  networkId: 'net',
  userId: 'nobody',
  userEmail: 'lee@example.com',
  email: 'lee@example.com',
  permissionRole: 'OWNER',
  role: 'OWNER',
  displayName: 'Lab',
  invoiceName: 'Lab',
  billingAccountId: 'main',
  dataCenterId: 'gb-london-1',
  oneFrontendId: 'one',
  machineTypeId: 'bare-metal-epyc',
  machineType: 'epyc-milan',
  machineCount: 2,
  os: 'ubuntu-24-04',
  vcpus: 2,
  memoryGib: 4,
  gpus: 0,
  sizeGib: 200,
  bootDiskImageId: 'ubuntu-2404',
  ipRange: '10.1.0.0/24',
  cidrPrefix: '10.1.0.0/24',
  paymentMethod: 'card-1',
  returnUrl: 'https://example.com',
  publicKey,
};

describe.each([
  { dialect: 'platform-2026', document: facts2026 },
  { dialect: 'platform-2024', document: facts2024 },
] as const)('$dialect, compared with the document of its platform', ({ dialect, document }) => {
  const oracle = oracleOf(document);
  const offered = operations.flatMap((operation) => {
    const form = dialects[dialect].form(operation);
    return form ? [{ id: operation.id, form, address: addressIn(form) }] : [];
  });

  it('has the operations of the document, or lists them as not simulated, and has no others', () => {
    const addresses = offered.map(({ address }) => address);
    expect(addresses.filter((address) => !oracle.facts.has(address))).toEqual([]);
    const lacking = [...oracle.facts.keys()].filter((address) => !addresses.includes(address));
    expect(lacking.toSorted()).toEqual(dialects[dialect].notSimulated.map(addressIn).toSorted());
  });

  const reads = offered.filter(({ form, id }) => form.method === 'GET' && id !== 'createSetupIntent');

  it.each(reads)('$id answers with the fields of its record, and all that are required', async (read) => {
    const { id, form, address } = read;
    const onBug = vi.fn();
    const { ask } = aFurnishedCloud({ dialect, onBug });
    const { path } = form;
    const asked =
      addressOf({ id, path }) + (path.endsWith('/session-key') ? '?dataCenterId=gb-london-1' : '');
    const { status, body } = await ask('GET', asked, { key: owner.key });
    expect({ status, bugs: onBug.mock.calls }, asked).toEqual({ status: 200, bugs: [] });
    const record = oracle.facts.get(address)?.reply;
    const faults = record === undefined ? [] : oracle.faults(record, body);
    expect(faults.filter((fault) => excused[fault] === undefined)).toEqual([]);
  });

  const required = offered.filter(({ form, address }) => {
    const { query = [], body = [] } = oracle.facts.get(address) ?? {};
    return form.method !== 'GET' && query.length + body.length > 0;
  });

  it.each(required)('$id refuses a request without what is required', async ({ id, form }) => {
    const { ask } = aFurnishedCloud({ dialect });
    const address = addressOf({ id, path: form.path }).replace(/\?.*/, '');
    expect((await ask(form.method, address, { key: 'owner-key', body: '{}' })).status).toBe(400);
  });

  it.each(required)('$id accepts a request with only what is required', async ({ id, form, address }) => {
    const { ask } = aFurnishedCloud({ dialect });
    const { query = [], body = [] } = oracle.facts.get(address) ?? {};
    const asked = new URLSearchParams(Object.fromEntries(query.map((name) => [name, String(sent[name])])));
    const { body: answer } = await ask(
      form.method,
      `${addressOf({ id, path: form.path }).replace(/\?.*/, '')}?${asked}`,
      {
        key: 'owner-key',
        ...(body.length > 0 && {
          body: JSON.stringify(Object.fromEntries(body.map((name) => [name, sent[name]]))),
        }),
      },
    );
    const { message = '' } = z.object({ message: z.string().optional() }).parse(answer);
    expect(message === neededMore[id] ? '' : message).not.toContain('is required');
  });
});
