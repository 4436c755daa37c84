import { assertNever } from '../../model/assert-never.ts';
import type { Command } from './commands.ts';
import type { Part, Row } from './parts.ts';

const indent = '  ';
const gap = '  ';

/** Parts as plain text of so many columns, in blocks with an empty line between them. Commands are never broken. */
export function blocksOf(parts: readonly Part[], width: number): readonly string[] {
  const names = parts.flatMap((part) =>
    part.kind === 'figures' ? part.rows.map(([name]) => name) : part.kind === 'named' ? [part.name] : [],
  );
  const room = { width: width - indent.length, name: longest(names) };
  const blocks: string[][] = [];
  let last: Part['kind'] | null = null;
  for (const part of parts) {
    const lines = linesOf(part, width, room);
    if (lines.length === 0) continue;
    if (part.kind === 'named' && last === 'named') blocks.at(-1)?.push(...lines);
    else blocks.push(lines);
    last = part.kind;
  }
  return blocks.map((lines) => lines.join('\n'));
}

/** How wide a row may be, and how wide the names before the figures are. */
type Room = { readonly width: number; readonly name: number };

function linesOf(part: Part, width: number, room: Room): string[] {
  switch (part.kind) {
    case 'text':
      return wrapped(part.text, width);
    case 'figures':
      return rowLines(part.rows, room).map((line) => `${indent}${line}`);
    case 'named':
      return rowLines([[part.name, part.text]], room).map((line) => `${indent}${line}`);
    case 'commands':
      return commandLines(part.commands, room.width).map((line) => `${indent}${line}`);
    default:
      return assertNever(part);
  }
}

/** Rows with their names in one column; what is too long for a line goes on under its figure. */
export function rowLines(rows: readonly Row[], room: Partial<Room> & Pick<Room, 'width'>): string[] {
  const { width, name: column = longest(rows.map(([name]) => name)) } = room;
  return rows.flatMap(([name, figure]) => {
    const lines =
      typeof figure === 'string' ? wrapped(figure, Math.max(24, width - column - gap.length)) : figure;
    return lines.map((line, index) => `${(index === 0 ? name : '').padEnd(column)}${gap}${line}`.trimEnd());
  });
}

/** Each command beside what it is for; under it if one were too long for its line otherwise. */
export function commandLines(commands: readonly Command[], width: number): string[] {
  const column = longest(commands.map(({ purpose }) => purpose)) + gap.length;
  const fits = commands.every(({ line }) => column + line.length <= width);
  return commands.flatMap(({ purpose, line }) =>
    fits ? [`${purpose.padEnd(column)}${line}`] : [purpose, `${gap}${line}`],
  );
}

/** Columns as wide as their cells, of which one may stand at the right, as figures do. */
export function tableOf(rows: readonly (readonly string[])[], atRight?: number): string[] {
  const widths = (rows[0] ?? []).map((_, column) => longest(rows.map((row) => row[column] ?? '')));
  // A column that holds nothing in any row is none.
  const kept = widths.flatMap((width, column) => (width > 0 ? [column] : []));
  return rows.map((row) =>
    kept
      .map((column) => {
        const [cell = '', width = 0] = [row[column], widths[column]];
        return column === atRight ? cell.padStart(width) : cell.padEnd(width);
      })
      .join(gap)
      .trimEnd(),
  );
}

/** Text in lines of at most so many characters; a longer word has a line of its own. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));
