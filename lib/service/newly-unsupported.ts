import { findPartMeaning } from '../clouds/part-meanings.ts';
import type { WatchReport } from '../jobs/watch/watch.ts';
import type { CloudName } from '../model/cloud-name.ts';
import { ofConnection } from '../model/connection-name.ts';
import type { UnsupportedPart } from '../model/facts/unsupported.ts';
import { getTargetConnection, type TargetId, toTarget } from '../model/ids.ts';
import type { Head } from '../state/head.ts';

/** A newly found unsupported part of the platform, and the first target it was found on. */
export type NewUnsupportedPart = Pick<UnsupportedPart, 'part' | 'instead' | 'because'> & {
  readonly target: TargetId;
  readonly cloud: CloudName | null;
};

/**
 * Returns the parts that a run found unsupported and that no head knew before, once for each connection and not for each
 * target. A part that expired and was found again is not new.
 */
export function newlyUnsupported(before: readonly Head[], { targets }: WatchReport): NewUnsupportedPart[] {
  const buildPartKey = (target: TargetId, { part }: Pick<UnsupportedPart, 'part'>) =>
    `${getTargetConnection(target) ?? ''} ${toTarget(target).kind} ${part}`;
  const keys = new Set(
    before.flatMap(({ target, unsupported }) => unsupported.map((fact) => buildPartKey(target, fact))),
  );
  const parts = new Map<string, NewUnsupportedPart>();
  for (const report of targets) {
    if (report.kind !== 'turned') continue;
    const { target, unsupported, cloud } = report;
    for (const { part, instead, because } of unsupported) {
      const key = buildPartKey(target, { part });
      if (keys.has(key) || parts.has(key)) continue;
      parts.set(key, { part, instead, because, target, cloud });
    }
  }
  return [...parts.values()];
}

/** Returns a text such as "the platform does not support clusters; impact: …". */
export function unsupportedInWords({ cloud, part, instead, target }: NewUnsupportedPart): string {
  const { what, unwatched } = findPartMeaning(cloud, target, part) ?? { what: part, unwatched: part };
  const of = getTargetConnection(target) ?? null;
  return ofConnection(
    of,
    instead === null
      ? `the platform does not support ${what}; impact: ${unwatched}`
      : `the platform does not support ${what} directly; fallback: ${instead}`,
  );
}
