const bars = '▁▂▃▄▅▆▇█';

/**
 * Numbers as a line of bars, from nothing up to the largest: "▁▂▅█". What is not known is a space. With nothing
 * above nothing all are the lowest bar.
 */
export function sparkline(numbers: readonly (number | null)[]): string {
  const most = Math.max(0, ...numbers.flatMap((number) => number ?? []));
  return numbers.map((number) => (number === null ? ' ' : barFor(number, most))).join('');
}

function barFor(number: number, most: number): string {
  const height = most === 0 ? 0 : Math.max(0, Math.min(1, number / most));
  return bars.charAt(Math.round(height * (bars.length - 1)));
}
