import type { Span } from '../../../model/time/time.ts';

/** Reports whether durations are in descending order; invalid ones are reported elsewhere and ignored here. */
export const areFalling = (spans: readonly (Span | undefined)[]): boolean =>
  spans.every((span, index) => {
    const before = index === 0 ? undefined : spans[index - 1];
    return span === undefined || before === undefined || span < before;
  });

export const mustFall = 'must be in descending order, without duplicates';
