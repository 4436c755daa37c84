import { useMemo, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import type { UsePoints } from '../../replies.ts';
import type { UsePointRow } from '../../reply-rows.ts';
import { Card } from '../parts/card.tsx';
import { Answer, Nothing } from '../parts/states.tsx';
import { Switch } from '../parts/switch.tsx';
import { usePlace } from '../place.tsx';
import { useAnswer } from '../state/load.ts';
import { colour, faint } from '../state/theme.ts';
import { dayAndTime } from '../words.ts';
import { axis, Chart, type Gap, GapLegend } from './chart.tsx';

const spans = { '24': '24 hours', '72': '3 days', '168': '7 days' } as const;

type Signal = {
  readonly name: string;
  readonly of: UsePoints['signals'][number];
  readonly inWords: (value: number) => string;
};

const percent = (value: number): string => `${Math.round(value * 10) / 10} %`;
function bytes(value: number): string {
  const units = ['B/s', 'KiB/s', 'MiB/s', 'GiB/s'];
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10));
  return `${Math.round((value / 1_024 ** power) * 10) / 10} ${units[power]}`;
}

const gibibytes = (value: number): string => `${Math.round(value * 10) / 10} GiB`;

const charts: readonly Signal[] = [
  { name: 'GPU, the busiest', of: 'gpu', inWords: percent },
  { name: 'GPU memory', of: 'gpuMemory', inWords: gibibytes },
  { name: 'CPU', of: 'cpu', inWords: percent },
  { name: 'Network, in and out', of: 'network', inWords: bytes },
  { name: 'Disk, read and write', of: 'disk', inWords: bytes },
];

/** Shows the use of a VM over time, in a chart for each figure that can be known of it. */
export function UseCharts({ subject, hasGpus }: { readonly subject: string; readonly hasGpus: boolean }) {
  const place = usePlace();
  const hours = place.query.get('hours') ?? '24';
  const loaded = useAnswer<UsePoints>(`/api/points?${new URLSearchParams({ name: subject, hours })}`);
  return (
    <Card
      name="use"
      title="Use"
      aside={<Switch label="Time" name="hours" options={spans} value={hours} />}
      class="wide-12"
    >
      <Answer loaded={loaded} lines={6}>
        {({ points, signals, zone, asOf }) =>
          points.length === 0 ? (
            <Nothing>No usage samples in this period. Without samples, nothing counts as idle.</Nothing>
          ) : (
            <>
              {hasGpus && !signals.includes('gpu') && (
                <p class="notice">No GPU use is reported: busy GPUs can look idle in these charts.</p>
              )}
              <div class="signals">
                {charts
                  .filter(({ of }) => signals.includes(of))
                  .map((signal) => (
                    <SignalChart
                      key={signal.of}
                      signal={signal}
                      points={points}
                      zone={zone}
                      time={{ from: endOf(asOf) - Number(hours) * 3_600_000, until: endOf(asOf) }}
                    />
                  ))}
              </div>
            </>
          )
        }
      </Answer>
    </Card>
  );
}

type SignalChartProps = {
  readonly signal: Signal;
  readonly points: readonly UsePointRow[];
  readonly zone: string;
  /** The whole requested time. */
  readonly time: Gap;
};

/** The length of a sample's slot. A missing slot is drawn as a gap in the line. */
const slot = 5 * 60_000;
const endOf = (at: number): number => Math.ceil(at / slot) * slot;
/** The maximum delay of samples. */
const comesWithin = 30 * 60_000;

function SignalChart({ signal, points, zone, time }: SignalChartProps) {
  const [index, setIndex] = useState<number | null>(null);
  const data = useMemo((): uPlot.AlignedData => withGaps(points, signal.of), [points, signal]);
  const [times, values = []] = data;
  const gaps = useMemo(() => gapsIn(points, signal.of, time), [points, signal, time.until]);
  const known = points.flatMap((point) => point[signal.of] ?? []);
  const last = points.findLast((point) => point[signal.of] !== null);
  const isOld = last !== undefined && time.until - last.at > comesWithin;
  const at = index === null ? undefined : times[index];
  const value = index === null ? undefined : values[index];
  const summary =
    known.length === 0
      ? 'unknown'
      : `${isOld ? `at ${dayAndTime(last.at, zone)}` : 'now'} ${signal.inWords(known.at(-1) ?? 0)}, peak ${signal.inWords(Math.max(...known))}`;
  return (
    <div>
      <p class="line">
        <strong>{signal.name}</strong>{' '}
        <span class="quiet">
          {at === undefined || index === null
            ? summary
            : `${dayAndTime(at * 1_000, zone)}: ${value == null ? 'unknown' : signal.inWords(value)}`}
        </span>
      </p>
      <Chart
        kind={`${signal.of} ${time.from}`}
        label={`${signal.name}: ${summary}`}
        height={130}
        data={data}
        options={() => options(signal, zone, time)}
        gaps={gaps}
        onPoint={setIndex}
      />
      <GapLegend gaps={gaps} words="no samples" />
    </div>
  );
}

/** Returns a line that breaks where a sample is missing. */
function withGaps(points: readonly UsePointRow[], of: Signal['of']): uPlot.AlignedData {
  const rows = points.flatMap((point, index) => {
    const row = [point.at / 1_000, point[of]] as const;
    const before = points[index - 1];
    return isGap(before, point) ? [[(before.at + slot) / 1_000, null] as const, row] : [row];
  });
  return [rows.map(([at]) => at), rows.map(([, value]) => value)];
}

const isGap = (before: UsePointRow | undefined, { at }: UsePointRow): before is UsePointRow =>
  before !== undefined && at - before.at > 1.5 * slot;

function gapsIn(points: readonly UsePointRow[], of: Signal['of'], { from, until }: Gap): readonly Gap[] {
  const samples = points.filter((point) => point[of] !== null);
  const [first, last] = [samples[0], samples.at(-1)];
  const within = samples.flatMap((point, index) => {
    const before = samples[index - 1];
    return isGap(before, point) ? [{ from: before.at, until: point.at - slot }] : [];
  });
  return [
    ...(first !== undefined && first.at - slot > from ? [{ from, until: first.at - slot }] : []),
    ...within,
    ...(last !== undefined && until - last.at > comesWithin ? [{ from: last.at, until }] : []),
  ];
}

const isPercent = (of: Signal['of']): boolean => of === 'cpu' || of === 'gpu';

/** Powers of two, which give round figures on an axis of bytes. */
const binaryIncrements = Array.from({ length: 40 }, (_, power) => 2 ** power);

function options(
  { of, inWords }: Signal,
  zone: string,
  { from, until }: Gap,
): Omit<uPlot.Options, 'width' | 'height'> {
  const line = colour('accent');
  return {
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: true, range: [from / 1_000, until / 1_000] },
      y: { range: (_, __, most) => [0, Math.max(isPercent(of) ? 10 : 1, most)] },
    },
    axes: [
      axis({
        grid: { show: false },
        space: 70,
        size: 28,
        values: (_, splits) => splits.map((at) => dayAndTime(at * 1_000, zone).replace(/^.*, /, '')),
      }),
      axis({
        size: 74,
        space: 34,
        ...(!isPercent(of) && { incrs: binaryIncrements }),
        values: (_, splits) => splits.map(inWords),
      }),
    ],
    series: [
      {},
      { stroke: line, width: 1.5, fill: faint('accent'), points: { show: false }, spanGaps: false },
    ],
  };
}
