import type { Instant } from '../../model/time/time.ts';
import { spentIn, type TargetStatus } from '../../views/status.ts';
import { shortName } from '../names.ts';
import type { Paper } from '../reading/report.ts';
import { dollars, dollarsAnHour } from './dollars.ts';
import { briefSpan, relativeTime } from './relative-time.ts';
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
    cell: ({ runway }) => creditOf(runway, now),
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

function creditOf(runway: TargetStatus['runway'], now: Instant): string {
  if (runway === null) return '';
  if (!runway.isKnown) return 'unknown';
  if (runway.figures === null) return runway.isSpent ? 'none' : '';
  const { left, emptyAt, recharge } = runway.figures;
  if (recharge === 'counted') return 'recharged';
  if (left === null || emptyAt === null) return '';
  return left === 0 || emptyAt <= now ? 'none' : briefSpan(left);
}
