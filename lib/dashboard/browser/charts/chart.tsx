import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { colour, useTheme } from '../state/theme.ts';
import { Sample } from './use-row.tsx';

type ChartProps = {
  readonly label: string;
  readonly height: number;
  /** Times in seconds, and a row of figures for each series. */
  readonly data: uPlot.AlignedData;
  /** Called again when the theme changes, since the options hold its colours. */
  readonly options: () => Omit<uPlot.Options, 'width' | 'height'>;
  /** A key that changes whenever the options do. */
  readonly kind: string;
  /** The times with incomplete data: they are hatched. */
  readonly gaps?: readonly Gap[];
  readonly onPoint?: (index: number | null) => void;
};

/** A time span in milliseconds. */
export type Gap = { readonly from: number; readonly until: number };

/** Returns an axis in the colours of the theme. */
export const axis = (more: uPlot.Axis): uPlot.Axis => ({
  stroke: colour('muted'),
  font: '12px system-ui, sans-serif',
  grid: { stroke: colour('line'), width: 1 },
  ticks: { show: false },
  ...more,
});

/** Draws a chart. Its label describes it; the figures are also shown as text beside it. */
export function Chart({ label, height, data, options, kind, gaps = [], onPoint }: ChartProps) {
  const room = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const newest = useRef({ data, gaps });
  newest.current = { data, gaps };
  const [theme] = useTheme();
  // The theme decides the colours, and `kind` all other options.
  useEffect(() => {
    const element = room.current;
    if (element === null) return;
    const drawn = new uPlot(
      {
        ...options(),
        width: Math.max(1, element.clientWidth),
        height,
        legend: { show: false },
        hooks: {
          drawClear: [(plotted) => hatch(plotted, newest.current.gaps)],
          setCursor: [({ cursor }) => onPoint?.(cursor.idx ?? null)],
        },
      },
      newest.current.data,
      element,
    );
    plot.current = drawn;
    const watcher = new ResizeObserver(() => {
      if (element.clientWidth > 0) drawn.setSize({ width: element.clientWidth, height });
    });
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [theme, kind, height]);
  useEffect(() => plot.current?.setData(data), [data]);
  return <div class="chart" ref={room} role="img" aria-label={label} />;
}

/** The distance between the lines of a hatching, in pixels of the page. */
const step = 6;

function hatch({ ctx, bbox, valToPos }: uPlot, gaps: readonly Gap[]): void {
  const distance = step * devicePixelRatio;
  ctx.save();
  ctx.strokeStyle = colour('hatch');
  ctx.lineWidth = devicePixelRatio;
  for (const { from, until } of gaps) {
    const left = Math.max(bbox.left, valToPos(from / 1_000, 'x', true));
    const right = Math.min(bbox.left + bbox.width, valToPos(until / 1_000, 'x', true));
    if (right <= left) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, right - left, bbox.height);
    ctx.clip();
    ctx.beginPath();
    for (let x = left - bbox.height; x < right; x += distance) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
  ctx.restore();
}

/** Explains the hatching, if there is any. */
export function GapLegend({ gaps, words }: { readonly gaps: readonly Gap[]; readonly words: string }) {
  if (gaps.length === 0) return null;
  return (
    <p class="scale">
      <Sample means={words}>
        <rect class="unknown" width="14" height="12" />
      </Sample>
    </p>
  );
}
