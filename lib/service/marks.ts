const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const levels = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** Draws a bar of `width` cells filled to a share, with ticks at other shares where it is empty. */
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

/** Draws values as small columns, from zero to the largest value. */
export function sparkline(values: readonly number[]): string {
  const top = Math.max(...values, 0);
  return values
    .map((value) => levels[top === 0 ? 0 : Math.min(7, Math.floor((value / top) * 7.999))])
    .join('');
}

/** Cuts or pads a text to a width, without control characters. */
export function cell(text: string, width: number): string {
  const clean = printable(text);
  return clean.length > width ? `${clean.slice(0, Math.max(0, width - 1))}…` : clean.padEnd(width);
}

/** Removes the characters that could move the cursor or change the state of a terminal. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
