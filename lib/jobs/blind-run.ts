import type { WatchReport } from './watch/watch.ts';

/** Thrown after a run that could not see its targets: it did what it could, but must not count as a success. */
export class BlindRunError extends Error {
  override readonly name = 'BlindRunError';
}

/**
 * Returns why a run of `watch` was blind: no poll succeeded, or a record of the ledger could not be read; else none.
 */
export function blindnessOf({
  failure,
  targets,
}: Pick<WatchReport, 'failure' | 'targets'>): readonly string[] {
  if (failure !== null) return [failure.message];
  const unreadable = targets.filter(({ kind }) => kind === 'unreadable');
  const others = targets.filter(({ kind }) => kind !== 'unreadable');
  const reasons = others.map((report) => {
    switch (report.kind) {
      case 'turned':
        return report.failedBecause;
      case 'overtaken':
        return 'another run had polled later, or a clock was ahead';
      case 'left':
        return 'the run ended before it was polled';
      default:
        return report.because;
    }
  });
  const [first] = reasons;
  const sawNothing = first != null && !reasons.includes(null);
  return [
    ...unreadable.flatMap((report) =>
      report.kind === 'unreadable' ? [`${report.target}: ${report.because}`] : [],
    ),
    ...(sawNothing ? [`none of ${reasons.length} targets came to anything: ${first}`] : []),
  ];
}

/** Ends a blind run as an error, after its work, so that the scheduler reports it. @throws BlindRunError */
export function failIfBlind(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new BlindRunError(reasons.join('; '));
}
