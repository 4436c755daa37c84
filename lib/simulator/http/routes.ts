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

/** Every operation of the contract, and its answer. */
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

/** `{vm.id}` is a fine name of a parameter in the contract and none to the router, which is given numbers. */
const parameter = /\{([^{}]+)\}/g;
/** A parameter may have a verb after it, such as `{id}:list-permissions`, which the router takes as part of its value. */
const withVerb = /\{([^{}]+)\}(:[\w-]+)?/g;

/** A path of the contract as the router takes it. */
export function routePattern(path: string): string {
  let nth = 0;
  return path.replaceAll(withVerb, (_, _name, verb: string | undefined) =>
    verb === undefined ? `:p${nth++}` : `:p${nth++}{[^/]+${verb}}`,
  );
}

/** Gives what the router found at a path the contract's names. */
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

/** The methods that each path is asked with; literal paths first, as they came. */
export function methodsByPattern(routes: readonly Addressed[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>();
  for (const { form } of routes) {
    const pattern = routePattern(form.path);
    methods.set(pattern, [...(methods.get(pattern) ?? []), form.method]);
  }
  return methods;
}

/** `…/networks/security-groups` before `…/networks/{id}:verb` before `…/networks/{id}`: the router takes the first that fits. */
export function byLiteralFirst<T extends Addressed>(routes: readonly T[]): T[] {
  const rank = ({ form }: T): string => `${form.path.replaceAll(parameter, '\uffff')}\uffff`;
  return routes.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1));
}
