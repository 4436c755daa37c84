import type { CreditCurve } from '../../replies.ts';
import { Nothing } from '../parts/states.tsx';
import { dayAndTime, shortDollars } from '../words.ts';
import { OutlookChart } from './outlook-chart.tsx';

/** Draws the reported credit, and its estimate at the current rate. */
export function CreditChart({ curve }: { readonly curve: CreditCurve }) {
  const { points, outlook, gaps, zone, from, until } = curve;
  const last = points.at(-1);
  const end = outlook.at(-1);
  if (last === undefined) return <Nothing>The platform reported no credit in this period.</Nothing>;
  const now = `${last.credit.text} reported at ${dayAndTime(last.at, zone)}`;
  const then =
    end === undefined
      ? ''
      : `; at the present rate ${end.credit < 0.01 ? 'gone' : `about ${shortDollars(end.credit)} USD`} at ${dayAndTime(end.at, zone)}`;
  return (
    <OutlookChart
      outlook={{
        ...{ from, until, zone, gaps },
        points: points.map(({ at, credit }) => ({ at, value: credit.value })),
        outlook: outlook.map(({ at, credit }) => ({ at, value: credit })),
      }}
      title="Credit"
      says={`${now}${then}`}
      gapWords="not polled"
    />
  );
}
