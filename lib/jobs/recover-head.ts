import { byHand } from '../decide/actions/orders.ts';
import { Subject, type TargetId } from '../model/ids.ts';
import type { Instant } from '../model/time/time.ts';
import type { Ledger } from '../record/ledger.ts';
import { firstHead } from '../state/head.ts';

export type HeadRecovery = 'begun-anew' | 'readable' | 'overtaken';

/**
 * Replaces a head that cannot be read with a new one, after storing a copy. Its pending actions are dropped: each is
 * announced again, with its whole grace period. History does not change.
 * @throws LedgerError
 */
export async function recoverHead(
  ledger: Pick<Ledger, 'setAside' | 'commit'>,
  target: TargetId,
  { author, now }: { readonly author: string; readonly now: Instant },
): Promise<HeadRecovery> {
  const seq = await ledger.setAside(target);
  if (seq === null) return 'readable';
  const head = firstHead(target);
  const because = 'its record could not be read: the record was set aside and a new one started';
  const entry = {
    id: `recovered#${seq}`,
    at: now,
    event: 'override-placed' as const,
    subject: Subject.parse(target),
    rule: byHand,
    because,
    by: author,
  };
  const committed = await ledger.commit({
    ...head,
    seq: seq + 1,
    pendingWrites: { ...head.pendingWrites, journal: [entry] },
  });
  return committed === 'committed' ? 'begun-anew' : 'overtaken';
}
