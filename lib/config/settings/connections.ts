import * as z from 'zod';
import { isSameAddress } from '../../model/cloud-address.ts';
import type { CloudName } from '../../model/cloud-name.ts';
import { ConnectionName } from '../../model/connection-name.ts';
import {
  cloudAddress,
  connectionVariables,
  knownCloud,
  paceLimits,
  UnnamedConnection,
  withSharedAddress,
} from './connection-variables.ts';
import { checkedVariables, type Environment, type KeySource } from './environment.ts';
import { SettingsError, wrongSetting } from './settings-error.ts';

/** A cloud account, with the sources of the API keys that spendwatch uses for it. */
export type ConnectionSettings = {
  /** The name; `null` for the unnamed connection. */
  readonly name: ConnectionName | null;
  readonly cloud: CloudName;
  readonly address: string;
  readonly key: KeySource;
  /** The key for actions; `null` if `key` is used for actions too. */
  readonly actionKey: KeySource | null;
  readonly requestsPerMinute: number;
  readonly requestsInFlight: number;
};

const count = ({ most, otherwise }: { readonly most: number; readonly otherwise: number }) =>
  z
    .number(`must be a whole number from 1 to ${most}`)
    .int(`must be a whole number from 1 to ${most}`)
    .min(1, `must be a whole number from 1 to ${most}`)
    .max(most, `must be a whole number from 1 to ${most}`)
    .default(otherwise);

/** Returns the schema of a connection in a list; `key` is the schema of its keys. */
export const connectionForm = <Key extends z.ZodType>(key: Key) =>
  z.strictObject({
    name: ConnectionName.optional(),
    cloud: knownCloud.default('compute'),
    address: cloudAddress,
    viewerKey: key,
    /** The key for actions. Default: the viewer's key. */
    editorKey: key.optional(),
    requestsPerMinute: count(paceLimits.perMinute),
    requestsInFlight: count(paceLimits.inFlight),
  });

/** Returns the schema of a list of connections. One without an address gets the one that its cloud shares. */
export const createConnectionsSchema = <Form extends z.ZodType>(form: Form) =>
  z
    .array(
      z.preprocess(
        (one) =>
          typeof one === 'object' && one !== null
            ? withSharedAddress(one, { cloud: 'cloud', address: 'address' })
            : one,
        form,
      ),
      'must be a list of connections',
    )
    .min(1, 'lists no connection');

type Listed = {
  readonly name?: string | undefined;
  readonly address: string;
  /** A text for each key that distinguishes its source. */
  readonly keys: readonly string[];
};
type Refusal = { readonly path: readonly (string | number)[]; readonly message: string };

/** Returns the conflicts between connections: repeated names, and the same address and key in two connections. */
export function findConnectionConflicts(connections: readonly Listed[]): readonly Refusal[] {
  return connections.flatMap(({ name, address, keys }, index) => {
    const earlier = connections.slice(0, index);
    const same = earlier.findIndex((other) => other.name === name);
    const account = earlier.findIndex(
      (other) =>
        isSameAddress(other.address, address) &&
        keys.some((key) => other.keys.some((their) => their === key)),
    );
    const refusals: Refusal[] = [];
    if (same >= 0 && name !== undefined)
      refusals.push({
        path: [index, 'name'],
        message: `is also the name of connections[${same}]: give each connection a name of its own`,
      });
    if (same >= 0 && name === undefined)
      refusals.push({
        path: [index],
        message: `has no name, like connections[${same}]: only one connection may be unnamed, so set name`,
      });
    if (account >= 0)
      refusals.push({
        path: [index],
        message: `has the address and a key of ${inWords(earlier[account], account)}: an account may have only one connection, or its spend would count twice; remove one of them`,
      });
    return refusals;
  });
}

const inWords = (connection: Listed | undefined, index: number): string =>
  connection?.name === undefined ? `connections[${index}]` : `the connection ${connection.name}`;

/**
 * Returns the connections that a settings file or a deployment lists, or else the one of the environment.
 * @throws SettingsError with every mistake at once.
 */
export function readConnections(
  environment: Environment,
  listed: readonly ConnectionSettings[],
): readonly ConnectionSettings[] {
  const entries = Object.entries(environment).filter(([name, value]) => value && name in connectionVariables);
  if (listed.length === 0) return [unnamedConnection(environment)];
  if (entries.length === 0) return listed;
  const message =
    'conflicts with the connections of the settings file: unset this variable, or move its value to that file';
  throw new SettingsError(entries.map(([variable]) => ({ variable, message })));
}

/** Returns the clouds of the connections, whose keys and addresses need not be set. @throws SettingsError */
export function connectedClouds(
  environment: Environment,
  listed: readonly ConnectionSettings[] = [],
): readonly Pick<ConnectionSettings, 'name' | 'cloud'>[] {
  if (listed.length > 0) return listed;
  const cloud = connectionVariables.SPENDWATCH_CLOUD.safeParse(environment['SPENDWATCH_CLOUD'] || undefined);
  if (cloud.success) return [{ name: null, cloud: cloud.data }];
  throw wrongSetting('SPENDWATCH_CLOUD', cloud.error.issues.map(({ message }) => message).join('; '));
}

/** Returns the environment without empty variables, and with the address that all accounts of its cloud share. */
export const withAddress = (environment: Environment): Environment =>
  withSharedAddress(Object.fromEntries(Object.entries(environment).filter(([, value]) => value)), {
    cloud: 'SPENDWATCH_CLOUD',
    address: 'SPENDWATCH_CLOUD_URL',
  });

/** Returns the connection that the environment sets. @throws SettingsError with every mistake at once. */
export const unnamedConnection = (environment: Environment): ConnectionSettings =>
  checkedVariables(UnnamedConnection.safeParse(withAddress(environment), { jitless: true }));

/** Returns the address of a single connection, or the names of several. */
export const connectionsInWords = (connections: readonly ConnectionSettings[]): string =>
  connections.map(({ name, address }) => (connections.length === 1 ? address : (name ?? address))).join(', ');
