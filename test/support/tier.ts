import type { Parameters } from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: it is added to Vitest's own.
  interface ProvidedContext {
    /** The share of all cases that a tier tries: 1 is all of them. */
    readonly share: number;
  }
}

/** Reports whether the tier tries all cases. */
export const isWhole = (): boolean => inject('share') === 1;

/** Returns the part of a size or a count that the tier tries: all of it, or a fifth. */
export const scaled = (all: number): number => Math.ceil(all * inject('share'));

/** Returns how often a property is tried. */
export const runs = (all: number): Pick<Parameters, 'numRuns'> => ({ numRuns: scaled(all) });

/** Returns the rows of a table that the tier tries: all of them, or the first of each five. */
export const sampleOf = <T>(rows: readonly T[]): T[] =>
  rows.filter((_, index) => index % Math.round(1 / inject('share')) === 0);
