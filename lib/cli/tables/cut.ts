import stringWidth from 'string-width';
import { printable } from '../../service/printable.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Reports whether a text consists of characters of one cell each, as nearly all do; this avoids the tables of Unicode.
 */
const isPlain = (text: string): boolean => /^[\x20-\x7e·×…\u2500-\u259f]*$/.test(text);
const widthOf = (text: string): number => (isPlain(text) ? text.length : stringWidth(text));

/** Returns the number of terminal cells of a text, without control characters. */
export const cellsOf = (text: string): number => widthOf(printable(text));

/** Cuts a text to a number of terminal cells, with "…" for the rest. */
export function cut(text: string, width: number): string {
  const clean = printable(text);
  if (widthOf(clean) <= width) return clean;
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(clean)) {
    used += widthOf(segment);
    if (used > width) break;
    kept += segment;
  }
  return width < 1 ? '' : `${kept}…`;
}

/** Cuts or pads a text to exactly a number of cells. */
export function padded(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const fitting = cut(text, width);
  const room = ' '.repeat(Math.max(0, width - widthOf(fitting)));
  return align === 'right' ? `${room}${fitting}` : `${fitting}${room}`;
}

/** Breaks a text between words into lines of at most a number of cells; a longer word is cut. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(cut(line, width));
      line = word;
    } else line = longer;
  }
  return [...lines, cut(line, width)];
}

/** Wraps a line with a hanging indent: under the text of a row such as "  scope  all VMs", or by `otherwise` cells. */
export function hanging(line: string, width: number, otherwise = 2): string[] {
  const text = printable(line);
  const [head = ''] = /^ {2}\S+ {2,}|^ +/.exec(text) ?? [];
  const indent = head.length || otherwise;
  const [first = '', ...rest] = wrap(text.slice(head.length), width - indent);
  return [`${head}${first}`, ...rest.map((more) => `${' '.repeat(indent)}${more}`)];
}
