import { costOf } from '../evaluate/facts.ts';
import { type TargetId, targetOf } from '../model/ids.ts';
import { comparePrices, free } from '../model/money.ts';
import type { Driver } from '../model/notice.ts';
import type { Sighting } from '../model/observation.ts';
import { subjectOf } from '../model/resource.ts';

const mostDrivers = 3;

/** The resources that cost most an hour. */
export function driversOf(sighting: Sighting, targetId: TargetId): Driver[] {
  const target = targetOf(targetId);
  if (sighting.kind !== 'project' || target.kind !== 'project') return [];
  return sighting.resources
    .map((resource) => ({
      subject: subjectOf(target.project, resource),
      price: costOf(resource),
      what: resource.gpus > 0 ? `${resource.gpus} x ${resource.gpuModel ?? 'GPU'}` : resource.kind,
      by: resource.createdBy,
    }))
    .filter(({ price }) => comparePrices(price, free) > 0)
    .sort((left, right) => comparePrices(right.price, left.price))
    .slice(0, mostDrivers);
}
