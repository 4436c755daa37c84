import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { useTheme } from '../theme.ts';

type ChartProps = {
  readonly label: string;
  readonly height: number;
  /** Times in seconds, and a row of figures for each series. */
  readonly data: uPlot.AlignedData;
  /** Called again when the theme changes, since the options hold its colours. */
  readonly options: () => Omit<uPlot.Options, 'width' | 'height'>;
  /** A key that changes whenever the options do. */
  readonly kind: string;
  readonly onPoint: (index: number | null) => void;
};

/** Draws a chart. Its label describes it; the figures also stand as text beside it. */
export function Chart({ label, height, data, options, kind, onPoint }: ChartProps) {
  const room = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const newest = useRef(data);
  newest.current = data;
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
        hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
      },
      newest.current,
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
