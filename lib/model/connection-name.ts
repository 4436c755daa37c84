import * as z from 'zod';

/** The name of a connection, which is part of the ids of its targets. */
export const ConnectionName = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'may hold lowercase letters, digits and, between them, dashes')
  .max(40)
  .brand<'ConnectionName'>();
export type ConnectionName = z.infer<typeof ConnectionName>;

/** Returns the name of a connection as commands accept it: "unnamed" for the one without a name. */
export const nameInCommands = (connection: ConnectionName | null): string => connection ?? 'unnamed';

export const connectionInWords = (connection: ConnectionName | null): string =>
  connection === null ? 'the unnamed connection' : `connection ${connection}`;

/** Begins a sentence with the name of its connection, if it has one: "connection eu: …". */
export const ofConnection = (connection: ConnectionName | null, sentence: string): string =>
  connection === null ? sentence : `${connectionInWords(connection)}: ${sentence}`;
