import type { ConnectionName } from '../model/connection-name.ts';
import { getTargetConnection } from '../model/ids.ts';
import type { Head } from './head.ts';

/** Returns the heads of a connection's targets; those of groups belong to none. */
export const selectConnectionHeads = (
  heads: readonly Head[],
  connection: ConnectionName | null,
): readonly Head[] => heads.filter(({ target }) => getTargetConnection(target) === connection);

/** Returns the names of the connections that the targets of heads belong to. */
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
