import type { ConnectionName } from '../../model/connection-name.ts';

/** The degree to which something can be monitored. `advice`: fully, but something could be improved. */
export type State = 'ok' | 'advice' | 'partly' | 'no';

/** The result of one check, for people and for scripts. */
export type Finding = {
  /** Stable identifier for scripts. */
  readonly id: string;
  /** The connection of the finding; `null` for the unnamed connection. Absent if it concerns all, or there is only one. */
  readonly connection?: ConnectionName | null;
  readonly what: string;
  readonly state: State;
  readonly found: string;
  /** The impact, such as what cannot be monitored; `null` if there is none. */
  readonly unwatched: string | null;
  /** The action that a person can take; `null` when none is needed. */
  readonly remedy: string | null;
  readonly figures?: Readonly<Record<string, number | string | null>>;
};

/** The result of a check; the state is `ok` unless it is given. */
export type FindingRow = Pick<Finding, 'found' | 'figures'> &
  Partial<Pick<Finding, 'state' | 'unwatched' | 'remedy'>>;

export const finding = (id: string, what: string, row: FindingRow): Finding => ({
  id,
  what,
  state: 'ok',
  unwatched: null,
  remedy: null,
  ...row,
});

/** Returns `ok` if all items are good, `no` if none is, and `partly` otherwise. */
export function judgeFindingState(good: number, all: number): State {
  if (good === all) return 'ok';
  return good === 0 ? 'no' : 'partly';
}
