import { accountParts, detours, type PartMeaning, projectParts } from '../jobs/doctor/part-meaning.ts';
import type { WatchReport } from '../jobs/watch/watch.ts';
import type { Lack } from '../model/facts/unsupported.ts';
import type { Head } from '../model/head.ts';
import { type TargetId, targetOf } from '../model/ids.ts';

/** Something that the platform does not offer, found out just now, and the first target it was found with. */
export type NewLack = Pick<Lack, 'part' | 'instead' | 'because'> & { readonly target: TargetId };

/**
 * What a run found the platform not to offer and no head knew of before. It is a matter of the platform, not
 * of a target; one that expired and was found again is no news.
 */
export function newLacks(before: readonly Head[], { targets }: WatchReport): NewLack[] {
  const keyOf = (target: TargetId, { part }: Lack) => `${targetOf(target).kind} ${part}`;
  const known = new Set(before.flatMap(({ target, lacking }) => lacking.map((lack) => keyOf(target, lack))));
  const found = new Map<string, NewLack>();
  for (const report of targets) {
    if (report.kind !== 'turned') continue;
    const { target, lacking } = report;
    for (const lack of lacking) {
      const key = keyOf(target, lack);
      if (known.has(key) || found.has(key)) continue;
      found.set(key, { part: lack.part, instead: lack.instead, because: lack.because, target });
    }
  }
  return [...found.values()];
}

/** "The platform does not offer clusters. Unwatched: …": one sentence for a log or a terminal. */
export function lackInWords({ part, instead, target }: NewLack): string {
  const parts: Partial<Record<string, PartMeaning>> =
    targetOf(target).kind === 'account' ? accountParts : projectParts;
  const { what = part, unwatched = part } = parts[part] ?? {};
  if (instead !== null) return `the platform does not offer ${what}: had by ${detours[instead].what}`;
  return `the platform does not offer ${what}; unwatched: ${unwatched}`;
}
