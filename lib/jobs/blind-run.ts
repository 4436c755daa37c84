import { type ConnectionName, ofConnection } from '../model/connection-name.ts';
import { getTargetConnection } from '../model/ids.ts';
import type { WatchReport } from './watch/watch.ts';

/** Thrown after a run that could not see its targets: it did what it could, but must not count as a success. */
export class BlindRunError extends Error {
  override readonly name = 'BlindRunError';
}

/**
 * Returns why a run of `watch` was blind: no poll of a connection succeeded, or a record of the ledger could not be read;
 * else none.
 */
export function listBlindReasons({
  failures,
  targets,
}: Pick<WatchReport, 'failures' | 'targets'>): readonly string[] {
  const failed = new Set<ConnectionName | null | undefined>(failures.map(({ connection }) => connection));
  const askable = targets.filter(({ target }) => !failed.has(getTargetConnection(target)));
  const several = new Set(askable.map(({ target }) => getTargetConnection(target) ?? null));
  return [
    // What is left of a connection is told, and is no fault of the run.
    ...failures.flatMap(({ connection, error }) =>
      error.kind === 'not-in-settings' ? [] : [ofConnection(connection, error.message)],
    ),
    ...[...several].flatMap((connection) =>
      nothingSeen(askable.filter(({ target }) => (getTargetConnection(target) ?? null) === connection)).map(
        (because) => ofConnection(connection, because),
      ),
    ),
  ];
}

function nothingSeen(targets: WatchReport['targets']): readonly string[] {
  const unreadable = targets.filter(({ kind }) => kind === 'unreadable');
  const others = targets.filter(({ kind }) => kind !== 'unreadable');
  const reasons = others.map((report) => {
    switch (report.kind) {
      case 'turned':
        return report.failedBecause;
      case 'overtaken':
        return 'another run had already recorded a newer poll, or a clock was ahead';
      case 'left':
        return 'the run ended before the target was polled';
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
    ...(sawNothing ? [`none of ${reasons.length} targets could be processed: ${first}`] : []),
  ];
}

/** Ends a blind run as an error, after its work, so that the scheduler reports it. @throws BlindRunError */
export function failIfBlind(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new BlindRunError(reasons.join('; '));
}
