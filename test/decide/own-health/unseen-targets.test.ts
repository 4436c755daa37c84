import { expect, it } from 'vitest';
import { targetsUnseen } from '../../../lib/decide/own-health/unseen-targets.ts';
import type { ProjectObservation } from '../../../lib/model/facts/observation.ts';
import { earlier, hours } from '../../../lib/model/time/time.ts';
import { aHead, anObservation, lab, noon } from '../../support/builders/observation-builders.ts';

const lost = { part: 'vms', because: 'the list no longer includes vm/box (it exists)' } as const;
const told = (missing: ProjectObservation['missing'], failedFor: number, isCovered = false) => {
  const part = missing[0]?.part ?? 'vms';
  const head = aHead({
    observation: anObservation({ at: noon, missing }),
    failingSince: { [part]: earlier(noon, hours(failedFor)) },
  });
  return targetsUnseen([head], isCovered ? [] : [head], noon);
};

it('a list that stays incomplete for three hours is reported without any rule (invariants 18, 22)', () => {
  expect(told([lost], 2.9)).toEqual([]);
  expect(told([lost], 3)).toEqual([
    {
      matter: 'targets',
      because: `vms of ${lab} have been incomplete since 2026-11-21T09:00:00Z (${lost.because})`,
      named: [lab],
    },
  ]);
});

it('an incomplete list is left to a freshness rule that covers it, and a late spend report does not count as one', () => {
  expect(told([lost], 5, true)).toEqual([]);
  expect(told([{ part: 'spend', because: '503' }], 5)).toEqual([]);
});
