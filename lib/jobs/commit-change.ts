import type { Head } from '../model/head.ts';
import type { Ledger } from '../record/ledger.ts';

const mostTries = 5;

/**
 * Commits a change of a head, made again from the newest head for as long as others commit first.
 * `change` answers `null` when there is nothing left to change. Returns the head now stored, or
 * `null` when nothing was committed.
 */
export async function commitChange(
  ledger: Ledger,
  known: Head,
  change: (head: Head) => Head | null,
): Promise<Head | null> {
  let head: Head | undefined = known;
  for (let attempt = 1; attempt <= mostTries && head !== undefined; attempt += 1) {
    const next = change(head);
    if (next === null) return null;
    if ((await ledger.commit(next)) === 'committed') return next;
    head = await ledger.head(known.target);
  }
  return null;
}
