import { stableHash } from '../../../lib/model/stable-hash.ts';
import { milliseconds, type Span } from '../../../lib/model/time/time.ts';

/** Random numbers that are the same for the same seed. */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  chance(probability: number): boolean;
  whole(from: number, to: number): number;
  span(from: Span, to: Span): Span;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** Returns a separate generator for a part of the world, so that parts do not affect each other. */
  fork(name: string): Random;
};

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;

  /** Computes Mulberry32, by Tommy Ettinger, in the public domain. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));

  return {
    next,
    chance: (probability) => next() < probability,
    whole,
    span: (from, to) => milliseconds(from + next() * (to - from)),
    pick: (choices) => choices[whole(0, choices.length - 1)] ?? choices[0],
    fork: (name) => seededRandom(stableHash(`${seed}#${name}`)),
  };
}
