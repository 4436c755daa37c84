import type { Control } from '../../model/control.ts';
import { type Ledger, LedgerError } from '../../record/ledger.ts';

const mostTries = 5;

/**
 * Changes the control record, made again from the newest for as long as others commit first. `change` answers `null`
 * where there is nothing to change. Returns the record as it then stands. @throws LedgerError
 */
export async function changeControl(
  ledger: Pick<Ledger, 'control' | 'commitControl'>,
  change: (control: Control) => Control | null,
): Promise<Control> {
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const control = await ledger.control();
    const changed = change(control);
    if (changed === null) return control;
    const next = { ...changed, seq: control.seq + 1 };
    if ((await ledger.commitControl(next)) === 'committed') return next;
  }
  throw new LedgerError(`others changed the control record ${mostTries} times first`);
}
