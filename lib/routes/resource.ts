import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { DeployedRoute } from '../config/deployment/deployed-routes.ts';
import type { Permission } from '../infra/spendwatch-function.ts';

/** The AWS resources and permissions of a route. */
export type RouteResource = {
  /** The value of the first variable of its address. */
  readonly arn: string;
  /** The permissions of every function that sends messages. */
  readonly sending: readonly Permission[];
  /** The permissions of a function that sends events. Daily reports are none. */
  readonly puttingEvents: readonly Permission[];
  /** The topic, for further subscriptions; absent for a bus. */
  readonly topic?: ITopic;
};

/** Creates the resource of a route of a kind, with an id in the template. */
export type ResourceFactory<Kind extends DeployedRoute['to']> = (
  scope: Construct,
  id: string,
  route: Extract<DeployedRoute, { to: Kind }>,
  topicKey: IKey | undefined,
) => RouteResource;
