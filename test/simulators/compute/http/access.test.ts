import { describe, expect, it } from 'vitest';
import { contract, type SpecifiedOperation } from '../../../../lib/simulators/compute/contract/contract.ts';
import { needOf } from '../../../../lib/simulators/compute/http/access.ts';
import { editor, viewer } from '../a-cloud.ts';
import { addressOf, aFurnishedCloud, member, nobody, owner } from '../furnished.ts';

const operations: readonly SpecifiedOperation[] = Object.values(contract);
/** A GET that creates something, or hands out what a change can be made with. */
const powerful = ['createSetupIntent', 'connectVm', 'getObjectStorageSessionKey'];
const isChange = ({ id, method }: SpecifiedOperation) => method !== 'GET' || powerful.includes(id);
const changes = operations.filter(isChange);
const reads = operations.filter((operation) => !isChange(operation));

const ownersAlone = [
  'addAccountPermission',
  'removeAccountPermission',
  'addDataCenterPermission',
  'addProjectPermission',
  'removeProjectPermission',
  'deleteProject',
  'deleteDataCenter',
];
/** What concerns nobody but the caller, and what everyone may read. */
const ownChanges = ['createBillingAccount', 'createSshKey', 'deleteSshKey', 'deleteUser', 'createApiKey'];
const forEveryone = [
  ...['listProjects', 'listBillingAccounts', 'listDataCenters', 'listPermissions', 'searchResources'],
  ...['getCompute', 'listComputeImages', 'searchCompute', 'searchComputeV2', 'listVmDataCenters'],
  ...['getVmMachineTypes', 'listPublicImages', 'listRegions', 'getClusterMachineType'],
  ...['listSshKeys', 'getSshKey', 'listApiKeys', 'getUser', 'createIdentityVerificationSession'],
  'listOutstandingInvoices',
];

/** Returns whether a caller is refused, or let in as far as the check of the request. */
async function outcome(operation: SpecifiedOperation, key: string): Promise<'401' | '403' | 'let in'> {
  const { ask } = aFurnishedCloud();
  const body = operation.method === 'GET' ? {} : { body: '{}' };
  const { status } = await ask(operation.method, addressOf(operation), { key, ...body });
  if (status === 401 || status === 403) return `${status}`;
  expect([200, 400, 409], `${operation.id} answers ${status}`).toContain(status);
  return 'let in';
}

describe.each(changes)('$id', (operation) => {
  const isOwn = ownChanges.includes(operation.id);
  const isForOwners = ownersAlone.includes(operation.id);

  it.each([
    ['an unknown key', 'stolen', '401'],
    ['a user without any role', nobody.key, isOwn ? 'let in' : '403'],
    ['a viewer of the account', member('VIEWER'), isOwn ? 'let in' : '403'],
    ['an editor of the account', member('EDITOR'), isForOwners ? '403' : 'let in'],
    ['an owner of the account', member('OWNER'), 'let in'],
    ['a key that may read everything', viewer.key, '403'],
    ['a key that may change everything', editor.key, isForOwners ? '403' : 'let in'],
    ['a key that owns everything', owner.key, 'let in'],
  ])('called with %s is permitted or refused by its role', async (_, key, expected) => {
    expect(await outcome(operation, key)).toBe(expected);
  });
});

describe.each(reads)('$id', (operation) => {
  it('may be called by everyone with a role, and by anyone where it shows only their own', async () => {
    expect(await outcome(operation, 'stolen')).toBe('401');
    expect(await outcome(operation, nobody.key)).toBe(forEveryone.includes(operation.id) ? 'let in' : '403');
    expect(await outcome(operation, member('VIEWER'))).toBe('let in');
    expect(await outcome(operation, viewer.key)).toBe('let in');
  });
});

describe('a refusal', () => {
  it('names the required role and its object, and comes before any mistake in the body', async () => {
    const { ask } = aFurnishedCloud();
    const sent = { key: member('VIEWER'), body: '{"id":7}' };
    expect(await ask('POST', '/v1/projects/lab/vm', sent)).toMatchObject({
      status: 403,
      body: {
        code: 403,
        status: 'PERMISSION_DENIED',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: 'IAM_PERMISSION_DENIED',
            metadata: { role: 'EDITOR', resource: 'project lab' },
          },
        ],
      },
    });
  });

  it('applies to what exists: anything else is not found, whoever asks', async () => {
    const { ask } = aFurnishedCloud();
    expect((await ask('GET', '/v1/projects/lab', { key: nobody.key })).status).toBe(403);
    for (const path of ['projects/none', 'billing-accounts/none', 'data-centers/none']) {
      expect((await ask('GET', `/v1/${path}`, { key: nobody.key })).status).toBe(404);
    }
  });
});

it('every operation on a project, an account or a data center needs a role on it', () => {
  for (const operation of operations) {
    const isOn = /^\/v1\/(projects?|billing-accounts|data-centers)\/\{/.test(operation.path);
    expect(needOf(operation).kind === 'place', operation.id).toBe(isOn);
  }
});
