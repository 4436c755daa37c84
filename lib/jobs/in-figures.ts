import type { ActReport } from './act.ts';
import type { TargetReport } from './report-turn.ts';
import type { WatchReport } from './watch.ts';

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

/** A run of `act` in a few figures. */
export const actInFigures = ({ delivered, undelivered, carried }: ActReport) => ({
  delivered,
  undelivered,
  carriedOut: carried.length,
});
