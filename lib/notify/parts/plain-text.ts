import { unsafeCharacters } from '../../model/unsafe-characters.ts';

/** Returns the text on one line of at most `limit` characters, without characters that could disguise it. */
export function oneLine(text: string, limit: number): string {
  const line = text
    .slice(0, limit * 4)
    .replace(/\s+/gu, ' ')
    .trim();
  return shortened(line, limit).replace(unsafeCharacters, '?') || '?';
}

/** Returns the text on one line in printable ASCII; letters lose their accents. */
export function asciiLine(text: string, limit: number): string {
  const plain = oneLine(text, limit * 4)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  return shortened(plain.replace(/[^\x20-\x7e]/gu, '?').trim(), limit) || '?';
}

const shortened = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 3)}...`;
