import { groupByKey } from '../../../model/grouped-by.ts';
import type { contract } from '../contract/contract.ts';
import type { Route } from './route.ts';
import { accountRoutes, projectRoutes } from './routes/accounts.ts';
import { catalogueRoutes, searchRoutes } from './routes/catalogue.ts';
import { dataCenterRoutes } from './routes/data-centers.ts';
import { permissionRoutes, sshKeyRoutes, userRoutes } from './routes/identity.ts';
import { clusterRoutes, machineRoutes } from './routes/machines.ts';
import { paymentRoutes, spendRoutes } from './routes/money.ts';
import { networkRoutes, securityGroupRoutes } from './routes/networks.ts';
import { diskRoutes, imageRoutes, objectStorageRoutes, volumeRoutes } from './routes/storage.ts';
import { orderRoutes, vmRoutes } from './routes/vms.ts';

/** Every operation of the contract with its answer. */
export const routes = {
  ...projectRoutes,
  ...spendRoutes,
  ...accountRoutes,
  ...paymentRoutes,
  ...dataCenterRoutes,
  ...catalogueRoutes,
  ...permissionRoutes,
  ...sshKeyRoutes,
  ...userRoutes,
  ...vmRoutes,
  ...imageRoutes,
  ...machineRoutes,
  ...clusterRoutes,
  ...diskRoutes,
  ...volumeRoutes,
  ...objectStorageRoutes,
  ...networkRoutes,
  ...securityGroupRoutes,
  ...orderRoutes,
  ...searchRoutes,
} as const satisfies Record<keyof typeof contract, Route>;

export type OperationId = keyof typeof routes;

/** Matches a parameter. `{vm.id}` is a valid name in the contract but not for the router, which is given numbers. */
const parameter = /\{([^{}]+)\}/g;
/**
 * Matches a parameter with a verb after it, such as `{id}:list-permissions`, which the router takes as part of its
 * value.
 */
const withVerb = /\{([^{}]+)\}(:[\w-]+)?/g;

/** Returns a path of the contract in the router's form. */
export function routePattern(path: string): string {
  let nth = 0;
  return path.replaceAll(withVerb, (_, _name, verb: string | undefined) =>
    verb === undefined ? `:p${nth++}` : `:p${nth++}{[^/]+${verb}}`,
  );
}

/** Returns a function that gives the router's parameters the contract's names. */
export function parameterNamer(
  path: string,
): (found: Readonly<Record<string, string>>) => Record<string, string> {
  const named = [...path.matchAll(withVerb)];
  return (found) =>
    Object.fromEntries(
      named.map(([, name, verb = ''], nth) => {
        const value = found[`p${nth}`] ?? '';
        return [name, value.slice(0, value.length - verb.length)];
      }),
    );
}

type Addressed = { readonly form: { readonly method: string; readonly path: string } };

/**
 * Groups addresses by the router's pattern, in the order in which the router should try them, since it takes the first
 * match: `…/networks/security-groups` before `…/networks/{id}:verb` before `…/networks/{id}`.
 */
export function groupedByPattern<T extends Addressed>(
  addresses: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const rank = ({ form }: T): string => `${form.path.replaceAll(parameter, '\uffff')}\uffff`;
  const literalFirst = addresses.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1));
  return groupByKey(literalFirst, ({ form }) => routePattern(form.path));
}
