import type { AnyOperation } from '../../../clouds/http/operation.ts';
import { contract, type SpecifiedOperation } from '../contract/contract.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { dialects } from '../dialects/dialects.ts';
import { type ApiError, noSuchAddress, notSimulated } from './api-error.ts';

type Address = { readonly method: AnyOperation['method']; readonly path: string };

/**
 * An address that some version of the platform has and the simulated one does not answer. It is refused by itself, or
 * a parameter of another operation would take its words: `…/networks/security-groups` is no network.
 */
export type RefusedAddress = { readonly form: Address; error(): ApiError };

const every: readonly SpecifiedOperation[] = Object.values(contract);

/** The addresses of every version. */
const known: readonly RefusedAddress[] = Object.values<Dialect>(dialects)
  .flatMap((dialect) => [
    ...every.flatMap((operation) => dialect.form(operation) ?? []),
    ...dialect.notSimulated,
  ])
  .map((form) => ({ form, error: noSuchAddress }));

/** Returns what is refused: with 501 what the version has, and with 404 what only others have. */
export function refusedAddresses(dialect: Dialect, answered: readonly Address[]): RefusedAddress[] {
  const taken = new Set(answered.map(nameless));
  const published = dialect.notSimulated.map((form) => ({ form, error: () => notSimulated(form.name) }));
  return [...published, ...known].filter(({ form }) => {
    const address = nameless(form);
    if (taken.has(address)) return false;
    taken.add(address);
    return true;
  });
}

function nameless({ method, path }: Address): string {
  return `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`;
}
