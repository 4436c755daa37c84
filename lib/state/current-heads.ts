import type { Head } from './head.ts';

/**
 * Returns the heads that count: not those that another one goes on with. `isWhole` is true for the heads of all targets: then
 * one whose successor is not committed yet, since a run broke off between the two, still counts.
 */
export function currentHeads(heads: readonly Head[], isWhole: boolean): readonly Head[] {
  if (heads.every(({ movedTo }) => movedTo === undefined)) return heads;
  const headOf = new Map(heads.map((head) => [head.target, head]));
  return heads.filter(
    (head) => head.movedTo === undefined || (isWhole && !hasSuccessor(head, headOf.get(head.movedTo.target))),
  );
}

/** Reports whether the target that a head was moved to goes on with it. */
export const hasSuccessor = ({ movedTo }: Head, successor: Head | undefined): boolean =>
  movedTo !== undefined &&
  successor !== undefined &&
  (successor.movedTo === undefined || successor.movedTo.at > movedTo.at);
