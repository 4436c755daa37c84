const bars = '▁▂▃▄▅▆▇█';

/**
 * Draws numbers as a line of bars, from zero to the largest: "▁▂▅█". Unknown values are spaces. If all are zero, all
 * bars are the lowest.
 */
export function sparkline(numbers: readonly (number | null)[]): string {
  const most = Math.max(0, ...numbers.flatMap((number) => number ?? []));
  return numbers.map((number) => (number === null ? ' ' : selectBar(number, most))).join('');
}

function selectBar(number: number, most: number): string {
  const height = most === 0 ? 0 : Math.max(0, Math.min(1, number / most));
  return bars.charAt(Math.round(height * (bars.length - 1)));
}
