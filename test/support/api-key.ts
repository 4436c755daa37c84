/** The beginning of every key in tests; `test/leaks` fails a run that shows it anywhere. */
export const keyMark = 'sk-live-Zm9y';

/** A key that must never appear in any output. */
export const secretKey = `${keyMark}YmlkZGVu/+7F3a=`;

/** Returns another such key. */
export const markedKey = (name: string): string => `${keyMark}-${name}`;
