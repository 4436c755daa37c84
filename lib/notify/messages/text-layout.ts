import { assertNever } from '../../model/assert-never.ts';
import { sparkline } from '../../model/sparkline.ts';
import type { Command } from '../parts/commands.ts';
import type { FigureRow, Link, MessagePart, MeterBar, Table } from '../parts/document.ts';
import { oneLine } from '../parts/plain-text.ts';

const indent = '  ';
const gap = '  ';

/** Lays out parts as plain text of `width` columns, in blocks. Commands are never wrapped. */
export function formatTextBlocks(parts: readonly MessagePart[], width: number): readonly string[] {
  const names = parts.flatMap((part) =>
    part.kind === 'figures' ? part.rows.map(([name]) => name) : part.kind === 'named' ? [part.name] : [],
  );
  const room = { width: width - indent.length, name: longest(names) };
  const blocks: string[][] = [];
  let last: MessagePart['kind'] | null = null;
  for (const part of parts) {
    const lines = formatPartLines(part, width, room);
    if (part.kind === 'named' && last === 'named') blocks.at(-1)?.push(...lines);
    else blocks.push(lines);
    last = part.kind;
  }
  return blocks.map((lines) => lines.join('\n'));
}

/** The width of a row, and of its column of names. */
type Room = { readonly width: number; readonly name: number };

function formatPartLines(part: MessagePart, width: number, room: Room): string[] {
  switch (part.kind) {
    case 'text':
      return wrapped(part.text, width);
    case 'figures':
      return rowLines(part.rows, room).map((line) => `${indent}${line}`);
    case 'named':
      return rowLines([[part.name, part.text]], room).map((line) => `${indent}${line}`);
    case 'links':
      return linkLines(part.links, room.width).map((line) => `${indent}${line}`);
    case 'commands':
      return commandLines(part.commands, room.width).map((line) => `${indent}${line}`);
    default:
      return assertNever(part);
  }
}

/** Lays out rows with their names in one column; a long figure continues under itself. */
export function rowLines(rows: readonly FigureRow[], room: Partial<Room> & Pick<Room, 'width'>): string[] {
  const { width, name: column = longest(rows.map(([name]) => name)) } = room;
  return rows.flatMap(([name, figure]) =>
    figureLines(figure, Math.max(24, width - column - gap.length)).map((line, index) =>
      `${(index === 0 ? name : '').padEnd(column)}${gap}${line}`.trimEnd(),
    ),
  );
}

function figureLines(figure: FigureRow[1], width: number): string[] {
  if (typeof figure === 'string') return wrapped(figure, width);
  switch (figure.kind) {
    case 'table':
      return tableLines(figure, width);
    case 'trend':
      return [`${sparkline(figure.values)}  ${figure.words}`];
    case 'meter':
      return [meterLine(figure)];
    default:
      return assertNever(figure);
  }
}

const meterLength = 20;

/** Returns a bar such as "[################----] 81%", whose filled length is rounded down. */
function meterLine({ share, words }: MeterBar): string {
  const filled = Math.max(0, Math.min(meterLength, Math.floor(share * meterLength)));
  return `[${'#'.repeat(filled)}${'-'.repeat(meterLength - filled)}] ${words}`;
}

/** Lays out each command beside its purpose, or all of them alone if one line would be too long. */
export const commandLines = (commands: readonly Command[], width: number): string[] =>
  besidePurpose(commands, width) ?? commands.map(({ line }) => line);

/** Lays out each link beside its label, or all of them under their labels if one line would be too long. */
function linkLines(links: readonly Link[], width: number): string[] {
  const lines = links.map(({ label, url }) => ({ purpose: label, line: url }));
  return besidePurpose(lines, width) ?? lines.flatMap(({ purpose, line }) => [purpose, `${gap}${line}`]);
}

function besidePurpose(commands: readonly Command[], width: number): string[] | null {
  const column = longest(commands.map(({ purpose }) => purpose)) + gap.length;
  const fits = commands.every(({ line }) => column + line.length <= width);
  return fits ? commands.map(({ purpose, line }) => `${purpose.padEnd(column)}${line}`) : null;
}

const nameLengths = [40, 28, 20, 16, 12];

/** Lays out a table in columns as wide as their cells. Names are shortened as far as its width requires. */
export function tableLines({ rows, names, atRight }: Omit<Table, 'kind'>, width: number): string[] {
  const laidOut = nameLengths.map((limit) =>
    aligned(
      rows.map((row) =>
        row.map((cell, column) => (names.includes(column) && cell !== '' ? oneLine(cell, limit) : cell)),
      ),
      atRight,
    ),
  );
  return laidOut.find((lines) => longest(lines) <= width) ?? laidOut.at(-1) ?? [];
}

function aligned(rows: readonly (readonly string[])[], atRight: number | undefined): string[] {
  const widths = (rows[0] ?? []).map((_, column) => longest(rows.map((row) => row[column] ?? '')));
  // A column that is empty in every row is left out.
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

/** Wraps text into lines of at most `width` characters; a longer word has a line of its own. */
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
