/** The units in which sources send figures. */
export type Unit = 'percent' | 'ratio' | 'bytes' | 'count' | 'seconds';

/** A figure as a source sent it. */
export type SentFigure = {
  readonly unit: Unit;
  /** Text as Prometheus sends it, or a number; absent where nothing was sent. */
  readonly value: string | number | null | undefined;
  /** True where the source marked it as not recorded, whatever its value. */
  readonly isMarkedAbsent?: boolean;
};

/**
 * The highest figures that a machine can have. A mean over uneven times may exceed 100 % by up to a tenth; exporters send a
 * very large figure for what they cannot measure.
 */
const highest = {
  percent: 110,
  ratio: 1.1,
  bytes: 1e15,
  count: 1e6,
  seconds: 1e15,
} as const satisfies Record<Unit, number>;

/**
 * Returns the figure that a source sent; `null` if it is marked as absent, not a number, below zero or beyond what a machine
 * can have. Every source uses this function, so that none reads a mark of absence as 0.
 */
export function readFigure({ unit, value, isMarkedAbsent = false }: SentFigure): number | null {
  if (isMarkedAbsent || value === null || value === undefined) return null;
  if (typeof value === 'string' && value.trim() === '') return null;
  const figure = Number(value);
  return figure >= 0 && figure <= highest[unit] ? figure : null;
}
