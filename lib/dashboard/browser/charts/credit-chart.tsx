import { useMemo, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import type { CreditCurve } from '../../replies.ts';
import { Nothing } from '../states.tsx';
import { colour } from '../theme.ts';
import { dayAndTime, shortDollars } from '../words.ts';
import { axis, Chart, GapLegend } from './chart.tsx';

/** Draws the credit that was reported, and as a dashed line how it goes on at the present rate. */
export function CreditChart({ curve }: { readonly curve: CreditCurve }) {
  const [index, setIndex] = useState<number | null>(null);
  const data = useMemo(() => linesOf(curve), [curve]);
  const { points, outlook, gaps, zone, from, until } = curve;
  const last = points.at(-1);
  const end = outlook.at(-1);
  if (last === undefined) return <Nothing>The platform reported no credit in this period.</Nothing>;
  const [times, reported = [], estimated = []] = data;
  const at = index === null ? undefined : times[index];
  const known = index === null ? null : (reported[index] ?? null);
  const value = index === null ? null : (known ?? estimated[index] ?? null);
  const now = `${last.credit.text} reported at ${dayAndTime(last.at, zone)}`;
  const then =
    end === undefined
      ? ''
      : `; at the present rate ${end.credit < 0.01 ? 'gone' : `about ${shortDollars(end.credit)} USD`} at ${dayAndTime(end.at, zone)}`;
  return (
    <>
      <Chart
        kind={`${from} ${until} ${zone}`}
        label={`Credit: ${now}${then}`}
        height={220}
        data={data}
        options={() => options(curve)}
        gaps={gaps}
        onPoint={setIndex}
      />
      <p class="reading">
        {at === undefined || value == null
          ? `${now}${then}.`
          : `${dayAndTime(at * 1_000, zone)}: ${shortDollars(value)} USD${known === null ? ', an estimate' : ''}`}
      </p>
      <GapLegend gaps={gaps} words="not polled" />
    </>
  );
}

/** Returns the reported and the estimated line over all of their times. */
function linesOf({ points, outlook }: CreditCurve): uPlot.AlignedData {
  const reported = new Map(points.map(({ at, credit }) => [at, credit.value]));
  const estimated = new Map(outlook.map(({ at, credit }) => [at, credit]));
  const times = [...new Set([...reported.keys(), ...estimated.keys()])].sort((left, right) => left - right);
  return [
    times.map((at) => at / 1_000),
    times.map((at) => reported.get(at)),
    times.map((at) => estimated.get(at)),
  ];
}

function options({ from, until, zone }: CreditCurve): Omit<uPlot.Options, 'width' | 'height'> {
  const line = colour('accent');
  return {
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: true, range: [from / 1_000, until / 1_000] },
      // The distance to zero is what the chart is for.
      y: { range: (_, least, most) => [Math.min(0, least), most > 0 ? most * 1.05 : 1] },
    },
    axes: [
      axis({
        grid: { show: false },
        space: 90,
        size: 30,
        values: (_, splits) => splits.map((at) => dayAndTime(at * 1_000, zone)),
      }),
      axis({ size: 56, values: (_, splits) => splits.map(shortDollars) }),
    ],
    series: [
      {},
      { stroke: line, width: 2, fill: `${line}22`, points: { show: false }, spanGaps: true },
      { stroke: colour('warning'), width: 2, dash: [6, 5], points: { show: false }, spanGaps: true },
    ],
  };
}
