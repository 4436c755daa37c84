import { givenNameFinder } from '../../decide/subjects.ts';
import type { Interval } from '../../model/time/period.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Head } from '../../state/head.ts';
import { type LogLine, mergeAuditLogs, withPendingWrites } from '../../views/actions.ts';

/**
 * Reads the audit logs of targets in an interval, including the pending entries of their heads, newest first. Only entries
 * about actions are returned unless `all` is true. @throws LedgerError
 */
export async function readLog(
  ledger: Pick<Ledger, 'journal'>,
  heads: readonly Head[],
  { from, until }: Interval,
  { all = false }: { readonly all?: boolean } = {},
): Promise<readonly LogLine[]> {
  const logs = await Promise.all(
    heads.map(async ({ target, pendingWrites }) => {
      const written = await ledger.journal(target, from, until);
      return [target, withPendingWrites(written, pendingWrites.journal, from, until)] as const;
    }),
  );
  const givenName = givenNameFinder(heads);
  return mergeAuditLogs(new Map(logs), { actsOnly: !all }).map((line) => ({
    ...line,
    name: givenName(line.subject),
  }));
}
