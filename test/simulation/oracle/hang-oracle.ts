import type { TargetId } from '../../../lib/model/ids.ts';
import { hasWrongClock, type Process } from '../engine/process.ts';
import type { Observer } from '../observer.ts';
import type { Case } from './violation.ts';

type Run = {
  readonly targets: readonly TargetId[];
  readonly committed: Set<string>;
  /** Targets with a request that is never answered, and the number of those still awaited; `null` for all. */
  readonly hung: Map<string | null, number>;
  isAlone: boolean;
};

/**
 * Checks invariant 11: a request that is never answered prevents the poll of no other target, and nothing incomplete
 * is committed.
 */
export function hangOracle({ accuse, world }: Case): Observer {
  const runs = new Map<Process, Run>();

  return {
    started(process) {
      if (process.job === 'watch') void process.ended.then(() => ended(process));
    },
    headsRead(process, heads) {
      if (process.job !== 'watch' || runs.has(process)) return;
      for (const other of runs.values()) other.isAlone = false;
      const targets = heads.filter(({ unreadable }) => unreadable === null).map(({ target }) => target);
      const isAlone = runs.size === 0;
      runs.set(process, { targets, committed: new Set(), hung: new Map(), isAlone });
    },
    hung(process, { target }, isOver) {
      const run = runs.get(process);
      run?.hung.set(target, (run.hung.get(target) ?? 0) + (isOver ? -1 : 1));
    },
    committed(process, head, before) {
      const run = runs.get(process);
      run?.committed.add(head.target);
      if ((run?.hung.get(head.target) ?? 0) > 0 && head.observation !== before?.observation)
        accuse(11, `${head.target} was committed while it was still asked about`);
    },
  };

  function ended(process: Process): void {
    const run = runs.get(process);
    runs.delete(process);
    if (
      run === undefined ||
      process.troubled ||
      hasWrongClock(process) ||
      !run.isAlone ||
      run.hung.size === 0 ||
      run.hung.has(null)
    )
      return;
    for (const target of run.targets) {
      const isListed = world.projects.some((known) => target === `project/${known}`);
      if (isListed && !run.hung.has(target) && !run.committed.has(target))
        accuse(11, `${target} was not looked at, while ${[...run.hung.keys()].join()} did not answer`);
    }
  }
}
