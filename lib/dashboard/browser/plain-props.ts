import { unsafeCharacters } from '../../model/unsafe-characters.ts';

/** The parts of an element that people read. */
const shown = ['children', 'title', 'aria-label'];

/** Puts one visible mark for each character in an element's texts that could make them pass for something else. */
export function showPlainly(props: Record<string, unknown>): void {
  for (const name of shown) if (name in props) props[name] = plain(props[name]);
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(unsafeCharacters, '\ufffd');
  return Array.isArray(value) ? value.map(plain) : value;
}
