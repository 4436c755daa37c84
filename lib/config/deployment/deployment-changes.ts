import { routeId } from '../../model/route.ts';
import type { Severity } from '../../model/severity.ts';
import { withoutKeys } from '../settings/may-be-key.ts';
import type { SettingMistake } from '../settings/settings-error.ts';
import type { DeployedSettings } from './deployed.ts';
import { deployedFile } from './deployed.ts';
import type { Deployment } from './deployment.ts';

/** Describes each change of settings since the last deployment in a sentence. */
export function describeDeploymentChanges(before: Deployment, after: Deployment): readonly string[] {
  const receivers = comparing(indexReceivers(before), indexReceivers(after), {
    added: (to, from) => `alerts of severity ${from} or higher are also sent to ${to}`,
    changed: (to, from, was) =>
      `alerts of severity ${from} or higher are sent to ${to}, instead of ${was} or higher`,
    dropped: (to) => `alerts are no longer sent to ${to}`,
  });
  const routes = comparing(indexRoutes(before), indexRoutes(after), {
    added: (id) => `alerts can also be sent over ${id}`,
    changed: (id) => `${id}: its address has changed`,
    dropped: (id) => `alerts are no longer sent over ${id}`,
  });
  const connections = comparing(indexConnections(before), indexConnections(after), {
    added: (name) => `${name} is also watched`,
    changed: (name) => `${name}: the address, key or request limit has changed`,
    dropped: (name) => `${name} is no longer watched`,
  });
  const locations = comparing(indexPolicyLocation(before), indexPolicyLocation(after), {
    added: (_, to) => `the policy will be read from ${to}; until then, the policy of this deployment applies`,
    changed: (_, to, was) => `the policy is read from ${to} instead of ${was}`,
    dropped: (_, _n, was) =>
      `the policy is no longer read from ${was}; the policy of this deployment applies`,
  });
  const others = comparing(indexOtherSettings(before), indexOtherSettings(after), {
    added: (name, value) => `${name} is added: ${value}`,
    changed: (name, value, was) => `${name} is changed from ${was} to ${value}`,
    dropped: (name, _, was) => `${name} is removed (was ${was})`,
  });
  return [...connections, ...receivers, ...routes, ...locations, ...others].map(withoutKeys);
}

/** Returns mistakes for changes that would separate a stage from its history, or delete the history. */
export function ledgerMistakes(
  stage: string,
  last: DeployedSettings,
  next: Deployment,
): readonly SettingMistake[] {
  const { settings: before, table } = last;
  const isOwn = before.ledger === undefined;
  const isKept = next.ledger === undefined ? isOwn : next.ledger === table;
  const mistakes: SettingMistake[] = [];
  if (isKept && isOwn && next.ledger !== undefined && !before.keepLedger)
    mistakes.push({
      variable: `${stage}.ledger`,
      message: 'is the table that the stack created and would delete: deploy keepLedger: true first',
    });
  if (next.replacesLedger === table) return mistakes;
  const otherwise = `if this is intended, set replacesLedger to that table, which ${deployedFile} names`;
  if (!isKept) {
    const becomes = next.ledger === undefined ? 'is removed' : 'is changed';
    const message = `${becomes}, and the history would be left in the table of the last deployment: ${otherwise}`;
    mistakes.push({ variable: `${stage}.ledger`, message });
  }
  for (const place of ['account', 'region'] as const)
    if ((next[place] ?? last[place]) !== last[place])
      mistakes.push({
        variable: `${stage}.${place}`,
        message: `differs from the deployed stage: a second stack with an empty ledger would be created; ${otherwise}`,
      });
  return mistakes;
}

const indexReceivers = ({ email, subscriptions }: Deployment): ReadonlyMap<string, Severity> =>
  new Map([
    ...(email === undefined ? [] : [[email, 'info'] as const]),
    ...subscriptions.map(({ to, from }) => [to, from] as const),
  ]);
const indexRoutes = ({ routes }: Deployment): ReadonlyMap<string, string> =>
  new Map(routes.map((route) => [routeId(route), JSON.stringify(route)]));
const indexConnections = ({ connections = [] }: Deployment): ReadonlyMap<string, string> =>
  new Map(
    connections.map((connection) => [
      connection.name === undefined ? 'the unnamed connection' : `the connection ${connection.name}`,
      JSON.stringify(connection),
    ]),
  );
const indexPolicyLocation = ({ policyLocation }: Deployment): ReadonlyMap<string, string> =>
  new Map(policyLocation === undefined ? [] : [['policyLocation', policyLocation]]);
const indexOtherSettings = (settings: Deployment): ReadonlyMap<string, string> => {
  const {
    email: _,
    subscriptions: _s,
    routes: _r,
    connections: _c,
    policyLocation: _p,
    replacesLedger: _l,
    ...others
  } = settings;
  return new Map(Object.entries(others).map(([name, value]) => [name, JSON.stringify(value)]));
};

type Wording = {
  readonly added: (name: string, value: string) => string;
  readonly changed: (name: string, value: string, was: string) => string;
  readonly dropped: (name: string, value: null, was: string) => string;
};

/** Describes the differences, removed entries first. */
function comparing(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  wording: Wording,
): readonly string[] {
  const dropped = [...before].flatMap(([name, was]) =>
    after.has(name) ? [] : [wording.dropped(name, null, was)],
  );
  const others = [...after].flatMap(([name, value]) => {
    const was = before.get(name);
    if (was === value) return [];
    return [was === undefined ? wording.added(name, value) : wording.changed(name, value, was)];
  });
  return [...dropped, ...others];
}
