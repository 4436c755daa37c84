const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Draws a bar of `width` cells filled to a share, with ticks at other shares where it is empty. */
export function bar(share: number, width: number, ticks: readonly number[] = []): string {
  const filled = Math.max(0, Math.min(1, share)) * width;
  const fullCells = Math.floor(filled);
  const part = eighths[Math.floor((filled - fullCells) * 8)] ?? '';
  const cells = Array.from({ length: width }, (_, cell) => {
    if (cell < fullCells) return '█';
    if (cell === fullCells && part !== '') return part;
    return ticks.some((tick) => Math.min(width - 1, Math.round(tick * width) - 1) === cell) ? '|' : '·';
  });
  return cells.join('');
}
