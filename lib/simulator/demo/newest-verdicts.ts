import type { Turn } from '../../decide/turn.ts';
import type { Verdict } from '../../model/rules/verdict.ts';

/** Keeps the newest verdict of each rule on each subject, since most polls give only some of them. */
export function newestVerdicts(): {
  readonly add: (turn: Turn) => void;
  readonly all: () => Verdict[];
} {
  const known = new Map<string, Verdict>();
  return {
    add: ({ verdicts }) => {
      for (const verdict of verdicts) known.set(`${verdict.rule}#${verdict.subject}`, verdict);
    },
    all: () => [...known.values()],
  };
}
