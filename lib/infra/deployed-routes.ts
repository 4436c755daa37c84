import { Stack } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { variableOf } from '../config/settings/addresses.ts';
import { type DeployedRoute, formatOf, parametersOf } from '../config/settings/deployed-routes.ts';
import { AlertTopic } from './alert-topic.ts';
import { readingParameter } from './reading-permissions.ts';
import type { Permission, SpendwatchFunction } from './spendwatch-function.ts';

export type RouteKeys = {
  /** The customer-managed key that encrypts parameters. */
  readonly parameters?: IKey | undefined;
  readonly topics?: IKey | undefined;
};

/** Creates the topics of routes, named after them: "amazon-q", "sns/research". */
export function routeTopics(
  scope: Construct,
  routes: readonly DeployedRoute[],
  { topics: key }: RouteKeys,
): ReadonlyMap<DeployedRoute, AlertTopic> {
  const own = routes.filter(({ to }) => to === 'amazon-q' || to === 'sns');
  return new Map(
    own.map((route) => {
      const name = topicName(route);
      const topic = new AlertTopic(scope, name, { displayName: `spendwatch ${name}`, key });
      return [route, topic];
    }),
  );
}

/** Returns the ARNs of the buses of routes, of which it creates those that are not named. */
export function routeBuses(
  scope: Construct,
  routes: readonly DeployedRoute[],
): ReadonlyMap<DeployedRoute, string> {
  return new Map(
    routes.flatMap((route) =>
      route.to === 'eventbridge' ? [[route, busOf(scope, route.bus, topicName(route))]] : [],
    ),
  );
}

function busOf(scope: Construct, named: string | null, id: string): string {
  if (named === null) return new EventBus(scope, id, { description: 'Events of spendwatch' }).eventBusArn;
  if (named.startsWith('arn:')) return named;
  return Stack.of(scope).formatArn({ service: 'events', resource: 'event-bus', resourceName: named });
}

type Channels = {
  readonly topics: ReadonlyMap<DeployedRoute, AlertTopic>;
  readonly buses: ReadonlyMap<DeployedRoute, string>;
};

/** Returns the permissions to put events on buses. */
export const puttingEvents = (buses: Channels['buses']): readonly Permission[] =>
  [...buses.values()].map((resource) => ({ actions: ['events:PutEvents'], resource }));

/** Gives a function the addresses of routes, and permission to use each; it can read no other parameters. */
export function openRoutes(
  leg: SpendwatchFunction,
  routes: readonly DeployedRoute[],
  { topics, buses }: Channels,
  { parameters: key }: RouteKeys,
): void {
  for (const route of routes) {
    const messages = topics.get(route);
    if (messages)
      leg.leads(variableOf(route.to, route.name), messages.topic.topicArn, ...messages.delivering());
    const bus = buses.get(route);
    if (bus !== undefined) leg.leads(variableOf(route.to, route.name), bus);
    const format = formatOf(route);
    if (format !== null) leg.leads(...format);
    for (const [variable, parameter] of parametersOf(route))
      leg.leads(variable, `ssm:${parameter}`, ...readingParameter(leg, parameter, key));
  }
}

/** Returns the name of a route's topic or bus in the template: "AmazonQ", "SnsResearch". */
export const topicName = ({ to, name }: Pick<DeployedRoute, 'to' | 'name'>): string =>
  `${to}-${name ?? ''}`.replace(/(?:^|-)(\w?)/g, (_, letter: string) => letter.toUpperCase());

/** Returns topics, or buses, by their names in the template. */
export const byName = <T>(channels: ReadonlyMap<DeployedRoute, T>): ReadonlyMap<string, T> =>
  new Map([...channels].map(([route, channel]) => [topicName(route), channel]));
