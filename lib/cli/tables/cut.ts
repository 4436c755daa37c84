import stringWidth from 'string-width';
import { printable } from '../../service/marks.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many cells of a terminal a text takes; what came from outside counts without its control characters. */
export const cellsOf = (text: string): number => stringWidth(printable(text));

/** A text cut to so many cells of a terminal, with "…" in place of what does not fit. */
export function cut(text: string, width: number): string {
  const clean = printable(text);
  if (stringWidth(clean) <= width) return clean;
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(clean)) {
    used += stringWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return width < 1 ? '' : `${kept}…`;
}

/** Cut, or padded on one side, so that it takes exactly so many cells. */
export function padded(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const fitting = cut(text, width);
  const room = ' '.repeat(Math.max(0, width - stringWidth(fitting)));
  return align === 'right' ? `${room}${fitting}` : `${fitting}${room}`;
}

/** Broken between words so that no line takes more cells; a longer word is cut. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of printable(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && stringWidth(longer) > width) {
      lines.push(cut(line, width));
      line = word;
    } else line = longer;
  }
  return [...lines, cut(line, width)];
}

/** Wrapped, with what goes on set in: under the text of a row such as "  watches  all VMs", by its own indent or else so many cells. */
export function hanging(line: string, width: number, otherwise = 2): string[] {
  const shown = printable(line);
  const [head = ''] = /^ {2}\S+ {2,}|^ +/.exec(shown) ?? [];
  const indent = head.length || otherwise;
  const [first = '', ...rest] = wrap(shown.slice(head.length), width - indent);
  return [`${head}${first}`, ...rest.map((more) => `${' '.repeat(indent)}${more}`)];
}
