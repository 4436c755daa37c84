import type { Diagnosis } from '../../jobs/doctor/diagnose.ts';
import type { Finding, State } from '../../jobs/doctor/finding.ts';
import { connectionInWords } from '../../model/connection-name.ts';
import { printable } from '../../service/printable.ts';
import type { Colors } from '../terminal.ts';

const gap = '  ';
/** Widest line that is still easy to read. */
const widest = 160;

/** Returns the findings as a table that fits the terminal, with the verdict below. */
export function doctorTable(
  { findings, verdict, outcome }: Diagnosis,
  columns: number,
  colors: Colors,
): string {
  const first = Math.max(...findings.map(({ what }) => what.length), 4);
  const second = 'advice'.length;
  const rest = Math.max(40, Math.min(columns, widest) - first - second - 3 * gap.length);
  const third = Math.ceil(rest / 2);
  const widths = [first, second, third, rest - third];
  const head = rowOf(['CHECK', 'STATE', 'FINDING', 'REMEDY'], widths).map((line) => colors.bold(line));
  const paintState = (line: string, state: State): string => {
    const word = line.slice(first + gap.length, first + gap.length + second);
    return `${line.slice(0, first + gap.length)}${paintOf(colors, state)(word)}${line.slice(first + gap.length + second)}`;
  };
  const rows = findings.flatMap((finding, index) => {
    const { connection } = finding;
    const isFirst = connection !== undefined && findings[index - 1]?.connection !== connection;
    const heading = isFirst ? ['', colors.bold(connectionInWords(connection))] : [];
    const [line = '', ...more] = rowOf(cellsOf(finding), widths);
    return [...heading, paintState(line, finding.state), ...more];
  });
  const paint = outcome === 'watchable' ? colors.green : outcome === 'gaps' ? colors.yellow : colors.red;
  return [
    ...head,
    ...rows,
    '',
    ...wrapped(printable(verdict), Math.min(columns, widest)).map(paint),
    '',
  ].join('\n');
}

function cellsOf({ what, state, found, unwatched, remedy }: Finding): string[] {
  return [what, state, unwatched === null ? found : `${found}. Impact: ${unwatched}`, remedy ?? ''];
}

function paintOf(colors: Colors, state: State): (text: string) => string {
  return { ok: colors.green, advice: colors.cyan, partly: colors.yellow, no: colors.red }[state];
}

/** Lays out a row in as many lines as its longest cell needs. Without a remedy, the finding takes its width. */
function rowOf(
  cells: readonly string[],
  [first = 0, second = 0, third = 0, fourth = 0]: readonly number[],
): string[] {
  const hasLast = cells.at(-1) !== '';
  const widths = hasLast ? [first, second, third, fourth] : [first, second, third + gap.length + fourth];
  const blocks = widths.map((width, column) => wrapped(printable(cells[column] ?? ''), width));
  const height = Math.max(...blocks.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    blocks
      .map((lines, column) => (lines[line] ?? '').padEnd(widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  );
}

/** Breaks a text between words; a word longer than a line is broken after its last part that fits. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > width) {
      const end = line.slice(0, width).search(/[_/.](?=[^_/.]*$)/) + 1 || width;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line];
}
