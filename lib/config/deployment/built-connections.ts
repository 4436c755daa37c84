import * as z from 'zod';
import {
  type ConnectionSettings,
  connectionForm,
  createConnectionsSchema,
  findConnectionConflicts,
} from '../settings/connections.ts';
import { parameterName } from '../settings/secret.ts';

/** The file of connections, next to the code of the functions that read it. The environment of a function holds 4 KB. */
export const builtConnectionsFile = 'connections.json';

/** A connection of a deployment. Its keys are in SSM parameters, of which only the names are configured. */
export const DeployedConnection = connectionForm(parameterName);
export type DeployedConnection = z.infer<typeof DeployedConnection>;

export const DeployedConnections = createConnectionsSchema(DeployedConnection).superRefine(
  (connections, { addIssue }) => {
    const listed = connections.map(({ name, address, viewerKey, editorKey = viewerKey }) => ({
      name,
      address,
      keys: [viewerKey, editorKey],
    }));
    for (const { path, message } of findConnectionConflicts(listed))
      addIssue({ code: 'custom', path: [...path], message });
  },
);

/** Serializes connections for the functions of a deployment. */
export const buildConnections = (connections: readonly DeployedConnection[]): string =>
  JSON.stringify(connections);

/** Reads built connections. @throws when the text was not made by `buildConnections` of this version. */
export const readBuiltConnections = (text: string): readonly ConnectionSettings[] =>
  z
    .array(DeployedConnection)
    .parse(JSON.parse(text), { jitless: true })
    .map(({ name = null, viewerKey, editorKey, ...others }) => ({
      name,
      ...others,
      key: { kind: 'parameter', name: viewerKey },
      actionKey: editorKey === undefined ? null : { kind: 'parameter', name: editorKey },
    }));
