/** True for the short form of a bench, which tries whether each figure can be had; its figures mean nothing. */
export const isShort = process.argv.includes('--short');

/** Returns a size or a count, or the small one of the short form. */
export const sized = <T>(usual: T, short: T): T => (isShort ? short : usual);
