import type { Override } from '../model/override.ts';
import { isAhead } from '../model/time/ahead.ts';
import type { Instant } from '../model/time/time.ts';

/** Returns the overrides that have not expired, oldest first, by id among those of one moment. */
export const inForce = (told: readonly Override[], now: Instant): readonly Override[] =>
  told
    .filter(({ until }) => now < until)
    .map((word) => (protects(word) && isAhead(word.at, now) ? { ...word, at: now } : word))
    .toSorted((left, right) => left.at - right.at || Buffer.compare(bytes(left), bytes(right)));

/** Whether an override is protective: those apply at once, even if the clock of their author was ahead. */
const protects = ({ kind }: Override): boolean => kind === 'keep' || kind === 'pause';

const bytes = ({ id }: Override): Buffer => Buffer.from(id);
