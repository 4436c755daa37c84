import type { Span } from '../../../model/time/time.ts';

/** What was no time is told of by itself, and is passed over here. */
export const areFalling = (spans: readonly (Span | undefined)[]): boolean =>
  spans.every((span, index) => {
    const before = index === 0 ? undefined : spans[index - 1];
    return span === undefined || before === undefined || span < before;
  });

export const mustFall = 'must fall, each time once';
