import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract, type SpecifiedOperation } from '../../../../lib/simulators/compute/contract/contract.ts';
import { type DialectName, dialects } from '../../../../lib/simulators/compute/dialects/dialects.ts';
import { aFurnishedCloud, owner } from '../furnished.ts';
import { addressIn } from './oracle.ts';

const operations: readonly SpecifiedOperation[] = Object.values(contract);
const answered = (dialect: DialectName): ReadonlySet<string> =>
  new Set(operations.flatMap((operation) => dialects[dialect].form(operation) ?? []).map(addressIn));

/** What each version lacks; the whole simulator answers some of it in the form of the specification. */
const lacks = (['platform-2024', 'platform-2026', 'whole'] as const).flatMap((dialect) => {
  const rows = dialects[dialect].notSimulated.filter((one) => !answered(dialect).has(addressIn(one)));
  const byAddress = new Map(rows.toReversed().map((one) => [addressIn(one), one]));
  return [...byAddress.values()].map((one) => [dialect, one.method, one.path, one.name] as const);
});

/** The names of things that are there, so that every other operation that took the address would find something. */
const names: Readonly<Record<string, string>> = {
  projectId: 'lab',
  id: 'box',
  dataCenterId: 'gb-london-1',
  'billingAccount.id': 'main',
};
const filled = (path: string): string =>
  path
    .replace('billing-accounts/{id}', 'billing-accounts/main')
    .replaceAll(/\{([^}]+)\}/g, (_, name: string) => names[name] ?? 'one');

it.each(lacks)('%s answers %s %s with 501 and the name %s', async (dialect, method, path, operation) => {
  const { ask } = aFurnishedCloud({ dialect });
  const sent = method === 'GET' ? {} : { body: '{}' };
  expect(await ask(method, filled(path), { key: owner.key, ...sent })).toMatchObject({
    status: 501,
    body: { code: 501, status: 'UNIMPLEMENTED', details: [{ metadata: { operation } }] },
  });
  expect((await ask(method, filled(path), { key: 'stolen', ...sent })).status).toBe(401);
});

it('the page of the simulator lists every operation that is not simulated', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/simulator.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(\w+ \/v1\S*)` \| (\w+) \| (.*) \|$/gm)].map(
    ([, ...cells]) => cells,
  );
  const years = ['2024', '2026'] as const;
  const expected = years.flatMap((year) =>
    dialects[`platform-${year}`].notSimulated.map((one) => [`${one.method} ${one.path}`, one.name, year]),
  );
  const found = listed.flatMap(([address, name, both = '']) =>
    both.split(', ').map((year) => [address, name, year]),
  );
  expect(found.map(String).toSorted()).toEqual(expected.map(String).toSorted());
});

describe('an address of another version', () => {
  it.each([
    ['platform-2026', 'GET', '/v1/projects/lab/networks/security-groups'],
    ['whole', 'GET', '/v1/billing-accounts/invoices?id=main'],
    ['specification', 'GET', '/v1/projects/lab:list-permissions'],
    ['platform-2024', 'GET', '/v1/projects/lab:list-permissions'],
  ] as const)(
    'is unknown to %s, and never matches another operation: %s %s',
    async (dialect, method, path) => {
      const { ask } = aFurnishedCloud({ dialect });
      expect(await ask(method, path, { key: owner.key })).toMatchObject({
        status: 404,
        body: { details: [{ reason: 'ADDRESS_UNKNOWN' }] },
      });
    },
  );

  it('is unknown where its operation is left out', async () => {
    const { ask } = aFurnishedCloud({ without: ['listSecurityGroups'] });
    expect(await ask('GET', '/v1/projects/lab/networks/security-groups')).toMatchObject({
      status: 404,
      body: { details: [{ reason: 'ADDRESS_UNKNOWN' }] },
    });
  });

  it.each(['DELETE', 'PATCH', 'PUT'] as const)(
    'accepts no %s that is meant for a single resource',
    async (method) => {
      const { ask } = aFurnishedCloud();
      const { status, headers } = await ask(method, '/v1/projects/lab/networks/security-groups', {
        key: owner.key,
      });
      expect({ status, allow: headers.get('Allow')?.split(', ').toSorted() }).toEqual({
        status: 405,
        allow: ['GET', 'POST'],
      });
    },
  );
});
