import { unsafeCharacters } from '../../model/unsafe-characters.ts';

/** The properties of an element that hold visible text. */
const textProps = ['children', 'title', 'aria-label'];

/** Replaces characters that could disguise an element's text, such as direction overrides, by a visible mark. */
export function showPlainly(props: Record<string, unknown>): void {
  for (const name of textProps) if (name in props) props[name] = plain(props[name]);
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(unsafeCharacters, '\ufffd');
  return Array.isArray(value) ? value.map(plain) : value;
}
