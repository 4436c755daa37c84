import type { CloudName } from '../model/cloud-name.ts';
import type { Part } from '../model/facts/observation.ts';
import { type TargetId, targetOf } from '../model/ids.ts';
import { computeParts } from './compute/part-meanings.ts';
import type { PartMeaning, PartMeanings } from './part-meaning.ts';
import { runpodParts } from './runpod/part-meanings.ts';

export const partMeanings: { readonly [Name in CloudName]: PartMeanings } = {
  compute: computeParts,
  runpod: runpodParts,
};

/** Returns what a part of a target means to people; `null` where its cloud has no words for it. */
export function meaningOf(cloud: CloudName, target: TargetId, part: Part): PartMeaning | null {
  const { kind } = targetOf(target);
  return kind === 'group' ? null : (partMeanings[cloud][kind][part] ?? null);
}
