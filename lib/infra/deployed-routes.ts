import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import {
  type DeployedRoute,
  selectRouteChoices,
  selectRouteParameters,
} from '../config/deployment/deployed-routes.ts';
import { getRequiredVariable } from '../config/settings/addresses.ts';
import type { RouteResource } from '../routes/resource.ts';
import { resourceMakers } from '../routes/resources.ts';
import { readingParameter } from './reading-permissions.ts';
import type { SpendwatchFunction } from './spendwatch-function.ts';

type Resources = ReadonlyMap<DeployedRoute, RouteResource>;

/** Creates the resources of routes, named after them: "AmazonQ", "SnsResearch". */
export function routeResources(
  scope: Construct,
  routes: readonly DeployedRoute[],
  topicKey: IKey | undefined,
): Resources {
  const make = <Kind extends DeployedRoute['to']>(route: RouteOf<Kind>) =>
    resourceMakers[route.to]?.(scope, resourceName(route), route, topicKey);
  return new Map(
    routes.flatMap((route) => {
      const resource = make(route);
      return resource === undefined ? [] : [[route, resource] as const];
    }),
  );
}

type RouteOf<Kind extends DeployedRoute['to']> = {
  [Each in Kind]: Extract<DeployedRoute, { to: Each }>;
}[Kind];

/** Gives a function the addresses of routes, and permission to use each; it can read no other parameters. */
export function openRoutes(
  leg: SpendwatchFunction,
  routes: readonly DeployedRoute[],
  resources: Resources,
  { parameterKey, putsEvents }: { readonly parameterKey: IKey | undefined; readonly putsEvents: boolean },
): void {
  for (const route of routes) {
    const resource = resources.get(route);
    if (resource !== undefined)
      leg.leads(getRequiredVariable(route.to, route.name), resource.arn, ...resource.sending);
    for (const [variable, choice] of selectRouteChoices(route)) leg.leads(variable, choice);
    for (const [variable, parameter] of selectRouteParameters(route))
      leg.leads(variable, `ssm:${parameter}`, ...readingParameter(leg, parameter, parameterKey));
  }
  if (putsEvents) for (const { puttingEvents } of resources.values()) leg.may(...puttingEvents);
}

/** Returns the name of a route's resource in the template: "AmazonQ", "SnsResearch". */
export const resourceName = ({ to, name }: Pick<DeployedRoute, 'to' | 'name'>): string =>
  `${to}-${name ?? ''}`.replace(/(?:^|-)(\w?)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the topics of routes, and the ARNs of their buses, by their names in the template. */
export function groupRouteChannels(resources: Resources) {
  const parts = [...resources].map(([route, { arn, topic }]) => ({ name: resourceName(route), arn, topic }));
  return {
    topics: new Map(
      parts.flatMap(({ name, topic }) => (topic === undefined ? [] : [[name, topic] as const])),
    ),
    buses: new Map(
      parts.flatMap(({ name, arn, topic }) => (topic === undefined ? [[name, arn] as const] : [])),
    ),
  };
}
