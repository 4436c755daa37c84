/**
 * Returns the closest word with at most one slip, or one in three letters; otherwise `undefined`. A name of
 * several words may be abbreviated to its first ones.
 */
export function closest(typed: string, words: readonly string[]): string | undefined {
  const blanks = typed.split(' ').length;
  const slips = words
    .flatMap((word) => [word, word.split(' ').slice(0, blanks).join(' ')].map((text) => ({ word, text })))
    .map(({ word, text }) => ({ word, text, count: distance(typed.toLowerCase(), text.toLowerCase()) }));
  const [best] = slips.sort((left, right) => left.count - right.count);
  return best && best.count <= Math.max(1, Math.floor(best.text.length / 3)) ? best.word : undefined;
}

/**
 * Counts the letters to add, drop, change or swap with a neighbour (optimal string alignment). Common packages count a
 * swap, the most frequent slip, as two.
 */
function distance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 8) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const changed = (last[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      const swapped =
        left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1] ? beforeLast[j - 2] : undefined;
      row.push(
        Math.min(
          changed,
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (swapped ?? Number.POSITIVE_INFINITY) + 1,
        ),
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[right.length] ?? 0;
}
