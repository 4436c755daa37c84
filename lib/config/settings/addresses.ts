import { AddressedKind, routeId } from '../../model/route.ts';
import { type RouteAddress, routeSettings } from '../../routes/settings.ts';
import type { Environment } from './environment.ts';
import { type SettingMistake, SettingsError } from './settings-error.ts';

/** Addresses by route: "slack", or "slack/research". */
export type RouteAddresses = ReadonlyMap<string, RouteAddress>;

const prefix = 'SPENDWATCH_';
const listVariableMiddles = (kind: AddressedKind): readonly string[] =>
  Object.values(routeSettings[kind].variables);
/** The variables of routes without a name. A name is appended: SPENDWATCH_SLACK_URL_RESEARCH. */
export const addressVariables: readonly string[] = AddressedKind.options
  .flatMap(listVariableMiddles)
  .map((middle) => prefix + middle);
const form = new RegExp(`^(?:${addressVariables.join('|')})(?:_[A-Z0-9]+)*$`);
export const isAddressVariable = (variable: string): boolean => form.test(variable);

/** Returns the variables of a route's address, by its fields. The first one is required. */
export const listRouteVariables = (kind: AddressedKind, name: string | null): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(routeSettings[kind].variables).map(([setting, middle]) => [
      setting,
      `${prefix}${middle}${formatVariableSuffix(name)}`,
    ]),
  );

export const getRequiredVariable = (kind: AddressedKind, name: string | null): string =>
  [...listRouteVariables(kind, name).values()][0] ?? prefix;

const formatVariableSuffix = (name: string | null): string =>
  name === null ? '' : `_${name.toUpperCase().replaceAll('-', '_')}`;

/** Reads the addresses of routes from the environment. @throws SettingsError with every mistake at once. */
export function readAddresses(environment: Environment): RouteAddresses {
  const addresses = new Map<string, RouteAddress>();
  const mistakes: SettingMistake[] = [];
  for (const kind of AddressedKind.options) {
    for (const name of findRouteNames(environment, kind)) {
      const variables = listRouteVariables(kind, name);
      const written = [...variables].map(([setting, variable]) => [
        setting,
        environment[variable] || undefined,
      ]);
      const read = routeSettings[kind].address.safeParse({ kind, ...Object.fromEntries(written) });
      if (read.success) addresses.set(routeId({ to: kind, name }), read.data);
      else
        for (const { path, message } of read.error.issues)
          mistakes.push({ variable: variables.get(String(path[0])) ?? prefix, message });
    }
  }
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return addresses;
}

/** Returns the names of the routes of a kind for which a variable is set. */
function findRouteNames(environment: Environment, kind: AddressedKind): ReadonlySet<string | null> {
  const ours = new RegExp(
    `^${prefix}(?:${listVariableMiddles(kind).join('|')})(?:_([A-Z0-9]+(?:_[A-Z0-9]+)*))?$`,
  );
  const names = Object.entries(environment).flatMap(([variable, value]) => {
    const [whole, suffix] = ours.exec(variable) ?? [];
    if (whole === undefined || !value) return [];
    return [suffix === undefined ? null : suffix.toLowerCase().replaceAll('_', '-')];
  });
  return new Set(names);
}
