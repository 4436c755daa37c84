import type { TargetReport } from '../jobs/watch/report-turn.ts';
import type { WatchReport } from '../jobs/watch/watch.ts';
import { ofConnection } from '../model/connection-name.ts';
import { getTargetConnection } from '../model/ids.ts';

/** A target, or a part of it, that a pass could not poll, with the reason. */
export type FailedPart = {
  readonly target: string | null;
  readonly part: string | null;
  readonly because: string;
};

/** Returns the targets and parts that a pass could not poll, without those that the platform does not support. */
export function failedParts({ failures, targets: all }: WatchReport): FailedPart[] {
  const failed = failures.map(({ connection, error }): FailedPart => {
    return { target: null, part: null, because: ofConnection(connection, error.message) };
  });
  const isAsked = ({ target }: TargetReport) =>
    !failures.some(({ connection }) => connection === getTargetConnection(target));
  return [...failed, ...unpolled(all.filter(isAsked))];
}

function unpolled(targets: readonly TargetReport[]): FailedPart[] {
  const isOvertaken = targets.every(({ kind }) => kind === 'overtaken');
  return targets.flatMap((report): FailedPart[] => {
    const { target } = report;
    if (report.kind === 'failed' || report.kind === 'unreadable')
      return [{ target, part: null, because: report.because }];
    if (report.kind === 'left')
      return [{ target, part: null, because: 'the run ended before the target was polled' }];
    // A single target that another run has polled since is no blind spot.
    if (report.kind === 'overtaken')
      return isOvertaken
        ? [
            {
              target,
              part: null,
              because: 'another run had already recorded a newer poll, or a clock is ahead',
            },
          ]
        : [];
    const { failedBecause, missing } = report;
    if (failedBecause !== null) return [{ target, part: null, because: failedBecause }];
    return missing.map(({ part, because }) => ({ target, part, because }));
  });
}

/** Returns a blind spot as "project/lab: disks: listDisks: …". */
export const failedPartInWords = ({ target, part, because }: FailedPart): string =>
  [target, part, because].filter((word) => word !== null).join(': ');
