import { relativeTime } from '../../model/time/relative-time.ts';
import { runwayInWords } from '../../views/runway.ts';
import { spentIn, type TargetStatus } from '../../views/status.ts';
import { shortName } from '../names.ts';
import type { Paper } from '../reading/report.ts';
import { dollars, dollarsAnHour } from './dollars.ts';
import type { Column } from './table.ts';

export const targetColumns = ({ now }: Paper): Column<TargetStatus>[] => [
  { title: 'TARGET', cell: ({ target }) => shortName(target.id), least: 18 },
  {
    title: 'TO DATE USD',
    cell: ({ month }) => {
      const spent = spentIn(month);
      return spent === null ? 'unknown' : dollars(spent);
    },
    align: 'right',
  },
  {
    title: 'REPORTED USD',
    cell: ({ month }) => (month.reported === null ? '' : dollars(month.reported.amount)),
    align: 'right',
    rank: 3,
  },
  {
    title: 'UP TO',
    cell: ({ month }) => (month.reported === null ? '' : relativeTime(month.reported.until, now)),
    rank: 5,
  },
  {
    title: 'ACCRUED USD',
    cell: ({ month }) => (month.accrued === null ? '' : dollars(month.accrued.amount)),
    align: 'right',
    rank: 4,
  },
  {
    title: 'USD/h',
    cell: ({ burnRate }) => (burnRate === null ? 'unknown' : dollarsAnHour(burnRate)),
    align: 'right',
  },
  {
    title: 'RUNWAY',
    cell: ({ target, runway }) => (target.kind === 'account' ? runwayInWords(runway, now) : ''),
    align: 'right',
    rank: 1,
  },
  {
    title: 'FIRING',
    cell: ({ firing }) => (firing === 0 ? '' : String(firing)),
    align: 'right',
    rank: 2,
    paint: (_, colors) => colors.yellow,
  },
  {
    title: 'LAST SEEN',
    cell: ({ seenAt }) => (seenAt === null ? 'never' : relativeTime(seenAt, now)),
    rank: 2,
  },
];
