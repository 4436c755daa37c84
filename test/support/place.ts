import type { Ledger } from '../../lib/record/ledger.ts';
import type { Override } from '../../lib/state/override.ts';

/** Places an override, whatever is stored under its id. */
export async function place(ledger: Ledger, override: Override): Promise<void> {
  await ledger.putOverride(override, await ledger.override(override.id));
}

/** Ends an override, if there is one. */
export async function withdraw(ledger: Ledger, id: string): Promise<void> {
  const before = await ledger.override(id);
  if (before !== undefined) await ledger.withdraw(before);
}
