import type { ConnectionName } from '../../model/connection-name.ts';

/** The degree to which something can be monitored. `advice`: fully, but something could be improved. */
export type State = 'ok' | 'advice' | 'partly' | 'no';

/** The result of one check, for people and for scripts. */
export type Finding = {
  /** Stable identifier for scripts. */
  readonly id: string;
  /**
   * The connection that the finding is about, where there are several; `null` for the unnamed connection. Absent if the
   * finding is about all.
   */
  readonly connection?: ConnectionName | null;
  readonly what: string;
  readonly state: State;
  readonly found: string;
  /** The impact: facts that cannot be monitored, or only wrongly; `null` when there is none. */
  readonly unwatched: string | null;
  /** The action that a person can take; `null` when none is needed. */
  readonly remedy: string | null;
  readonly figures?: Readonly<Record<string, number | string | null>>;
};

/** The result of a check and, for a gap, the state, the impact and the remedy. */
export type FindingRow = Pick<Finding, 'found' | 'figures'> &
  Partial<Pick<Finding, 'state' | 'unwatched' | 'remedy'>>;

/** Returns a finding from its row; fields that the row omits mean that all is well. */
export const finding = (id: string, what: string, row: FindingRow): Finding => ({
  ...{ id, what, state: 'ok', unwatched: null, remedy: null },
  ...row,
});

/** Returns the state for a number of good items among all. */
export const judgeFindingState = (good: number, all: number): State =>
  good === all ? 'ok' : good === 0 ? 'no' : 'partly';
