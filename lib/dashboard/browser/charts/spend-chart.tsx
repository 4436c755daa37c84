import { useMemo, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { SpendSeriesReply } from '../../replies.ts';
import { Answer, Nothing } from '../parts/states.tsx';
import { Switch } from '../parts/switch.tsx';
import { Table } from '../parts/table.tsx';
import { Link, subjectAddress, usePlace } from '../place.tsx';
import { useAnswer } from '../state/load.ts';
import { colour } from '../state/theme.ts';
import { dayAndTime, dayInWords, shortDollars } from '../words.ts';
import { axis, Chart, GapLegend } from './chart.tsx';

type Layer = SpendSeriesReply['layers'][number];

const ranges = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' } as const;
const bys = { project: 'Project', kind: 'Kind' } as const;

type SpendChartProps = { readonly subject?: string; readonly isProject?: boolean };

/** Shows spend over time, stacked by project or by kind of resource. */
export function SpendChart({ subject, isProject = false }: SpendChartProps) {
  const place = usePlace();
  const range = place.query.get('range') ?? '30d';
  const by = isProject ? 'kind' : (place.query.get('by') ?? 'project');
  const query = new URLSearchParams({ range, by, ...(subject !== undefined && { subject }) });
  const loaded = useAnswer<SpendSeriesReply>(`/api/spend?${query}`);
  return (
    <section class={subject === undefined ? 'card wide-8' : 'card'} aria-labelledby="spend-heading">
      <header>
        <h2 id="spend-heading">Spend over time</h2>
        <div class="buttons">
          {!isProject && <Switch label="Stacked by" name="by" options={bys} value={by} />}
          <Switch label="Time" name="range" options={ranges} value={range} />
        </div>
      </header>
      <Answer loaded={loaded} lines={9}>
        {(series) =>
          series.layers.length === 0 ? (
            <Nothing>
              {series.periods.every(({ isWhole }) => isWhole)
                ? 'No spend in this period.'
                : 'No spend data in this period.'}
            </Nothing>
          ) : (
            <Stack series={series} />
          )
        }
      </Answer>
    </section>
  );
}

const named = ({ name }: Layer): string =>
  name === null ? 'other' : name === 'reported' ? 'before monitoring' : name;

/** Returns the class of a layer's colour; the one that holds all others is grey. */
const partOf = ({ colour }: Layer): string => `part-${colour ?? 'other'}`;

function Stack({ series }: { readonly series: SpendSeriesReply }) {
  const [point, setPoint] = useState<number | null>(null);
  const { layers, periods, unit, zone, beyondHours } = series;
  const data = useMemo(() => stacked(series), [series]);
  const gaps = periods.filter(({ isWhole }) => !isWhole);
  const title = (index: number): string => {
    const at = periods[index]?.from ?? 0;
    return unit === 'day' ? dayInWords(at, zone) : dayAndTime(at, zone);
  };
  const first = periods[0]?.total.text ?? '';
  const last = periods.at(-1)?.total.text ?? '';
  const shown = point === null ? null : (periods[point] ?? null);
  return (
    <>
      <Chart
        kind={`${unit} ${zone} ${periods.length} ${periods[0]?.from} ${layers.map(named).join()}`}
        label={`Spend per ${unit}, ${periods.length} ${unit}s, from ${first} to ${last}${gaps.length === 0 ? '' : `, ${gaps.length} of them incomplete`}; the table below lists every figure`}
        height={248}
        data={data}
        options={() => options(series)}
        gaps={gaps}
        onPoint={setPoint}
      />
      <p class="reading">
        {shown === null || point === null
          ? `Per ${unit}, in USD. Point at a bar for its figures.`
          : `${title(point)}: ${shown.total.text}${shown.covers === null ? '' : ` (${shown.covers})`}`}
      </p>
      <ul class="legend">
        {layers.map((layer) => (
          <li key={named(layer)}>
            <i class={`swatch ${partOf(layer)}`} aria-hidden="true" />
            <span class="name">
              {layer.subject === null ? (
                named(layer)
              ) : (
                <Link to={subjectAddress(layer.subject)}>{named(layer)}</Link>
              )}
            </span>
            <span class="amount">
              {point === null ? layer.total.text : (layer.values[point]?.text ?? '')}
            </span>
          </li>
        ))}
      </ul>
      <GapLegend gaps={gaps} words="unknown or incomplete" />
      {beyondHours !== null && <p class="reading">{beyondHours}</p>}
      <details class="as-table">
        <summary>As a table</summary>
        <Table
          label="Spend over time as a table"
          head={[
            unit === 'day' ? 'Day' : 'Hour',
            { figure: 'Total' },
            ...layers.map((layer) => ({ figure: named(layer) })),
          ]}
        >
          {periods.map((period, index) => (
            <tr key={period.from}>
              <th scope="row">{title(index)}</th>
              <td class="number">
                {period.total.text}
                {period.covers !== null && <small>{period.covers}</small>}
              </td>
              {layers.map((layer) => (
                <td key={named(layer)} class="number">
                  {layer.values[index]?.text}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </>
  );
}

/** Adds to each layer all layers below it. Layers are drawn from the highest down, each covering the one before. */
function stacked({ periods, layers }: SpendSeriesReply): uPlot.AlignedData {
  const times = periods.map(({ from, until }) => (from + until) / 2_000);
  const heights = periods.map(() => 0);
  const rows = layers.map(({ values }) =>
    values.map((figure, index) => {
      const height = (heights[index] ?? 0) + figure.value;
      heights[index] = height;
      return height;
    }),
  );
  return [times, ...rows.reverse()];
}

function options({ layers, unit, zone, periods }: SpendSeriesReply): Omit<uPlot.Options, 'width' | 'height'> {
  const bars = uPlot.paths.bars?.({ size: [0.82, 64], gap: 1 });
  const first = periods[0];
  const last = periods.at(-1);
  return {
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone),
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: true, range: [(first?.from ?? 0) / 1_000, (last?.until ?? 0) / 1_000] },
      // Bars must start at zero, or differences would look larger than they are.
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.05 : 1] },
    },
    axes: [
      axis({
        grid: { show: false },
        space: 64,
        size: 30,
        incrs: unit === 'day' ? dayIncrements : hourIncrements,
        values: (_, splits) =>
          splits.map((at) => (unit === 'day' ? dayTick(at * 1_000, zone) : hourTick(at * 1_000, zone))),
      }),
      axis({ size: 56, values: (_, splits) => splits.map((value) => shortDollars(value)) }),
    ],
    series: [
      {},
      ...layers
        .map((layer) => ({
          fill: colour(partOf(layer)),
          width: 0,
          points: { show: false },
          ...(bars && { paths: bars }),
        }))
        .reverse(),
    ],
  };
}

/** The distances between ticks in seconds: whole hours on an axis of hours, whole days on an axis of days. */
const hourIncrements = [1, 2, 3, 6, 12, 24].map((hours) => hours * 3_600);
const dayIncrements = [1, 2, 5, 7, 10].map((days) => days * 86_400);

const dayTick = (at: number, zone: string): string => dayInWords(at, zone).replace(/^\w+,? /, '');
const hourTick = (at: number, zone: string): string => dayAndTime(at, zone).replace(/^.*, /, '');
