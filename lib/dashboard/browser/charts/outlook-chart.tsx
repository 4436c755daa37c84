import { useMemo, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { colour, faint } from '../state/theme.ts';
import { dayAndTime, shortDollars } from '../words.ts';
import { axis, Chart, type Gap, GapLegend } from './chart.tsx';

type Outlook = {
  readonly from: number;
  readonly until: number;
  readonly zone: string;
  /** The known amounts, in dollars. */
  readonly points: readonly { readonly at: number; readonly value: number }[];
  /** The estimate, drawn as a dashed line, and the interval of its last point as a band. */
  readonly outlook: readonly { readonly at: number; readonly value: number }[];
  readonly band?: { readonly low: number; readonly high: number } | null;
  readonly limit?: number | null;
  readonly gaps: readonly Gap[];
};

type OutlookProps = {
  readonly outlook: Outlook;
  readonly title: string;
  /** Its description as text. */
  readonly says: string;
  readonly gapWords: string;
};

/** Draws an amount over time: the known part and the estimate. */
export function OutlookChart({ outlook: shown, title, says, gapWords }: OutlookProps) {
  const [index, setIndex] = useState<number | null>(null);
  const data = useMemo(() => linesOf(shown), [shown]);
  const { gaps, zone, from, until, limit } = shown;
  const [times, amounts = [], estimated = []] = data;
  const at = index === null ? undefined : times[index];
  const value = index === null ? null : (amounts[index] ?? estimated[index] ?? null);
  const isEstimate = index !== null && amounts[index] == null;
  return (
    <>
      <Chart
        kind={`${from} ${until} ${zone} ${limit}`}
        label={`${title}: ${says}`}
        height={220}
        data={data}
        options={() => options(shown)}
        gaps={gaps}
        onPoint={setIndex}
      />
      <p class="reading">
        {at === undefined || value == null
          ? `${says}.`
          : `${dayAndTime(at * 1_000, zone)}: ${shortDollars(value)} USD${isEstimate ? ', an estimate' : ''}`}
      </p>
      <GapLegend gaps={gaps} words={gapWords} />
    </>
  );
}

/** Returns the known amounts, the estimate, the ends of its interval and the limit, over all of their times. */
function linesOf({ points, outlook, band, limit, from, until }: Outlook): uPlot.AlignedData {
  const valueAt = new Map(points.map(({ at, value }) => [at, value]));
  const estimated = new Map(outlook.map(({ at, value }) => [at, value]));
  const [first, last] = [outlook[0], outlook.at(-1)];
  const endOf = (value: number | undefined) =>
    new Map(
      first === undefined || last === undefined || value === undefined
        ? []
        : [[first.at, first.value] as const, [last.at, value] as const],
    );
  const [low, high] = [endOf(band?.low), endOf(band?.high)];
  const ends = limit == null ? [] : [from, until];
  const times = [...new Set([...valueAt.keys(), ...estimated.keys(), ...ends])].sort((one, two) => one - two);
  return [
    times.map((at) => at / 1_000),
    times.map((at) => valueAt.get(at)),
    times.map((at) => estimated.get(at)),
    times.map((at) => low.get(at)),
    times.map((at) => high.get(at)),
    times.map((at) => (ends.includes(at) ? limit : undefined)),
  ];
}

function options({ from, until, zone, points, limit }: Outlook): Omit<uPlot.Options, 'width' | 'height'> {
  const line = colour('accent');
  const plain = { points: { show: false }, spanGaps: true };
  const isLong = until - from > 15 * 86_400_000;
  // As in budget bars, a high forecast must not flatten the limit and the spend.
  const room =
    limit == null ? Number.POSITIVE_INFINITY : Math.max(1.5 * limit, ...points.map(({ value }) => value));
  return {
    // The label of the last time extends beyond the axis.
    padding: [8, 48, 0, 0],
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: true, range: [from / 1_000, until / 1_000] },
      // The axis includes zero, since the chart must show the distance to it.
      y: { range: (_, least, most) => [Math.min(0, least), most > 0 ? Math.min(most, room) * 1.05 : 1] },
    },
    axes: [
      axis({
        grid: { show: false },
        space: 96,
        size: 30,
        values: (_, splits) =>
          splits.map((at) => dayAndTime(at * 1_000, zone).replace(isLong ? /,.*/ : /^$/, '')),
      }),
      axis({ size: 56, values: (_, splits) => splits.map(shortDollars) }),
    ],
    bands: [{ series: [4, 3], fill: faint('warning') }],
    series: [
      {},
      { ...plain, stroke: line, width: 2, fill: faint('accent') },
      { ...plain, stroke: colour('warning'), width: 2, dash: [6, 5] },
      { ...plain, stroke: colour('warning'), width: 1 },
      { ...plain, stroke: colour('warning'), width: 1 },
      { ...plain, stroke: colour('text'), width: 2 },
    ],
  };
}
