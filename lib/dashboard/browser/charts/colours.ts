import { recall, remember } from '../state/stored.ts';

/** The number of layer colours in the style sheet. */
const count = 8;
const stored = 'spendwatch-colours';
/** The maximum number of names that are remembered, the newest. */
const mostKept = 200;

const remembered = knownFrom(recall(stored) ?? '[]');

/**
 * Returns the number of each layer's colour. A name keeps its colour in all charts of this browser, unless a larger
 * layer of the same chart has it.
 */
export function coloursOf(names: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const free = new Set(Array.from({ length: count }, (_, colour) => colour));
  const take = (name: string, colour: number): void => {
    places.set(name, colour);
    free.delete(colour);
  };
  for (const name of names) {
    const colour = remembered.get(name);
    if (colour !== undefined && free.has(colour)) take(name, colour);
  }
  for (const name of names.filter((one) => !places.has(one))) {
    const [colour = 0] = [...free].sort((left, right) => usesOf(left) - usesOf(right));
    take(name, colour);
    if (!remembered.has(name)) remembered.set(name, colour);
  }
  remember(stored, JSON.stringify([...remembered].slice(-mostKept)));
  return places;
}

const usesOf = (colour: number): number => [...remembered.values()].filter((used) => used === colour).length;

/** Reads the colours of names; data that another program stored under the same name is ignored. */
function knownFrom(text: string): Map<string, number> {
  try {
    return new Map(JSON.parse(text));
  } catch {
    return new Map();
  }
}
