/** How far something can be watched. `advice`: wholly, and yet something could be better. */
export type State = 'ok' | 'advice' | 'partly' | 'no';

/** One thing that was looked into: a row for people, and the same for scripts. */
export type Finding = {
  /** Stays the same whatever is found; scripts go by it. */
  readonly id: string;
  /** A few words. */
  readonly what: string;
  readonly state: State;
  readonly found: string;
  /** What goes unwatched, or is watched wrongly; `null` when nothing does. */
  readonly unwatched: string | null;
  /** What a person can do about it; `null` when there is nothing to do. */
  readonly remedy: string | null;
  readonly figures?: Readonly<Record<string, number | string | null>>;
};

/** A state by how much of a number of things is as it should be. */
export const stateOf = (good: number, all: number): State =>
  good === all ? 'ok' : good === 0 ? 'no' : 'partly';

/** Such as "1 project" and "3 projects". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Such as "a, b and 3 more": the first few of many names. */
export function named(names: readonly string[], most = 3): string {
  const rest = names.length - most;
  const shown = names.slice(0, rest === 1 ? most + 1 : most);
  return rest > 1 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}
