import type { Head } from '../model/head.ts';
import { targetOf } from '../model/ids.ts';
import type { ProjectObservation } from '../model/observation.ts';
import type { Policy } from '../model/policy.ts';
import type { Verdict } from '../model/verdict.ts';
import { judgeLadder } from './ladder.ts';
import { judgeOverspend } from './overspend.ts';
import type { Progress } from './progress.ts';
import { resourceFinder } from './subjects.ts';
import type { Surroundings } from './surroundings.ts';

/** What is judged by what was said and done before: later steps, and stops that overspent budgets ask for. */
export function judgeSteps(
  { stops, alerts }: Pick<Progress, 'stops' | 'alerts'>,
  sighting: ProjectObservation,
  scene: {
    readonly head: Pick<Head, 'target'>;
    readonly policy: Policy;
    readonly around: Pick<Surroundings, 'overspends'>;
  },
): Verdict[] {
  const target = targetOf(scene.head.target);
  const facts = { target, sighting, alerts, resourceOf: resourceFinder(scene.head.target, sighting) };
  return [
    ...judgeLadder({ ...facts, rules: scene.policy.rules, stops }),
    ...judgeOverspend({ ...facts, overspends: scene.around.overspends }),
  ];
}
