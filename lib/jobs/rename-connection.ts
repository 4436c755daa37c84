import { type ConnectionName, nameInCommands } from '../model/connection-name.ts';
import type { Ledger } from '../record/ledger.ts';
import { listHeadConnections, selectConnectionHeads } from '../state/heads-by-connection.ts';
import { type Move, moveHeads } from './move-heads.ts';
import type { WatchPorts } from './ports.ts';

/** The moved heads, or the names of the known connections if the given one is unknown. */
export type RenameOutcome =
  | { readonly kind: 'moved'; readonly moves: readonly Move[] }
  | { readonly kind: 'unknown'; readonly known: readonly string[] };

/**
 * Moves the heads of a connection to another name, because a person confirmed that both are one account. A target that is
 * already polled under the new name keeps its figures there. @throws LedgerError
 */
export async function renameConnection(
  { ledger, ...ports }: { readonly ledger: Ledger } & Pick<WatchPorts, 'log' | 'clock'>,
  from: ConnectionName | null,
  to: ConnectionName | null,
): Promise<RenameOutcome> {
  const heads = await ledger.heads();
  const own = selectConnectionHeads(heads, from);
  if (own.length === 0)
    return { kind: 'unknown', known: listHeadConnections(heads).map(nameInCommands).toSorted() };
  return { kind: 'moved', moves: await moveHeads({ ledger, ...ports }, own, to) };
}
