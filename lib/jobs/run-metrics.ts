import type { TargetId } from '../model/ids.ts';
import type { ActReport } from './act/act.ts';
import type { TargetReport } from './watch/report-turn.ts';
import type { WatchReport } from './watch/watch.ts';

/** A run of `watch` in a few figures: Lambda hands on no more than 256 KB to the function that comes next. */
export function watchInFigures({ targets, failure }: WatchReport) {
  const count = (kind: TargetReport['kind']) => targets.filter((target) => target.kind === kind).length;
  return {
    turned: count('turned'),
    overtaken: count('overtaken'),
    left: count('left'),
    failed: count('failed'),
    unreadable: count('unreadable'),
    cloud: failure === null ? 'answered' : failure.kind,
  };
}

/** As many as may be handed on at most; the sweep of all heads finds the rest. */
const mostHanded = 1_000;

/** Returns the targets that `act` has something to do for, as far as the run has seen them. */
export const targetsToAct = ({ targets }: WatchReport): readonly TargetId[] =>
  targets
    .filter((report) => report.kind === 'turned' && report.isWaiting)
    .map(({ target }) => target)
    .slice(0, mostHanded);

/** A run of `act` in a few figures. */
export const actInFigures = ({ delivered, undelivered, carried }: ActReport) => ({
  delivered,
  undelivered,
  carriedOut: carried.length,
});
