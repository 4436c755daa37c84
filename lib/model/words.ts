/** Returns "1 project" or "3 projects". */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Returns words with a full stop, unless they end as a sentence does. */
export const withStop = (words: string): string => words.replace(/(?<![.!?])$/, '.');

export const capitalized = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
