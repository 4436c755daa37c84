import { type ConnectionName, ofConnection } from '../model/connection-name.ts';
import { getTargetConnection } from '../model/ids.ts';
import type { WatchReport } from './watch/watch.ts';

/** Thrown after a run that could not see its targets, so that it does not count as a success. */
export class BlindRunError extends Error {
  override readonly name = 'BlindRunError';
}

/** Returns why a run of `watch` was blind: a connection without a successful poll, or an unreadable record; empty if not. */
export function listBlindReasons({
  failures,
  targets,
}: Pick<WatchReport, 'failures' | 'targets'>): readonly string[] {
  const failed = new Set<ConnectionName | null | undefined>(failures.map(({ connection }) => connection));
  const askable = targets.filter(({ target }) => !failed.has(getTargetConnection(target)));
  const several = new Set(askable.map(({ target }) => getTargetConnection(target) ?? null));
  return [
    // Targets of a connection that was removed are reported elsewhere, and are no fault of the run.
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

/** Throws if a run was blind, so that its scheduler reports it. @throws BlindRunError */
export function failIfBlind(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new BlindRunError(reasons.join('; '));
}
