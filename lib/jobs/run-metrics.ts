import type { TargetId } from '../model/ids.ts';
import type { ActReport } from './act/act.ts';
import type { TargetReport } from './watch/report-turn.ts';
import type { WatchReport } from './watch/watch.ts';

/** Returns a summary of a run of `watch`, because Lambda passes at most 256 KB to the next function. */
export function watchInFigures({ targets, failures }: WatchReport) {
  const count = (kind: TargetReport['kind']) => targets.filter((target) => target.kind === kind).length;
  return {
    turned: count('turned'),
    overtaken: count('overtaken'),
    left: count('left'),
    failed: count('failed'),
    unreadable: count('unreadable'),
    cloud: failures[0]?.error.kind ?? 'answered',
  };
}

/** The maximum number of targets handed over; the run that reads all heads finds the others. */
const mostHanded = 1_000;

/** Returns the targets that the run polled and that have pending work for `act`. */
export const targetsToAct = ({ targets }: WatchReport): readonly TargetId[] =>
  targets
    .filter((report) => report.kind === 'turned' && report.isWaiting)
    .map(({ target }) => target)
    .slice(0, mostHanded);

export const actInFigures = ({ delivered, undelivered, carried }: ActReport) => ({
  delivered,
  undelivered,
  carriedOut: carried.length,
});
