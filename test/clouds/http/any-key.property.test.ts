import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getBillingAccount, listProjects } from '../../../lib/clouds/compute/contract/billing-accounts.ts';
import { getVm, listVms } from '../../../lib/clouds/compute/contract/vms.ts';
import { connectClient } from '../../../lib/clouds/http/client.ts';
import type { Transport } from '../../../lib/clouds/http/transport.ts';
import { BillingAccountId, ProjectId } from '../../../lib/model/ids.ts';
import { shortestKey } from '../../../lib/model/unsafe-characters.ts';
import { secretKey } from '../../support/api-key.ts';
import { recordingClock } from '../../support/recording-clock.ts';

const vm = {
  id: 'train-7b',
  state: 'ACTIVE',
  createTime: '2026-11-01T12:00:00Z',
  commitmentTerm: 'COMMITMENT_TERM_1_MONTH',
  commitmentEndTime: '2026-12-01T12:00:00Z',
  price: { totalPriceHr: { value: '1.5' }, totalMemoryPriceHr: { value: '0.5' } },
  metadata: { 'spendwatch-keep-until': '2026-12-24T00:00:00Z' },
};
const account = {
  id: 'main',
  state: 'STATE_ACTIVE',
  paymentTerms: 'PAYMENT_TERMS_PREPAID',
  creditBalance: { value: '50' },
  hourlySpendRate: { value: '1' },
  creditBalanceRecharge: { low: { value: '1' }, high: { value: '2' }, autoRecharge: true },
};
const token = 'the-token-of-the-next-page';

/** A cloud that replies as above, to whoever asks with any key. */
function cloudOf(apiKey: string) {
  const paths: string[] = [];
  const transport: Transport = {
    async carry({ operation, path }) {
      paths.push(path);
      return { status: 200, headers: {}, text: JSON.stringify(replyTo(operation, path)) };
    },
    close: async () => {},
  };
  const options = { baseUrl: 'https://api.example.com', clock: recordingClock(), random: Math.random };
  return { paths, cloud: connectClient({ ...options, apiKey, transport }) };
}

function replyTo(operation: string, path: string): unknown {
  switch (operation) {
    case 'getVm':
      return { VM: vm };
    case 'listVms':
      return { VMs: [vm] };
    case 'getBillingAccount':
      return account;
    default:
      return path.includes('pageToken')
        ? { projects: [{ id: 'two' }] }
        : { projects: [{ id: 'one' }], pageToken: token };
  }
}

async function readBy(apiKey: string) {
  const { cloud, paths } = cloudOf(apiKey);
  const projectId = ProjectId.parse('one');
  const facts = [
    await cloud.call(getVm, { projectId, id: vm.id }),
    await cloud.list(listVms, { projectId }),
    await cloud.call(getBillingAccount, { id: BillingAccountId.parse('main') }),
    await cloud.list(listProjects, {}),
  ];
  return { facts, paths };
}

const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)])
    : [];
/** The names of the contract that a key could be, and what pages are asked for by. */
const names = [...namesIn([vm, account]), token].filter(
  (name) => name.length >= shortestKey && !name.startsWith('spendwatch'),
);

describe('the key does not change what is read (invariant 17)', () => {
  it.each(names)('even if it is %s', async (name) => {
    expect(await readBy(name)).toEqual(await readBy(secretKey));
  });

  it('a key that is too short to be hidden is refused with that reason', () => {
    const graphic = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(fc.string({ unit: graphic, minLength: 1, maxLength: shortestKey - 1 }), (key) => {
        expect(() => cloudOf(key)).toThrow('the API key has fewer than 12 characters');
      }),
    );
  });
});
