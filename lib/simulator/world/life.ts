import { type Instant, later, type Span } from '../../model/time/time.ts';

/** A state and the moment from which it holds. */
export type Change = { readonly at: Instant; readonly state: string };

/** States in order of time; those to come are in it too, so the present follows from reading the clock. */
export type Life = readonly Change[];

/** The end of every life: not found, not listed, not billed. */
export const gone = 'GONE';

/** `undefined` before the first state. */
export function stateAt(life: Life, at: Instant): string | undefined {
  return life.findLast((change) => change.at <= at)?.state;
}

export const existsAt = (life: Life, at: Instant): boolean => {
  const state = stateAt(life, at);
  return state !== undefined && state !== gone;
};

export const goneAt = (life: Life): Instant | null =>
  life.findLast((change) => change.state === gone)?.at ?? null;

/** A life in which states begin at an instant, one after the other; whatever was to come instead is dropped. */
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

/** The unbroken stretches spent in any of these states. */
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
