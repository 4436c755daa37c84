import { movedHead, retiredHead } from '../decide/moved-head.ts';
import type { ConnectionName } from '../model/connection-name.ts';
import { accountTarget, projectTarget, type TargetId, toTarget } from '../model/ids.ts';
import { type Instant, instant } from '../model/time/time.ts';
import type { Ledger } from '../record/ledger.ts';
import { hasSuccessor } from '../state/current-heads.ts';
import type { Head } from '../state/head.ts';
import { untilCommitted } from './commit-change.ts';
import { orLogged } from './log.ts';
import type { WatchPorts } from './ports.ts';

type MovingLedger = Pick<Ledger, 'head' | 'commit'>;

/** Returns the same target under another connection. */
export function toConnectionTarget(connection: ConnectionName | null, id: TargetId): TargetId {
  const target = toTarget(id);
  if (target.kind === 'group') throw new TypeError(`${id} is of no connection`);
  return target.kind === 'project'
    ? projectTarget(connection, target.project)
    : accountTarget(connection, target.account);
}

/** A head to move, and the head that replaces it; `null` if the move failed. */
export type Move = { readonly before: Head; readonly now: Head | null };

/**
 * Moves heads to the same targets under another connection, projects first. A head is retired before its successor is
 * committed, so that it no longer changes; the next run completes a move that was interrupted. A failure does not affect
 * the other heads.
 */
export async function moveHeads(
  { ledger, log, clock }: { readonly ledger: MovingLedger } & Pick<WatchPorts, 'log' | 'clock'>,
  heads: readonly Head[],
  connection: ConnectionName | null,
): Promise<readonly Move[]> {
  const isAccount = ({ target }: Head) => Number(toTarget(target).kind === 'account');
  const moves: Move[] = [];
  for (const before of heads.toSorted((left, right) => isAccount(left) - isAccount(right))) {
    const { target, unreadable } = before;
    const to = toConnectionTarget(connection, target);
    const move = () => moveHead(ledger, before, to, clock.now());
    const now = unreadable === null ? await orLogged(log, 'head-not-moved', { target, to }, move) : null;
    moves.push({ before, now: now ?? null });
  }
  return moves;
}

async function moveHead(ledger: MovingLedger, head: Head, to: TargetId, at: Instant): Promise<Head | null> {
  const retired = await retire(ledger, head, to, at);
  if (retired === null) return null;
  const next = await untilCommitted(async () => {
    const stored = await ledger.head(to);
    if (hasSuccessor(retired, stored)) return stored?.movedTo === undefined ? (stored ?? null) : null;
    const moved = movedHead(retired, to, stored, at);
    return (await ledger.commit(moved)) === 'committed' ? moved : 'lost';
  });
  return next === 'lost' ? null : next;
}

/**
 * Retires a head. If its target is already polled under the new name, the head there keeps its own figures, which include
 * everything that the platform reports of the month, and only records the earlier name.
 */
async function retire(ledger: MovingLedger, head: Head, to: TargetId, at: Instant): Promise<Head | null> {
  let newest: Head | undefined = head;
  const retired = await untilCommitted(async () => {
    if (newest === undefined) return null;
    if (newest.movedTo !== undefined) return newest.movedTo.target === to ? newest : null;
    const stored = await ledger.head(to);
    if (stored !== undefined && stored.movedTo === undefined) {
      const named = withEarlierName(stored, newest, at);
      if (named !== stored && (await ledger.commit(named)) === 'lost') return 'lost';
    }
    const next = retiredHead(newest, to, at);
    if ((await ledger.commit(next)) === 'committed') return next;
    newest = await ledger.head(head.target);
    return 'lost';
  });
  return retired === 'lost' ? null : retired;
}

function withEarlierName(stored: Head, { target, earlier }: Head, until: Instant): Head {
  const names = stored.earlier?.names ?? [];
  if (names.some((name) => name.target === target)) return stored;
  const name = { target, from: earlier?.from ?? instant(0), until };
  return {
    ...stored,
    seq: stored.seq + 1,
    earlier: { from: stored.earlier?.from ?? instant(0), names: [...names, name] },
  };
}
