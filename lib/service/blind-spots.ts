import type { WatchReport } from '../jobs/watch/watch.ts';

/** Something that a pass could not see, and why. */
export type BlindSpot = {
  readonly target: string | null;
  readonly part: string | null;
  readonly because: string;
};

/** What could not be seen in a pass. What the platform does not offer is not among it. */
export function blindSpots({ failure, targets }: WatchReport): BlindSpot[] {
  if (failure !== null) return [{ target: null, part: null, because: failure.message }];
  const isOvertaken = targets.every(({ kind }) => kind === 'overtaken');
  return targets.flatMap((report): BlindSpot[] => {
    const { target } = report;
    if (report.kind === 'failed' || report.kind === 'unreadable')
      return [{ target, part: null, because: report.because }];
    if (report.kind === 'left')
      return [{ target, part: null, because: 'the run ended before it was polled' }];
    // One target that another run has looked at since is seen.
    if (report.kind === 'overtaken')
      return isOvertaken
        ? [
            {
              target,
              part: null,
              because: 'every target was overtaken: another run looks, or a clock is ahead',
            },
          ]
        : [];
    const { failedBecause, missing } = report;
    if (failedBecause !== null) return [{ target, part: null, because: failedBecause }];
    return missing.map(({ part, because }) => ({ target, part, because }));
  });
}

/** "project/lab: disks: listDisks: …" */
export const blindSpotInWords = ({ target, part, because }: BlindSpot): string =>
  [target, part, because].filter((word) => word !== null).join(': ');
