import type { contract } from '../contract/contract.ts';
import type { Route } from './route.ts';
import { accountRoutes, projectRoutes } from './routes/accounts.ts';
import { catalogueRoutes, searchRoutes } from './routes/catalogue.ts';
import { permissionRoutes, userRoutes } from './routes/identity.ts';
import { clusterRoutes, machineRoutes } from './routes/machines.ts';
import { paymentRoutes, spendRoutes } from './routes/money.ts';
import { networkRoutes } from './routes/networks.ts';
import { diskRoutes, imageRoutes, objectStorageRoutes, volumeRoutes } from './routes/storage.ts';
import { vmRoutes } from './routes/vms.ts';

/** Every operation of the contract with its answer. */
export const routes = {
  ...projectRoutes,
  ...spendRoutes,
  ...accountRoutes,
  ...paymentRoutes,
  ...catalogueRoutes,
  ...permissionRoutes,
  ...userRoutes,
  ...vmRoutes,
  ...imageRoutes,
  ...machineRoutes,
  ...clusterRoutes,
  ...diskRoutes,
  ...volumeRoutes,
  ...objectStorageRoutes,
  ...networkRoutes,
  ...searchRoutes,
} as const satisfies Record<keyof typeof contract, Route>;

export type OperationId = keyof typeof routes;

/** Matches a parameter. `{vm.id}` is a valid name in the contract but not for the router, which is given numbers. */
const parameter = /\{([^{}]+)\}/g;
/** Returns a path of the contract in the router's form. */
export function routePattern(path: string): string {
  let nth = 0;
  return path.replaceAll(parameter, () => `:p${nth++}`);
}

/** Returns a function that gives the router's parameters the contract's names. */
export function parameterNamer(
  path: string,
): (found: Readonly<Record<string, string>>) => Record<string, string> {
  const names = [...path.matchAll(parameter)].map(([, name = '']) => name);
  return (found) => Object.fromEntries(names.map((name, nth) => [name, found[`p${nth}`] ?? '']));
}

type Addressed = { readonly form: { readonly method: string; readonly path: string } };

/** Returns the methods of each path, in the given order. */
export function methodsByPattern(routes: readonly Addressed[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>();
  for (const { form } of routes) {
    const pattern = routePattern(form.path);
    methods.set(pattern, [...(methods.get(pattern) ?? []), form.method]);
  }
  return methods;
}

/**
 * Orders routes: `…/invoices/outstanding` before `…/{id}`, since the router takes the first match.
 */
export function byLiteralFirst<T extends Addressed>(routes: readonly T[]): T[] {
  const rank = ({ form }: T): string => `${form.path.replaceAll(parameter, '\uffff')}\uffff`;
  return routes.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1));
}
