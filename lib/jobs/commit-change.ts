import { type Ledger, LedgerError } from '../record/ledger.ts';
import type { Control } from '../state/control.ts';
import type { Head } from '../state/head.ts';

const mostTries = 5;

/** Repeats an attempt while other commits win; returns `lost` after five attempts. */
export async function untilCommitted<T>(attempt: () => Promise<T | 'lost'>): Promise<T | 'lost'> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const outcome = await attempt();
    if (outcome !== 'lost') return outcome;
  }
  return 'lost';
}

/**
 * Commits a change of a head. `change` returns `null` if there is nothing to change. Returns the head that is then stored;
 * `null` if nothing was committed.
 */
export async function commitChange(
  ledger: Ledger,
  newest: Head,
  change: (head: Head) => Head | null,
): Promise<Head | null> {
  let head: Head | undefined = newest;
  const outcome = await untilCommitted(async () => {
    const next = head === undefined ? null : change(head);
    if (next === null || (await ledger.commit(next)) === 'committed') return next;
    head = await ledger.head(newest.target);
    return 'lost';
  });
  return outcome === 'lost' ? null : outcome;
}

/**
 * Changes the control record. `change` returns `null` if there is nothing to change. Returns the record that is then
 * stored. @throws LedgerError
 */
export async function changeControl(
  ledger: Pick<Ledger, 'control' | 'commitControl'>,
  change: (control: Control) => Control | null,
): Promise<Control> {
  const outcome = await untilCommitted(async () => {
    const control = await ledger.control();
    const changed = change(control);
    if (changed === null) return control;
    const next = { ...changed, seq: control.seq + 1 };
    return (await ledger.commitControl(next)) === 'committed' ? next : 'lost';
  });
  if (outcome === 'lost')
    throw new LedgerError(`other processes changed the control record ${mostTries} times in a row`);
  return outcome;
}
