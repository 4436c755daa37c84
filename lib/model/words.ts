/** Returns "1 project" or "3 projects". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Adds a full stop unless the text ends in a punctuation mark of a sentence. */
export const withStop = (words: string): string => words.replace(/(?<![.!?])$/, '.');

export const capitalized = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** Returns the first few of many words, such as "a, b, c and 4 more". */
export function formatShortList(words: readonly string[], most = 3): string {
  const more = words.length - most;
  return `${words.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Compares texts by UTF-16 code unit: the same on every machine and in every language. */
export const compareText = (left: string, right: string): number =>
  left < right ? -1 : Number(left > right);

/** Returns "a", "a and b" or "a, b and c". */
export const joined = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');
