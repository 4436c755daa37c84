import { accountParts, fallbacks, type PartMeaning, projectParts } from '../jobs/doctor/part-meaning.ts';
import type { WatchReport } from '../jobs/watch/watch.ts';
import type { Unsupported } from '../model/facts/unsupported.ts';
import type { Head } from '../model/head.ts';
import { type TargetId, targetOf } from '../model/ids.ts';

/** Something that the platform does not offer, found out just now, and the first target it was found with. */
export type NewlyUnsupported = Pick<Unsupported, 'part' | 'instead' | 'because'> & {
  readonly target: TargetId;
};

/**
 * What a run found the platform not to offer and no head knew of before. It is a matter of the platform, not
 * of a target; one that expired and was found again is no news.
 */
export function newlyUnsupported(before: readonly Head[], { targets }: WatchReport): NewlyUnsupported[] {
  const keyOf = (target: TargetId, { part }: Unsupported) => `${targetOf(target).kind} ${part}`;
  const known = new Set(
    before.flatMap(({ target, lacking }) => lacking.map((unsupported) => keyOf(target, unsupported))),
  );
  const found = new Map<string, NewlyUnsupported>();
  for (const report of targets) {
    if (report.kind !== 'turned') continue;
    const { target, lacking } = report;
    for (const unsupported of lacking) {
      const key = keyOf(target, unsupported);
      if (known.has(key) || found.has(key)) continue;
      found.set(key, {
        part: unsupported.part,
        instead: unsupported.instead,
        because: unsupported.because,
        target,
      });
    }
  }
  return [...found.values()];
}

/** "The platform does not offer clusters. Unwatched: …": one sentence for a log or a terminal. */
export function unsupportedInWords({ part, instead, target }: NewlyUnsupported): string {
  const parts: Partial<Record<string, PartMeaning>> =
    targetOf(target).kind === 'account' ? accountParts : projectParts;
  const { what = part, unwatched = part } = parts[part] ?? {};
  if (instead !== null) return `the platform does not offer ${what}: had by ${fallbacks[instead]}`;
  return `the platform does not offer ${what}; unwatched: ${unwatched}`;
}
