import { stableHash } from '../../model/stable-hash.ts';

/** Returns a number in [0, 1) for a channel, always the same one. */
export type Chance = (channel: number) => number;

/**
 * Returns chances that depend only on their arguments: the same seed, names, position (whole, below 2^32) and channel
 * give the same number, whatever was drawn before. With a running generator, every figure would depend on the order
 * of requests.
 */
export function drawFor(seed: number, ...names: readonly string[]): (position: number) => Chance {
  const key = mix(stableHash(names.join('\n')) ^ mix(seed));
  return (position) => {
    const place = mix(key ^ position);
    return (channel) => mix(place + Math.imul(channel + 1, 0x9e3779b9)) / 0x1_0000_0000;
  };
}

/** Mixes bits as the finalizer of MurmurHash3: every bit of the input affects every bit of the result. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
