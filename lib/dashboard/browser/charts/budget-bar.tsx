import type { ForecastFigures, MoneyFigure } from '../../data/figures.ts';
import type { RowSeverity } from '../../reply-rows.ts';

type BarProps = {
  readonly spent: MoneyFigure | null;
  readonly limit: MoneyFigure | null;
  readonly forecast: ForecastFigures | null;
  /** Thresholds, in percent of the limit. */
  readonly marks?: readonly number[];
  readonly severity: RowSeverity | null;
  readonly label: string;
};

/**
 * Draws the spend as a bar, the limit as a line across it, and the interval of the forecast as a band. The label
 * contains all of it as text.
 */
export function BudgetBar({ spent, limit, forecast, marks = [], severity, label }: BarProps) {
  const most = scaleOf(spent, limit, forecast);
  const x = (value: number): number => Math.min(1_000, Math.max(0, (value / most) * 1_000));
  const isBeyond = forecast !== null && forecast.high.value > most;
  return (
    <svg class="bar" viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect class="bar-ground" x="0" y="4" width="1000" height="12" rx="2" />
      {forecast !== null && (
        <rect
          class="bar-band"
          x={x(forecast.low.value)}
          y="4"
          width={Math.max(2, x(forecast.high.value) - x(forecast.low.value))}
          height="12"
        />
      )}
      {spent !== null && (
        <rect class={`bar-spent ${severity ?? ''}`} x="0" y="4" width={x(spent.value)} height="12" />
      )}
      {forecast !== null && (
        <rect class="bar-likely" x={x(forecast.likely.value) - 1.5} y="4" width="3" height="12" />
      )}
      {limit !== null &&
        marks
          .filter((mark) => mark < 100)
          .map((mark) => (
            <rect
              key={mark}
              class="bar-mark"
              x={x((limit.value * mark) / 100)}
              y="4"
              width="1.5"
              height="12"
            />
          ))}
      {isBeyond && <path class="bar-beyond" d="M982 4l12 6l-12 6z" />}
      {limit !== null && <rect class="bar-limit" x={x(limit.value) - 1.5} y="0" width="3" height="20" />}
    </svg>
  );
}

/** Caps the scale at one and a half limits: a high forecast must not shrink the limit and the spend. */
function scaleOf(
  spent: MoneyFigure | null,
  limit: MoneyFigure | null,
  forecast: ForecastFigures | null,
): number {
  const high = forecast?.high.value ?? 0;
  const room = limit === null ? high : Math.min(high, limit.value * 1.5);
  return Math.max(limit?.value ?? 0, spent?.value ?? 0, room) * 1.04 || 1;
}
