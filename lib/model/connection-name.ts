import * as z from 'zod';

/** The name of a connection: lowercase letters, digits and dashes. It stands in ids of targets. */
export const ConnectionName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'may hold lowercase letters, digits and, between them, dashes')
  .max(40)
  .brand<'ConnectionName'>();
export type ConnectionName = z.infer<typeof ConnectionName>;

/** Returns the name of a connection as commands take it: "unnamed" stands for the one without a name. */
export const nameInCommands = (connection: ConnectionName | null): string => connection ?? 'unnamed';

/** Names a connection in a sentence. */
export const connectionInWords = (connection: ConnectionName | null): string =>
  connection === null ? 'the unnamed connection' : `connection ${connection}`;

/** Returns a sentence about a connection, beginning with its name where it has one. */
export const ofConnection = (connection: ConnectionName | null, sentence: string): string =>
  connection === null ? sentence : `${connectionInWords(connection)}: ${sentence}`;
