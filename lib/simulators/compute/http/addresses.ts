import { contract, type SpecifiedOperation } from '../contract/contract.ts';
import type { Dialect, Form } from '../dialects/dialect.ts';
import { type DialectName, dialects } from '../dialects/dialects.ts';
import { type RefusedAddress, refusedAddresses } from './refused-addresses.ts';
import type { Route } from './route.ts';
import { groupedByPattern, type OperationId, routes } from './routes.ts';

/** An operation that a version of the platform answers, in that version's form. */
export type OfferedOperation = {
  readonly kind: 'offered';
  readonly id: string;
  readonly operation: SpecifiedOperation;
  readonly route: Route;
  readonly form: Form;
};
type Address = OfferedOperation | ({ readonly kind: 'refused' } & RefusedAddress);

/** The operations that a version offers, and all of its addresses by the router's pattern, in the router's order. */
export type Addresses = {
  readonly offered: ReadonlySet<string>;
  readonly byPattern: ReadonlyMap<string, readonly Address[]>;
};

const operations: ReadonlyMap<string, SpecifiedOperation> = new Map(Object.entries(contract));
/** The addresses found before: hundreds are sorted for each version, and a process may make many clouds. */
const found = new Map<string, Addresses>();

/** Returns the addresses of a version of the platform without some operations, and those that it refuses by name. */
export function addressesOf(version: DialectName, without: readonly OperationId[]): Addresses {
  const name = [version, ...without].join(' ');
  const addresses = found.get(name) ?? findAddresses(dialects[version], without);
  found.set(name, addresses);
  return addresses;
}

function findAddresses(dialect: Dialect, without: readonly OperationId[]): Addresses {
  const offered = Object.entries<Route>(routes).flatMap(([id, route]): OfferedOperation[] => {
    const operation = operations.get(id);
    const form = operation && dialect.form(operation);
    if (operation === undefined || form === undefined) return [];
    if (without.some((absent) => absent === id)) return [];
    return [{ kind: 'offered', id, operation, route, form }];
  });
  const answered = offered.map(({ form }) => form);
  const refused = refusedAddresses(dialect, answered).map((one) => ({ kind: 'refused' as const, ...one }));
  return {
    offered: new Set(offered.map(({ id }) => id)),
    byPattern: groupedByPattern<Address>([...offered, ...refused]),
  };
}
