import { CloudName } from '../model/cloud-name.ts';
import type { Part } from '../model/facts/observation.ts';
import { type TargetId, toTarget } from '../model/ids.ts';
import { computeParts } from './compute/part-meanings.ts';
import type { PartMeaning, PartMeanings } from './part-meaning.ts';
import { runpodParts } from './runpod/part-meanings.ts';

export const partMeanings: { readonly [Name in CloudName]: PartMeanings } = {
  compute: computeParts,
  runpod: runpodParts,
};

/**
 * Returns the name and impact of a part; `null` if the cloud has none. For an unknown cloud, the first one that has them
 * counts.
 */
export function findPartMeaning(cloud: CloudName | null, target: TargetId, part: Part): PartMeaning | null {
  const { kind } = toTarget(target);
  if (kind === 'group') return null;
  const clouds = cloud === null ? CloudName.options : [cloud];
  return clouds.flatMap((name) => partMeanings[name][kind][part] ?? []).at(0) ?? null;
}
