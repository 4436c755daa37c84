/** What every key of the tests begins with; `test/leaks` fails a run that shows it anywhere. */
export const keyMark = 'sk-live-Zm9y';

/** A key that must never come out of what it was given to. */
export const secretKey = `${keyMark}YmlkZGVu/+7F3a=`;

/** Another such key. */
export const markedKey = (name: string): string => `${keyMark}-${name}`;
