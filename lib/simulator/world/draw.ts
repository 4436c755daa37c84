import { stableHash } from '../../model/stable-hash.ts';

/** Gives numbers in [0, 1), a different one for each channel and always the same for the same one. */
export type Chance = (channel: number) => number;

/**
 * Chance that hangs on nothing but what is asked for: the same seed, names, position (whole, below
 * 2^32) and channel draw the same number, whatever was drawn before. A running generator would tie
 * every figure to the order in which clients happen to ask.
 */
export function drawFor(seed: number, ...names: readonly string[]): (position: number) => Chance {
  const key = mix(stableHash(names.join('\n')) ^ mix(seed));
  return (position) => {
    const place = mix(key ^ position);
    return (channel) => mix(place + Math.imul(channel + 1, 0x9e3779b9)) / 0x1_0000_0000;
  };
}

/** The finalizer of MurmurHash3: every bit of the input sways every bit of the result. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
