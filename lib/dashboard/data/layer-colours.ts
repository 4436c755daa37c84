import { stableHash } from '../../model/stable-hash.ts';
import { compareText } from '../../model/words.ts';

/** The number of layer colours in the style sheet. */
export const colourCount = 8;

/**
 * Returns the number of each name's colour. It depends on all names that there are, and not on their figures, so that a
 * project has one colour in all charts and browsers. Another name rarely changes those of the others.
 */
export function coloursOf(names: readonly string[]): ReadonlyMap<string, number> {
  const uses = Array.from({ length: colourCount }, () => 0);
  const colours = new Map<string, number>();
  for (const name of [...new Set(names)].sort(compareText)) {
    const colour = leastUsed(uses, stableHash(name));
    uses[colour] = (uses[colour] ?? 0) + 1;
    colours.set(name, colour);
  }
  return colours;
}

/** Returns the colours of the layers of one chart, none of them twice: where two names share one, the later takes another. */
export function coloursWithin(
  colours: ReadonlyMap<string, number>,
  names: readonly string[],
): ReadonlyMap<string, number> {
  const uses = Array.from({ length: colourCount }, () => 0);
  const shown = new Map<string, number>();
  for (const name of names.toSorted(compareText)) {
    const colour = leastUsed(uses, colours.get(name) ?? stableHash(name));
    uses[colour] = (uses[colour] ?? 0) + 1;
    shown.set(name, colour);
  }
  return shown;
}

/** Returns the first of the least used colours, from the preferred one on. */
function leastUsed(uses: readonly number[], preferred: number): number {
  const order = uses.map((_, index) => (preferred + index) % uses.length);
  return order.toSorted((left, right) => (uses[left] ?? 0) - (uses[right] ?? 0))[0] ?? 0;
}
