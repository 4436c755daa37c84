import type { Score } from './score.ts';

type Row = { readonly name: string; readonly score: Score };

/** Lines of a table that reads as text and as Markdown. */
export function tableOf(rows: readonly Row[]): readonly string[] {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const line = (...[name = '', ...cells]: readonly string[]) =>
    `| ${name.padEnd(width)} | ${cells.map((cell, index) => cell.padStart(headings[index]?.length ?? 0)).join(' | ')} |`;
  return [
    line('', ...headings),
    `|${'-'.repeat(width + 2)}|${headings.map((heading) => `${'-'.repeat(heading.length + 1)}:|`).join('')}`,
    ...rows.map(({ name, score }) => line(name, ...cellsOf(score))),
  ];
}

const headings = ['idle hours caught', 'stops', 'wrong', 'wrong, later stops'];

const cellsOf = ({ idleHours, caughtHours, stops, wrong, laterStops, laterWrong }: Score) => [
  share(caughtHours, idleHours),
  `${stops}`,
  share(wrong, stops),
  `${share(laterWrong, laterStops)} of ${laterStops}`,
];

const share = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`;
