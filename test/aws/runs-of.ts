import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { FunctionName } from '../infra/bundles.ts';
import type { RunningStack } from './deployed-stack.ts';

/** The figures that a function returns. */
type Figures = Readonly<Record<string, unknown>>;

/** A run of a function: its figures, and its log. */
export type Run = { readonly figures: Figures; readonly lines: readonly string[] };

/** Reports whether figures have these values, among others. */
const have = (figures: Figures, values: Figures): boolean =>
  isDeepStrictEqual(figures, { ...figures, ...values });

/**
 * Invokes a function until a run has nothing left to do, and returns all runs: on a busy machine, a run may end at its
 * deadline, and the next one goes on.
 */
async function runsUntil(
  stack: Pick<RunningStack, 'invoke'>,
  [name, event]: readonly [FunctionName, unknown],
  isDone: (figures: Figures) => boolean,
): Promise<readonly Run[]> {
  const runs: Run[] = [];
  while (runs.length < 20) {
    const { result, lines } = await stack.invoke(name, event);
    const figures = z.record(z.string(), z.unknown()).parse(result);
    runs.push({ figures, lines });
    if (isDone(figures)) return runs;
  }
  throw new Error(`${name} goes on for ever: ${JSON.stringify(runs.at(-1))}`);
}

/** Polls until a run has turned every target. */
export const watchAll = (stack: Pick<RunningStack, 'invoke'>, event: unknown = { shard: 0 }) =>
  runsUntil(stack, ['Watch', event], (figures) => {
    const whole = { left: 0, failed: 0, overtaken: 0, unreadable: 0, cloud: 'answered' };
    return figures['turned'] !== 0 && have(figures, whole);
  });

/** Sends until a run finds nothing left to send. */
export const sendAll = (stack: Pick<RunningStack, 'invoke'>, event: unknown = {}) =>
  runsUntil(stack, ['Act', event], (figures) => have(figures, { delivered: 0, undelivered: 0 }));
