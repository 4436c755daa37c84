import { readFileSync } from 'node:fs';
import { Token } from 'aws-cdk-lib';
import { readPolicy } from '../config/policy/read-policy.ts';
import { checkDeployedRoutes, checkReceivers } from '../config/settings/deployed-routes.ts';
import { Deployment } from '../config/settings/deployment.ts';
import { SettingsError } from '../config/settings/settings-error.ts';
import type { Policy } from '../model/rules/policy.ts';
import type { SpendwatchProps } from './spendwatch-props.ts';

/** The props with every default, as a stage of `cdk.json` has them. */
type Settings = Omit<SpendwatchProps, keyof Deployment> & Deployment;

/**
 * Checks the props like the settings of a stage. Values that are only known at deployment are not checked.
 * @throws SettingsError with every mistake at once.
 */
export function checkedSettings(props: SpendwatchProps): Settings {
  const known = Object.entries(props).filter(([name]) => name in Deployment.shape);
  const read = Deployment.safeParse(
    Object.fromEntries(known.filter(([, value]) => !Token.isUnresolved(value))),
  );
  if (!read.success)
    throw new SettingsError(
      read.error.issues.map(({ path, message }) => ({ variable: path.join('.'), message })),
    );
  return {
    ...props,
    ...read.data,
    ...Object.fromEntries(known.filter(([, value]) => Token.isUnresolved(value))),
  };
}

/**
 * Checks the policy.
 * @throws PolicyError or SettingsError for a policy that is invalid, or whose actions would be announced to nobody.
 */
export function checkedPolicy(
  path: string,
  {
    routes,
    subscriptions,
    subscribedElsewhere,
  }: Pick<Deployment, 'routes' | 'subscriptions' | 'subscribedElsewhere'>,
): Policy {
  const policy = readPolicy(readFileSync(path, 'utf8'), path);
  checkDeployedRoutes(policy, routes);
  checkReceivers(policy, routes, { subscriptions, subscribedElsewhere });
  return policy;
}
