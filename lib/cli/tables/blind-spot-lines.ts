import type { BlindSpot } from '../../views/blind-spots.ts';
import type { Paper } from '../commands/report.ts';
import { shortName } from '../names.ts';
import { relativeTime } from './relative-time.ts';
import { type Column, tableLines } from './table.ts';

type Spots = Omit<BlindSpot, 'target'> & { readonly targets: readonly BlindSpot['target'][] };

/** Returns the table of blind spots; a gap that many targets share is one row. */
export function blindSpotLines(spots: readonly BlindSpot[], paper: Paper): string[] {
  const alike = new Map<string, Spots>();
  for (const { target, ...spot } of spots) {
    const key = spot.fault === 'platform' ? `${spot.part}` : `${target} ${spot.part}`;
    alike.set(key, { ...spot, targets: [...(alike.get(key)?.targets ?? []), target] });
  }
  return tableLines([...alike.values()], columnsOn(paper), paper.width, paper.colors);
}

const columnsOn = ({ now }: Paper): Column<Spots>[] => [
  {
    title: 'TARGET',
    cell: ({ targets: [first = '', ...others] }) =>
      others.length === 0 ? shortName(first) : `${others.length + 1} targets`,
    least: 10,
  },
  { title: 'DATA', cell: ({ part }) => part ?? 'everything', paint: (_, colors) => colors.magenta },
  { title: 'SINCE', cell: ({ since }) => (since === null ? '' : relativeTime(since, now)), rank: 2 },
  {
    title: 'REASON',
    cell: ({ because, fault }) =>
      fault === 'platform' ? `unsupported by the platform: ${because}` : because,
    least: 50,
    rank: 9,
    under: true,
  },
];
