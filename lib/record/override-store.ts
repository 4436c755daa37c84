import { overrideItem, storedOverrideOf } from './clear-item.ts';
import type { Item } from './item.ts';
import type { ItemStore } from './item-store.ts';
import { formerOverrideKey, formerOverrideRange, overrideKey, overrideRange } from './keys.ts';
import {
  inForce,
  type Ledger,
  LedgerError,
  nextState,
  type StoredOverride,
  type UnreadableError,
} from './ledger.ts';

/**
 * The overrides in a table. What a ledger of before holds in the control partition counts until it ends, or until
 * something is stored under its id.
 */
export function overrideStore(
  items: ItemStore,
  onUnreadable: ((error: UnreadableError) => void) | undefined,
): Pick<Ledger, 'overrides' | 'override' | 'putOverride' | 'withdraw'> {
  const open = (item: Item): StoredOverride => storedOverrideOf(item, onUnreadable);
  const put = (state: StoredOverride) => items.putNext(overrideItem(state), state.seq);
  return {
    overrides: async (now) => {
      const [item, former] = await Promise.all(
        [overrideRange, formerOverrideRange].map(async (range) =>
          (await items.query(range, 'newest')).map(open),
        ),
      );
      const byId = new Map([...(former ?? []), ...(item ?? [])].map((state) => [state.id, state]));
      return inForce(
        [...byId.values()].flatMap(({ override }) => override ?? []),
        now,
      );
    },
    override: async (id) => {
      const item = (await items.get(overrideKey(id))) ?? (await items.get(formerOverrideKey(id)));
      const state = item && open(item);
      if (state !== undefined && !Number.isSafeInteger(state.seq))
        throw new LedgerError(`the override ${id} has no sequence number: restore the ledger from a backup`);
      return state;
    },
    putOverride: (override, before) => put(nextState(override.id, override, before)),
    withdraw: (before) => put(nextState(before.id, null, before)),
  };
}
