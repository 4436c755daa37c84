import type { Override } from '../model/override.ts';
import { isAhead } from '../model/time/ahead.ts';
import type { Instant } from '../model/time/time.ts';

/** Overrides that have not expired, oldest first; those of one moment in the order of their ids, on every ledger. */
export const inForce = (told: readonly Override[], now: Instant): readonly Override[] =>
  told
    .filter(({ until }) => now < until)
    .map((word) => (protects(word) && isAhead(word.at, now) ? { ...word, at: now } : word))
    .toSorted((left, right) => left.at - right.at || Buffer.compare(bytes(left), bytes(right)));

/** What keeps from harm holds at once, also where the clock of whoever said it is ahead. */
const protects = ({ kind }: Override): boolean => kind === 'keep' || kind === 'pause';

const bytes = ({ id }: Override): Buffer => Buffer.from(id);
