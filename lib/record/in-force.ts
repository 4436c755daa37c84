import type { Instruction } from '../model/instruction.ts';
import type { Instant } from '../model/time.ts';

/** Instructions that have not expired, oldest first; those of one moment in the order of their ids, on every ledger. */
export const inForce = (told: readonly Instruction[], now: Instant): readonly Instruction[] =>
  told
    .filter(({ until }) => now < until)
    .toSorted((left, right) => left.at - right.at || Buffer.compare(bytes(left), bytes(right)));

const bytes = ({ id }: Instruction): Buffer => Buffer.from(id);
