import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as accounts from '../../../../lib/clouds/compute/contract/billing-accounts.ts';
import * as machines from '../../../../lib/clouds/compute/contract/machines.ts';
import * as search from '../../../../lib/clouds/compute/contract/search.ts';
import * as storage from '../../../../lib/clouds/compute/contract/storage.ts';
import * as vms from '../../../../lib/clouds/compute/contract/vms.ts';
import type { AnyOperation } from '../../../../lib/clouds/http/operation.ts';
import { contract, operationGroups } from '../../../../lib/simulators/compute/contract/contract.ts';
import { specification } from '../specification.ts';

const operations = Object.entries(contract);

describe('the contract', () => {
  it('has exactly the operations of the specification, and others marked as such', () => {
    const specified = operations
      .filter(([, { source }]) => source === 'specification')
      .map(([, { method, path }]) => `${method} ${path}`);
    expect(specified.toSorted()).toEqual(specification.map(({ address }) => address).toSorted());
  });

  it('has no two operations at one address, and every one in one group', () => {
    const addresses = operations.map(
      ([, { method, path }]) => `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`,
    );
    expect(new Set(addresses).size).toBe(addresses.length);
    const grouped = operationGroups.flatMap((group) => group.operations.map(({ id }) => id));
    expect(grouped.toSorted()).toEqual(Object.keys(contract).toSorted());
  });
});

const watched = [accounts, vms, machines, storage, search].flatMap((group) =>
  Object.values<AnyOperation>(group),
);
/** Fields of records that the specification only names: they are read where a platform shows them. */
const notShown: Readonly<Record<string, readonly string[]>> = {
  listImages: ['state'],
  getImage: ['image.state'],
};
/** Filters that spendwatch does not send. */
const notSent: Readonly<Record<string, readonly string[]>> = {
  listVmDataCenters: ['regionId', 'renewableEnergy'],
};
const whole = new Map<string, AnyOperation>(operations);

/** Every field that a schema reads, as "VM.price.totalPriceHr". */
function fieldsOf(schema: z.ZodType): string[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  const named = new Map(Object.entries(json.$defs ?? {}));
  const walk = (node: z.core.JSONSchema.BaseSchema): string[] => {
    const referred = named.get(node.$ref?.replace('#/$defs/', '') ?? '');
    const inner = [referred, ...(node.anyOf ?? []), node.items].flatMap((part) =>
      typeof part === 'object' && !Array.isArray(part) ? walk(part) : [],
    );
    const own = Object.entries(node.properties ?? {}).flatMap(([name, field]) => [
      name,
      ...(typeof field === 'object' ? walk(field).map((deeper) => `${name}.${deeper}`) : []),
    ]);
    return [...new Set([...own, ...inner])];
  };
  return walk(json);
}

const readBy = (operation: AnyOperation | undefined): string[] => {
  if (operation === undefined) return [];
  return fieldsOf(operation.kind === 'list' ? operation.item : operation.reply);
};

describe('the operations that spendwatch itself calls', () => {
  it.each(watched)('include $id of the whole contract, with fewer fields', (operation) => {
    const { id, kind, method, path } = operation;
    const complete = whole.get(id);
    expect(complete).toMatchObject({ id, kind, method, path });
    if (operation.kind === 'list') {
      expect(complete).toMatchObject({ field: operation.field, paging: operation.paging });
    }
    const sent = [...Object.keys(operation.input.shape), ...(notSent[id] ?? [])];
    expect(Object.keys(complete?.input.shape ?? {}).toSorted()).toEqual(sent.toSorted());
    expect([...readBy(complete), ...(notShown[id] ?? [])]).toEqual(expect.arrayContaining(readBy(operation)));
  });

  it('do not read what could only do harm, such as scripts and keys of machines', () => {
    expect(readBy(machines.getMachine)).not.toEqual(expect.arrayContaining(['startScript']));
    expect(readBy(whole.get('getMachine'))).toEqual(expect.arrayContaining(['startScript', 'userData']));
  });
});
