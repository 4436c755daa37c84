import { drawFor } from '../world/draw.ts';
import type { WorldState } from '../world/world-state.ts';

/** A public address, made up; always the same for the same names. From a block kept for tests (RFC 2544). */
export function addressFor({ seed }: WorldState, ...names: readonly string[]): string {
  const draw = drawFor(seed, 'address', ...names)(0);
  const byte = (channel: number) => Math.floor(draw(channel) * 256);
  return `198.${18 + Math.floor(draw(0) * 2)}.${byte(1)}.${byte(2)}`;
}
