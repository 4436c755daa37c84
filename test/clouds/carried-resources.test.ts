import { expect, it } from 'vitest';
import { proveAbsences, type ResourceListing } from '../../lib/clouds/absence.ts';
import { carriedResources } from '../../lib/clouds/carried-resources.ts';
import type { Resource } from '../../lib/model/facts/resource.ts';
import { hours, later, minutes } from '../../lib/model/time/time.ts';
import { aVm, noon } from '../support/builders/observation-builders.ts';

const emptyList: ResourceListing = {
  part: 'disks',
  kinds: ['disk'],
  answer: { kind: 'answered', value: [], flaws: [] },
};

it('a resource that lists lack keeps the time since which they do, and is gone three hours later where its kind cannot be read by id (invariant 22)', async () => {
  let known: readonly Resource[] = [{ ...aVm({ seenAt: noon }), kind: 'disk' }];
  const kept: number[] = [];
  for (let poll = 1; known.length > 0 && poll < 60; poll += 1) {
    const at = later(noon, minutes(5 * poll));
    const absences = await proveAbsences(known, [emptyList], at, async () => ({ kind: 'unsupported' }));
    known = carriedResources({ inventories: [emptyList], absences, at }, known);
    kept.push(...known.map(({ unlistedSince }) => unlistedSince ?? 0));
  }
  const first = later(noon, minutes(5));
  expect(new Set(kept)).toEqual(new Set([first]));
  expect(kept).toHaveLength(hours(3) / minutes(5));
});
