import * as z from 'zod';
import { type RouteKind, routeId } from '../../model/route.ts';
import type { Severity } from '../../model/severity.ts';
import { notOnAws, routeSettings } from '../../routes/settings.ts';
import type { Policy } from '../../state/policy.ts';
import { listRouteVariables } from '../settings/addresses.ts';
import { parameterName } from '../settings/secret.ts';
import { type SettingMistake, SettingsError, wrongSetting } from '../settings/settings-error.ts';
import { takesAnnouncements, unheard } from '../settings/unheard.ts';

/** True for the schema of a choice with a default. */
const isChoice = (field: unknown): field is z.ZodDefault<z.ZodEnum> =>
  field instanceof z.ZodDefault && field.def.innerType instanceof z.ZodEnum;

const [one, ...others] = Object.values(routeSettings).flatMap(({ onAws }) =>
  typeof onAws === 'string' ? [] : [onAws],
);
if (one === undefined) throw new TypeError('no kind of route can be deployed');
const deployable = [one, ...others].map(({ shape }) => shape.to.value);

/**
 * A route in addition to the topic. Addresses are secrets and stored in SSM parameters (SecureString), of which only
 * the names are configured. The deployment creates the topics, and a bus unless one is named.
 */
export const DeployedRoute = z.discriminatedUnion('to', [one, ...others], {
  error: ({ code }) => (code === 'invalid_union' ? `must be one of ${deployable.join(', ')}` : undefined),
});
export type DeployedRoute = z.infer<typeof DeployedRoute>;

type Field = z.core.$ZodType;

/** Returns the values of a route's variables, for the settings that a predicate accepts. */
function selectRouteVariables(
  route: DeployedRoute,
  taken: (field: Field, value: string | null) => boolean,
): ReadonlyMap<string, string> {
  const variables = listRouteVariables(route.to, route.name);
  const fields: Readonly<Record<string, Field>> =
    DeployedRoute.options.find(({ shape }) => shape.to.value === route.to)?.shape ?? {};
  const set = new Map<string, string>();
  for (const [setting, value] of Object.entries(route)) {
    const [variable, field] = [variables.get(setting), fields[setting]];
    if (variable !== undefined && field !== undefined && value !== null && taken(field, value))
      set.set(variable, value);
  }
  return set;
}

/** Returns the parameter that holds the value of each variable. */
export const selectRouteParameters = (route: DeployedRoute): ReadonlyMap<string, string> =>
  selectRouteVariables(route, (field) => field === parameterName);

/** Returns the values of variables that are choices other than the default, such as the format of a webhook. */
export const selectRouteChoices = (route: DeployedRoute): ReadonlyMap<string, string> =>
  selectRouteVariables(route, (field, value) => isChoice(field) && value !== field.def.defaultValue);

/**
 * Checks before a deployment that every route of the policy is configured; otherwise only the first run would fail.
 * @throws SettingsError
 */
export function checkDeployedRoutes(
  { routes }: Pick<Policy, 'routes'>,
  deployed: readonly DeployedRoute[],
): void {
  const ids = deployed.map(routeId);
  const there = new Set(['sns', 'console', ...ids]);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const kinds = new Map((routes ?? []).map((route) => [routeId(route), route.to]));
  const missing = [...kinds].filter(([id]) => !there.has(id));
  const mistakes: SettingMistake[] = [
    ...twice.map((id) => ({ variable: 'routes', message: `names ${id} twice` })),
    ...missing.map(([id, to]) => ({ variable: 'routes', message: `has no ${id}, ${describeRouteNeed(to)}` })),
  ];
  if (mistakes.length > 0) throw new SettingsError(mistakes);
}

/** The subscriptions to the topic, by the deployment and by other means. */
type Subscribed = {
  readonly subscriptions?: readonly { readonly to: string; readonly from: Severity }[];
  readonly subscribedElsewhere?: boolean;
};

/**
 * Checks that somebody may receive the announcements of rules with actions. Confirmed receivers are known only when `act`
 * runs.
 * @throws SettingsError
 */
export function checkReceivers(
  policy: Pick<Policy, 'rules' | 'routes'>,
  routes: readonly DeployedRoute[],
  { subscriptions = [], subscribedElsewhere = false }: Subscribed,
): void {
  const isHeard = subscribedElsewhere || subscriptions.some(takesAnnouncements);
  const because = unheard(policy, [...(isHeard ? [{ to: 'sns', name: null } as const] : []), ...routes]);
  if (because === null) return;
  const message = `have no receiver of warnings, but ${because}: add email, a subscription or a route, or set mode: observe; see docs/deploying.md`;
  throw wrongSetting('subscriptions', message);
}

function describeRouteNeed(kind: RouteKind): string {
  const because = notOnAws(kind);
  return because === null
    ? 'to which the policy sends messages'
    : `which is not available on AWS: ${because}`;
}
