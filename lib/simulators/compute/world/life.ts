import { type Instant, later, type Span } from '../../../model/time/time.ts';

/** A state and the moment from which it holds. */
export type Change = { readonly at: Instant; readonly state: string };

/** States in order of time, including future ones; the current state follows from the clock. */
export type Life = readonly Change[];

/** The final state: not found, not listed, not billed. */
export const gone = 'GONE';

/** Returns the state at an instant; `undefined` before the first one. */
export function stateAt(life: Life, at: Instant): string | undefined {
  return life.findLast((change) => change.at <= at)?.state;
}

export const existsAt = (life: Life, at: Instant): boolean => {
  const state = stateAt(life, at);
  return state !== undefined && state !== gone;
};

export const goneAt = (life: Life): Instant | null =>
  life.findLast((change) => change.state === gone)?.at ?? null;

/** Adds consecutive states from an instant on, and drops the future states before. */
export function enter(
  life: Life,
  at: Instant,
  through: readonly (readonly [string, Span])[],
  end: string,
): Life {
  const changes = life.filter((change) => change.at <= at);
  let begins = at;
  for (const [state, span] of through) {
    changes.push({ at: begins, state });
    begins = later(begins, span);
  }
  return [...changes, { at: begins, state: end }];
}

export type Run = { readonly from: Instant; readonly until: Instant | null };

/** Returns the unbroken stretches in any of these states. */
export function runsOf(life: Life, states: ReadonlySet<string>): Run[] {
  const runs: Run[] = [];
  let from: Instant | null = null;
  for (const { at, state } of life) {
    if (states.has(state)) from ??= at;
    else if (from !== null) {
      runs.push({ from, until: at });
      from = null;
    }
  }
  return from === null ? runs : [...runs, { from, until: null }];
}
