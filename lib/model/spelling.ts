const separators = /[\s\p{Pd}_]+/gu;

/** Characters that nobody sees, such as a space without width. */
const invisible = /\p{Cf}/gu;

/**
 * Returns a text in lower case, with one dash for each run of spaces, dashes or underscores and no invisible
 * characters.
 */
export const foldedText = (text: string): string =>
  text.normalize('NFKC').replace(invisible, '').toLowerCase().replace(separators, '-').replace(/^-|-$/g, '');

/** Joins the words of a name, so that "Keep until", "keep_until" and "keepUntil" are the same. */
export const foldedName = (name: string): string => foldedText(name).replaceAll(/[-.:/]/g, '');
