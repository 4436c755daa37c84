import { drawFor } from '../../http/draw.ts';
import type { State } from './state.ts';

const characters = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The lengths of ids, by what they are of. */
const lengths = {
  pod: 14,
  endpoint: 14,
  worker: 14,
  cluster: 14,
  'network volume': 10,
  user: 27,
  template: 10,
  registry: 25,
  release: 14,
} as const;

/** Draws the id of the thing at a position: letters and digits that say nothing. */
export function drawId(seed: number, kind: keyof typeof lengths, position = 0, of = ''): string {
  const draw = drawFor(seed, 'id', kind, of)(position);
  return Array.from(
    { length: lengths[kind] },
    (_, index) => characters[Math.floor(draw(index) * characters.length)],
  ).join('');
}

/** Makes the id of the next thing of an account, from its seed. Two accounts of one seed make the same ids. */
export function newId(state: Pick<State, 'seed' | 'made'>, kind: keyof typeof lengths): string {
  state.made += 1;
  return drawId(state.seed, kind, state.made);
}

/** Returns the first thing that its people named so, as scripts find it. @throws TypeError when there is none. */
export function findByName<T extends { readonly name: string }>(
  things: ReadonlyMap<string, T>,
  name: string,
): T {
  const thing = [...things.values()].find((one) => one.name === name);
  if (thing === undefined) throw new TypeError(`nothing is named ${name}`);
  return thing;
}
