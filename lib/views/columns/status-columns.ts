import { Subject } from '../../model/ids.ts';
import { marked } from '../../model/money/estimate.ts';
import { free, noMoney } from '../../model/money/money.ts';
import { shortSubject } from '../../model/subject.ts';
import type { BlindSpot } from '../blind-spots.ts';
import type { Notice } from '../condition/notice.ts';
import { runwayInWords } from '../runway.ts';
import { getKnownSpend, type TargetStatus } from '../status.ts';
import {
  asReason,
  type Columns,
  dollars,
  moneyColumn,
  priceColumn,
  selectColumns,
  timeColumn,
} from './column.ts';

/** The spend and the burn rate of a target, or of all projects together. */
export const monthColumns = {
  reported: moneyColumn(({ month }) => month.reported?.amount, { title: 'REPORTED USD', none: '', rank: 3 }),
  reportedUntil: timeColumn(({ month }) => month.reported?.until, { title: 'UP TO', rank: 5 }),
  toDate: moneyColumn(({ month }) => month.toDate, {
    title: 'TO DATE USD',
    text: ({ month }) => {
      const spent = getKnownSpend(month);
      return spent === null ? 'unknown' : marked(dollars(spent), isGuessed(month));
    },
  }),
  accrued: moneyColumn(({ month }) => month.accrued?.amount, {
    title: 'ACCRUED USD',
    none: '',
    rank: 4,
    isEstimate: ({ month }) => isGuessed(month),
  }),
  accruedSince: timeColumn(({ month }) => month.accrued?.since),
  burnRate: priceColumn(({ burnRate }) => burnRate, {
    isEstimate: ({ estimatedRate }) => estimatedRate.gt(free),
  }),
  /** The parts of the month's spend and of the burn rate that are estimates. */
  estimated: moneyColumn(({ month }) => month.estimated),
  estimatedRate: { value: ({ estimatedRate }) => estimatedRate.toFixed() },
} satisfies Columns<Pick<TargetStatus, 'month' | 'burnRate' | 'estimatedRate'>>;

const isGuessed = ({ estimated }: TargetStatus['month']): boolean => estimated.gt(noMoney);

export const targetColumns = {
  target: {
    title: 'TARGET',
    value: ({ target }) => target.id,
    text: ({ target }) => shortSubject(Subject.parse(target.id)),
    least: 18,
  },
  ...monthColumns,
  credit: { value: ({ runway }) => runway?.figures?.credit.toFixed() },
  creditLastsSeconds: { value: ({ runway }) => runway?.figures?.left && runway.figures.left / 1_000 },
  runway: {
    title: 'RUNWAY',
    text: ({ target, runway }, { now }) => (target.kind === 'account' ? runwayInWords(runway, now) : ''),
    align: 'right',
    rank: 1,
  },
  recharge: { value: ({ runway }) => runway?.figures?.recharge },
  accountState: { value: ({ accountState }) => accountState },
  faults: { value: ({ faults }) => (faults.length === 0 ? null : faults.join('; ')) },
  firing: {
    title: 'FIRING',
    value: ({ firing }) => firing,
    text: ({ firing }) => (firing === 0 ? '' : String(firing)),
    align: 'right',
    rank: 2,
    tone: () => 'due',
  },
  seenAt: timeColumn(({ seenAt }) => seenAt, { title: 'LAST SEEN', none: 'never', rank: 2 }),
} satisfies Columns<TargetStatus>;

/** The columns of a table of targets. */
export const targetTable = selectColumns(
  targetColumns,
  ['target', 'toDate', 'reported', 'reportedUntil', 'accrued', 'burnRate'],
  ['runway', 'firing', 'seenAt'],
);

/** A row of a table of blind spots; several targets can share one row. */
export type BlindSpotRow = BlindSpot & { readonly shared?: number };

export const blindSpotColumns = {
  target: {
    title: 'TARGET',
    value: ({ target }) => target,
    text: ({ target, subject, shared = 1 }) =>
      shared === 1 ? shortSubject(subject ?? Subject.parse(target)) : `${shared} targets`,
    least: 10,
  },
  subject: { value: ({ subject }) => subject },
  part: {
    title: 'DATA',
    value: ({ part }) => part,
    text: ({ part }) => part ?? 'everything',
    tone: () => 'unsure',
  },
  since: timeColumn(({ since }) => since, { title: 'SINCE', rank: 2 }),
  fault: { value: ({ fault }) => fault },
  because: {
    ...asReason,
    value: ({ because }) => because,
    text: ({ because, fault }) =>
      fault === 'platform' ? `unsupported by the platform: ${because}` : because,
  },
} satisfies Columns<BlindSpotRow>;

export const noticeColumns = {
  kind: { value: ({ kind }) => kind },
  severity: { value: ({ severity }) => severity },
  since: timeColumn(({ since }) => since),
  says: { value: ({ says }) => says },
} satisfies Columns<Notice>;
