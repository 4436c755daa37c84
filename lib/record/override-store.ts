import { overrideItem, readStoredOverride } from './clear-item.ts';
import type { Item } from './item.ts';
import type { ItemStore } from './item-store.ts';
import { overrideKey, overrideRange } from './keys.ts';
import {
  inForce,
  type Ledger,
  LedgerError,
  nextState,
  type StoredOverride,
  type UnreadableError,
} from './ledger.ts';

/** The overrides in a table. */
export function overrideStore(
  items: ItemStore,
  onUnreadable: ((error: UnreadableError) => void) | undefined,
): Pick<Ledger, 'overrides' | 'override' | 'putOverride' | 'withdraw'> {
  const open = (item: Item): StoredOverride => readStoredOverride(item, onUnreadable);
  const put = (state: StoredOverride) => items.putNext(overrideItem(state), state.seq);
  return {
    overrides: async (now) => {
      const states = (await items.query(overrideRange, 'newest')).map(open);
      return inForce(
        states.flatMap(({ override }) => override ?? []),
        now,
      );
    },
    override: async (id) => {
      const item = await items.get(overrideKey(id));
      const state = item && open(item);
      if (state !== undefined && !Number.isSafeInteger(state.seq))
        throw new LedgerError(`the override ${id} has no sequence number: restore the ledger from a backup`);
      return state;
    },
    putOverride: (override, before) => put(nextState(override.id, override, before)),
    withdraw: (before) => put(nextState(before.id, null, before)),
  };
}
