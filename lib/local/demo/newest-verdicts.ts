import type { WatchReport } from '../../jobs/watch.ts';
import type { Verdict } from '../../model/verdict.ts';

/** Keeps the newest verdict of each rule on each subject; most polls bring only some of them. */
export function newestVerdicts(): {
  readonly add: (report: WatchReport) => void;
  readonly all: () => Verdict[];
} {
  const known = new Map<string, Verdict>();
  return {
    add: ({ targets }) => {
      for (const target of targets) {
        if (target.kind !== 'turned') continue;
        for (const verdict of target.turn.verdicts) known.set(`${verdict.rule}#${verdict.subject}`, verdict);
      }
    },
    all: () => [...known.values()],
  };
}
