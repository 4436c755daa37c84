import * as z from 'zod';
import { routeId, WebhookFormat } from '../../model/route.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Severity } from '../../model/severity.ts';
import { busArn, variablesOf } from './addresses.ts';
import { type SettingMistake, SettingsError, wrongSetting } from './settings-error.ts';
import { takesAnnouncements, unheard } from './unheard.ts';

export const parameterName = z
  .string()
  .regex(/^\/?[\w.-]+(\/[\w.-]+)*$/, 'must be the name of an SSM parameter, such as /spendwatch/viewer-key');

const named = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a name of lowercase letters, digits and single dashes');
const name = named.nullable().default(null);

/**
 * A route in addition to the topic. Addresses are secrets and stored in SSM parameters (SecureString), of which only
 * the names are configured. The deployment creates the topics, and a bus where none is named.
 */
export const DeployedRoute = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('slack'), name, url: parameterName }),
  z.strictObject({
    to: z.literal('webhook'),
    name,
    url: parameterName,
    secret: parameterName,
    format: WebhookFormat.default('messages'),
  }),
  z.strictObject({ to: z.literal('amazon-q'), name }),
  z.strictObject({ to: z.literal('sns'), name: named }),
  z.strictObject({
    to: z.literal('eventbridge'),
    name,
    /** An existing bus, such as "default"; `null` for a new one. */
    bus: z
      .string()
      .refine(
        (text) => busArn.test(text) || /^[\w./-]{1,256}$/.test(text),
        'must be the name or the ARN of an event bus, such as default',
      )
      .nullable()
      .default(null),
  }),
]);
export type DeployedRoute = z.infer<typeof DeployedRoute>;

/** Returns the parameter that holds the value of each variable. */
export function parametersOf(route: DeployedRoute): ReadonlyMap<string, string> {
  const parameters =
    route.to === 'slack' ? [route.url] : route.to === 'webhook' ? [route.url, route.secret] : [];
  const variables = variablesOf(route.to, route.name);
  return new Map(parameters.map((parameter, index) => [variables[index] ?? '', parameter]));
}

/** Returns the variable of a webhook's format, and its value; `null` where it is the default. */
export function formatOf(route: DeployedRoute): readonly [variable: string, format: string] | null {
  if (route.to !== 'webhook' || route.format === 'messages') return null;
  return [variablesOf(route.to, route.name).at(-1) ?? '', route.format];
}

/**
 * Checks before a deployment that every route of the policy is configured, which otherwise only the first run would.
 * @throws SettingsError
 */
export function checkDeployedRoutes(
  { routes }: Pick<Policy, 'routes'>,
  deployed: readonly DeployedRoute[],
): void {
  const ids = deployed.map(routeId);
  const there = new Set(['sns', 'console', ...ids]);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const missing = [...new Set((routes ?? []).map(routeId))].filter((id) => !there.has(id));
  const mistakes: SettingMistake[] = [
    ...twice.map((id) => ({ variable: 'routes', message: `names ${id} twice` })),
    ...missing.map((id) => ({ variable: 'routes', message: `has no ${id}, ${reasonFor(id)}` })),
  ];
  if (mistakes.length > 0) throw new SettingsError(mistakes);
}

/** The subscriptions to the topic, by the deployment and by other means. */
type Subscribed = {
  readonly subscriptions?: readonly { readonly to: string; readonly from: Severity }[];
  readonly subscribedElsewhere?: boolean;
};

/**
 * Rejects rules that act while nobody receives their announcements. The confirmed receivers of a route or of other
 * subscriptions are only known when `act` runs.
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

const reasonFor = (id: string): string =>
  id.startsWith('email')
    ? 'which is not available on AWS: subscribe the addresses to the topic'
    : 'to which the policy sends messages';
