import type { Instruction } from '../model/override.ts';
import { isAhead } from '../model/time/ahead.ts';
import type { Instant } from '../model/time/time.ts';

/** Instructions that have not expired, oldest first; those of one moment in the order of their ids, on every ledger. */
export const inForce = (told: readonly Instruction[], now: Instant): readonly Instruction[] =>
  told
    .filter(({ until }) => now < until)
    .map((word) => (protects(word) && isAhead(word.at, now) ? { ...word, at: now } : word))
    .toSorted((left, right) => left.at - right.at || Buffer.compare(bytes(left), bytes(right)));

/** What keeps from harm holds at once, also where the clock of whoever said it is ahead. */
const protects = ({ kind }: Instruction): boolean => kind === 'keep' || kind === 'pause';

const bytes = ({ id }: Instruction): Buffer => Buffer.from(id);
