import type { Head } from './head.ts';

/**
 * Returns the heads whose target has no successor. If `isWhole`, which states that `heads` holds all targets, a
 * head whose successor is not committed yet still counts.
 */
export function currentHeads(heads: readonly Head[], isWhole: boolean): readonly Head[] {
  if (heads.every(({ movedTo }) => movedTo === undefined)) return heads;
  const headOf = new Map(heads.map((head) => [head.target, head]));
  return heads.filter(
    (head) => head.movedTo === undefined || (isWhole && !hasSuccessor(head, headOf.get(head.movedTo.target))),
  );
}

/** True if the target that a head was moved to has taken over from it. */
export const hasSuccessor = ({ movedTo }: Head, successor: Head | undefined): boolean =>
  movedTo !== undefined &&
  successor !== undefined &&
  (successor.movedTo === undefined || successor.movedTo.at > movedTo.at);
