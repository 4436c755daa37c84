import { createHmac } from 'node:crypto';
import type { WorldState } from '../world-state.ts';

/** A token, the same for the same world, names and second, and of no use for guessing another. */
export const secretFor = ({ seed, at }: WorldState, ...names: readonly string[]): string =>
  createHmac('sha256', `token ${seed}`)
    .update(JSON.stringify([at, ...names]))
    .digest('base64url');
