import { hours, minutes } from '../../../lib/model/time/time.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { Scenario } from '../scenario.ts';

/** Reports whether the policies of a seed bound keeps. */
export const boundsKeeps = (seed: number): boolean => seed % 13 === 0;

/** Bounds all keeps by the policies, and adds some that people want for longer, and renew before their end. */
export function withBoundedKeeps(scenario: Scenario, random: Random): Scenario {
  const { policies, vms, span, overrides } = scenario;
  const keepAtMost = random.pick([minutes(30), hours(1), hours(3)]);
  const [first, ...others] = policies.map(({ from, policy }) => ({
    from,
    policy: { ...policy, keepAtMost },
  }));
  const added = vms.flatMap(({ project, id }, index) => {
    const after = random.span(hours(1), span);
    const lasts = random.span(hours(2), hours(12));
    const keep = { kind: 'keep', subject: `project/${project}/vm/${id}` } as const;
    const one = { override: keep, lasts, withdrawnAfter: null };
    return [after, random.span(after, span)].map((time, turn) => ({
      ...one,
      id: `long-keep-${index}-${turn}`,
      after: time,
    }));
  });
  return {
    ...scenario,
    policies: first === undefined ? policies : [first, ...others],
    overrides: [...overrides, ...added],
  };
}
