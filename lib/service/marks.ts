const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const levels = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A bar of `width` cells filled to a share of it, with ticks at other shares where it is still empty. */
export function bar(share: number, width: number, ticks: readonly number[] = []): string {
  const filled = Math.max(0, Math.min(1, share)) * width;
  const whole = Math.floor(filled);
  const part = eighths[Math.floor((filled - whole) * 8)] ?? '';
  const cells = Array.from({ length: width }, (_, cell) => {
    if (cell < whole) return '█';
    if (cell === whole && part !== '') return part;
    return ticks.some((tick) => Math.min(width - 1, Math.round(tick * width) - 1) === cell) ? '|' : '·';
  });
  return cells.join('');
}

/** Values as small columns, from zero to the largest of them. */
export function sparkline(values: readonly number[]): string {
  const top = Math.max(...values, 0);
  return values
    .map((value) => levels[top === 0 ? 0 : Math.min(7, Math.floor((value / top) * 7.999))])
    .join('');
}

/** Text cut or padded to a width; what came from outside loses its control characters. */
export function cell(text: string, width: number): string {
  const clean = printable(text);
  return clean.length > width ? `${clean.slice(0, Math.max(0, width - 1))}…` : clean.padEnd(width);
}

/** Without anything that could move the cursor or change a terminal's state. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
