import { describe, expect, it, vi } from 'vitest';
import { contract, type SpecifiedOperation } from '../../../lib/simulator/contract/contract.ts';
import { dialects } from '../../../lib/simulator/dialects/dialects.ts';
import { viewer } from '../a-cloud.ts';
import { addressOf, aFurnishedCloud } from '../furnished.ts';
import { facts2024 } from './facts-2024.ts';
import { facts2026 } from './facts-2026.ts';
import { notSimulated2024, notSimulated2026 } from './not-simulated.ts';
import { addressIn, oracleOf } from './oracle.ts';

const operations: readonly SpecifiedOperation[] = Object.values(contract);
const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/);

/** Where a reply is other than the document has it, for a reason. */
const excused: Readonly<Record<string, string>> = {
  'GetBillingAccountDetailsResponse.paymentProviderCustomer: unknown': 'the document names the provider',
};

describe.each([
  { dialect: 'platform-2026', document: facts2026, notSimulated: notSimulated2026 },
  { dialect: 'platform-2024', document: facts2024, notSimulated: notSimulated2024 },
] as const)('$dialect, held against what its platform published', ({ dialect, document, notSimulated }) => {
  const oracle = oracleOf(document);
  const offered = operations.flatMap((operation) => {
    const form = dialects[dialect].form(operation);
    return form ? [{ id: operation.id, form, address: addressIn(form) }] : [];
  });

  it('has the operations of the document, save for those that are listed, and no others', () => {
    const addresses = offered.map(({ address }) => address);
    expect(addresses.filter((address) => !oracle.facts.has(address))).toEqual([]);
    const lacking = [...oracle.facts.keys()].filter((address) => !addresses.includes(address));
    expect(lacking.toSorted()).toEqual(lines(notSimulated).toSorted());
  });

  const reads = offered.filter(({ form, id }) => form.method === 'GET' && id !== 'createSetupIntent');

  it.each(reads)('$id answers with the fields of its record, and all that are required', async (read) => {
    const { id, form, address } = read;
    const onBug = vi.fn();
    const { ask } = aFurnishedCloud({ dialect, onBug });
    const { path } = form;
    const asked =
      addressOf({ id, path }) + (path.endsWith('/session-key') ? '?dataCenterId=gb-london-1' : '');
    const { status, body } = await ask('GET', asked, { key: viewer.key });
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
});
