import type { ConnectionName } from '../model/connection-name.ts';
import { getTargetConnection } from '../model/ids.ts';
import type { Head } from './head.ts';

/** Returns the heads of a connection's targets, without groups, which belong to no connection. */
export const selectConnectionHeads = (
  heads: readonly Head[],
  connection: ConnectionName | null,
): readonly Head[] => heads.filter(({ target }) => getTargetConnection(target) === connection);

/** Returns the connections of the targets of heads, each once; `null` for the unnamed connection. */
export const listHeadConnections = (
  heads: readonly Pick<Head, 'target'>[],
): readonly (ConnectionName | null)[] => [
  ...new Set(
    heads.flatMap(({ target }) => {
      const connection = getTargetConnection(target);
      return connection === undefined ? [] : [connection];
    }),
  ),
];
