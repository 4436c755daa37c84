import { expect, it } from 'vitest';
import { judgeLifetime } from '../../lib/evaluate/lifetime.ts';
import { targetOf } from '../../lib/model/ids.ts';
import { days, earlier, milliseconds } from '../../lib/model/time/time.ts';
import { anObservation, aVm, lab, noon } from '../support/observation-builders.ts';
import { aLifetimeRule } from '../support/resource-rule-builders.ts';

const judged = (resource: Parameters<typeof aVm>[0]) =>
  judgeLifetime(aLifetimeRule(), {
    target: targetOf(lab),
    observation: anObservation({
      seen: ['vms', 'machines', 'clusters', 'volumes'],
      resources: [aVm(resource)],
    }),
    zone: 'UTC',
  });
const week = earlier(noon, days(7));

it.each([
  ['exactly as old as allowed', { createdAt: week }, 'clear'],
  ['a moment older', { createdAt: earlier(week, milliseconds(1)) }, 'breached'],
  [
    'stopped, and older',
    { createdAt: earlier(week, days(1)), state: 'STOPPED', activity: 'stopped' },
    'breached',
  ],
  ['of unknown age', { createdAt: null }, 'unknown'],
  ['a machine', { kind: 'machine', createdAt: earlier(week, days(1)) }, 'breached'],
  ['a cluster', { kind: 'cluster', createdAt: earlier(week, days(1)) }, 'breached'],
] as const)('what is %s', (_, resource, kind) => {
  expect(judged(resource)).toMatchObject([{ kind }]);
});

it('says how old it is and how old it may get', () => {
  expect(judged({})[0]?.because).toBe('20 d old (limit 7 d)');
  expect(judged({ createdAt: null })[0]?.because).toBe('the platform does not report its age');
});

it.each(['volume', 'disk', 'cluster-machine'] as const)('says nothing of a %s', (kind) => {
  expect(judged({ kind })).toEqual([]);
});
