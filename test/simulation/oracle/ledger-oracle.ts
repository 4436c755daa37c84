import { isDeepStrictEqual } from 'node:util';
import type { Observation } from '../../../lib/model/facts/observation.ts';
import type { TargetId } from '../../../lib/model/ids.ts';
import { days, earlier, type Instant } from '../../../lib/model/time/time.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import { type Head, listPendingObservations } from '../../../lib/state/head.ts';
import type { Observer } from '../observer.ts';
import type { Case } from './violation.ts';

type Book = {
  head: Head | null;
  /** All observations that a head was committed with, by time. */
  readonly sighted: Map<Instant, Observation>;
  /** The times of those that were written to history. */
  readonly writtenAt: Set<Instant>;
  /** Everything in a committed head that belongs in history. */
  readonly committed: Set<object>;
  readonly written: Set<object>;
};

/**
 * Checks invariant 10: heads follow one another, and history holds exactly what was committed. Meters and lines are
 * compared by identity, since the ledger in memory keeps the same objects.
 */
export function ledgerOracle({ accuse }: Case): Observer & { finish(ledger: Ledger): Promise<void> } {
  const books = new Map<TargetId, Book>();

  function bookOf(target: TargetId): Book {
    const known = books.get(target);
    if (known) return known;
    const book: Book = {
      head: null,
      sighted: new Map(),
      writtenAt: new Set(),
      committed: new Set(),
      written: new Set(),
    };
    books.set(target, book);
    return book;
  }

  /** Checks that the contents of a head are in history before a turn replaces it; `act` replaces none of them. */
  function checkNothingLost(last: Head, next: Head, { written, writtenAt }: Book, job: string): void {
    const kept: readonly object[] =
      job === 'watch' ? [] : [...next.pendingWrites.meters, ...next.pendingWrites.journal];
    for (const item of [...last.pendingWrites.meters, ...last.pendingWrites.journal]) {
      if (job === 'watch' ? !written.has(item) : !kept.includes(item))
        accuse(10, `${last.target}: lost from history: ${told(item)}`);
    }
    const held = new Set(listPendingObservations(next).map(({ at }) => at));
    for (const { at } of listPendingObservations(last)) {
      if (!held.has(at) && !writtenAt.has(at))
        accuse(10, `${last.target}: the observation of ${at} was let go before it was in history`);
    }
  }

  return {
    committed(process, head) {
      const book = bookOf(head.target);
      const last = book.head;
      if (head.seq !== (last?.seq ?? 0) + 1)
        accuse(10, `${head.target}: seq ${head.seq} follows ${last?.seq ?? 0}`);
      if (last !== null) checkNothingLost(last, head, book, process.job);
      if (head.observation !== null && head.observation !== last?.observation) {
        book.sighted.set(head.observation.at, head.observation);
      }
      for (const item of [...head.pendingWrites.meters, ...head.pendingWrites.journal])
        book.committed.add(item);
      book.head = head;
    },
    recorded(_process, { target, observations, meters, journal }) {
      const { committed, written, sighted, writtenAt } = bookOf(target);
      for (const observation of observations) {
        if (!isDeepStrictEqual(observation, sighted.get(observation.at)))
          accuse(10, `${target}: history holds what no head ever held: ${told(observation)}`);
        writtenAt.add(observation.at);
      }
      for (const item of [...meters, ...journal]) {
        if (!committed.has(item))
          accuse(10, `${target}: history holds what no head ever held: ${told(item)}`);
        written.add(item);
      }
    },
    async finish(ledger) {
      for (const [target, { head, sighted }] of books) {
        if (head?.observation == null || head.observation.kind === 'group') continue;
        // Older observations expire.
        const from = earlier(head.observation.at, days(30));
        const stored = await ledger.observations(target, from, head.observation.at);
        const known = new Set(
          [...stored, ...listPendingObservations(head)].map(({ at }) => at).filter((at) => at >= from),
        );
        const seen = [...sighted.keys()].filter((at) => at >= from);
        if (known.size !== seen.length)
          accuse(10, `${target}: ${seen.length} observations were committed, and ${known.size} are known`);
      }
    },
  };
}

const told = (item: object): string => JSON.stringify(item).slice(0, 160);
