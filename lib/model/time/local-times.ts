import { localMinute } from './period.ts';
import { readInstant } from './time.ts';

const writtenInstant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z/g;

/** Returns a text with its instants as a person reads them: reasons are recorded in UTC, to the second. */
export const withLocalTimes = (text: string, zone: string): string =>
  text.replaceAll(writtenInstant, (written) => {
    const at = readInstant(written);
    return at === undefined ? written : localMinute(at, zone);
  });
