/**
 * True for the short form of a bench, `-- --short`, which tries whether each figure can be had; its figures mean nothing.
 * The option is removed from the arguments, whose others name parts.
 */
export const isShort = takeOut('--short');

function takeOut(word: string): boolean {
  const place = process.argv.indexOf(word);
  if (place !== -1) process.argv.splice(place, 1);
  return place !== -1;
}

/** Returns a size or a count, or the small one of the short form. */
export const sized = <T>(usual: T, short: T): T => (isShort ? short : usual);
