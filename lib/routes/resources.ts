import type { DeployedRoute } from '../config/deployment/deployed-routes.ts';
import { routeBus } from './eventbridge/deploy.ts';
import type { ResourceFactory } from './resource.ts';
import { routeTopic } from './sns/deploy.ts';

/** The functions that create the resources of routes on AWS, by kind; `null` if a route needs only its parameters. */
export const resourceMakers: { readonly [Kind in DeployedRoute['to']]: ResourceFactory<Kind> | null } = {
  sns: routeTopic,
  slack: null,
  webhook: null,
  'amazon-q': routeTopic,
  eventbridge: routeBus,
  teams: null,
  pagerduty: null,
};
