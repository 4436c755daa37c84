import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { variableOf } from '../config/settings/addresses.ts';
import { type DeployedRoute, parametersOf } from '../config/settings/deployed-routes.ts';
import { AlertTopic } from './alert-topic.ts';
import { readingParameter } from './parameters.ts';
import type { SpendwatchFunction } from './spendwatch-function.ts';

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

/** Gives a function the addresses of routes, and permission to use each; it can read no other parameters. */
export function openRoutes(
  leg: SpendwatchFunction,
  routes: readonly DeployedRoute[],
  topics: ReadonlyMap<DeployedRoute, AlertTopic>,
  { parameters: key }: RouteKeys,
): void {
  for (const route of routes) {
    const messages = topics.get(route);
    if (messages)
      leg.leads(variableOf(route.to, route.name), messages.topic.topicArn, ...messages.delivering());
    for (const [variable, parameter] of parametersOf(route))
      leg.leads(variable, `ssm:${parameter}`, ...readingParameter(leg, parameter, key));
  }
}

/** Returns the name of a route's topic in the template: "AmazonQ", "SnsResearch". */
export const topicName = ({ to, name }: DeployedRoute): string =>
  `${to}-${name ?? ''}`.replace(/(?:^|-)(\w?)/g, (_, letter: string) => letter.toUpperCase());

/** Returns topics by their names in the template. */
export const byName = (topics: ReadonlyMap<DeployedRoute, AlertTopic>): ReadonlyMap<string, ITopic> =>
  new Map([...topics].map(([route, { topic }]) => [topicName(route), topic]));
