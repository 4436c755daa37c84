import { days, milliseconds } from '../../../lib/model/time/time.ts';
import type { Random } from '../engine/seeded-random.ts';
import type { Scenario } from '../scenario.ts';

/** Reports whether VMs of a seed with short steps are committed long after their creation. */
export const commitsLate = (seed: number): boolean => seed % 42 === 36;

/** Makes VMs older than a month, and commits them shortly before the start or during the run, without showing the end. */
export const withLateCommitments = (scenario: Scenario, random: Random): Scenario => ({
  ...scenario,
  vms: scenario.vms.map((vm) =>
    random.chance(0.4)
      ? vm
      : {
          ...vm,
          committedFor: null,
          createdAfter: milliseconds(-random.span(days(32), days(60))),
          commitsAfter: random.chance(0.5)
            ? milliseconds(-random.span(days(1), days(20)))
            : random.span(milliseconds(0), milliseconds(scenario.span / 2)),
        },
  ),
});
