import { RuleName } from '../../../lib/model/ids.ts';
import type { Step } from '../../../lib/model/rules/step.ts';
import { hours, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import type { IdleRule } from '../../../lib/rules/idle/terms.ts';
import { mayAct } from '../../../lib/rules/terms.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import type { Random } from '../engine/seeded-random.ts';
import { drawEnd } from './draw-steps.ts';

type Change = (policy: Policy, random: Random, isEventful: boolean) => Policy;

const eachIdle =
  (request: (rule: IdleRule) => IdleRule): Change =>
  (policy) => ({
    ...policy,
    rules: policy.rules.map((rule) => (rule.kind === 'idle' ? request(rule) : rule)),
  });

/** Changes the steps of rules on resources: longer or shorter, fewer or more. */
const eachLadder =
  (request: (steps: readonly Step[], random: Random, isEventful: boolean) => Step[]): Change =>
  (policy, random, isEventful) => ({
    ...policy,
    rules: policy.rules.map((rule) =>
      rule.kind === 'idle' || rule.kind === 'schedule' || rule.kind === 'lifetime' || rule.kind === 'waste'
        ? { ...rule, then: request(rule.then, random, isEventful) }
        : rule,
    ),
  });

const changes: readonly [Change, ...Change[]] = [
  eachIdle((rule) => ({ ...rule, mode: rule.mode === 'enforce' ? 'observe' : 'enforce' })),
  eachLadder((steps, random) => steps.map((step) => withTimes(step, random))),
  eachLadder((steps, random) => steps.filter(({ kind }) => kind === 'stop' || random.chance(0.6))),
  eachLadder((steps, random, isEventful) =>
    steps.some(({ kind }) => kind === 'image' || kind === 'terminate' || kind === 'start')
      ? [...steps]
      : [...steps, ...drawEnd({ isEventful, isSteep: false }, random)],
  ),
  eachLadder((steps, random) =>
    steps.map((step) =>
      step.kind === 'notify' || step.kind === 'start'
        ? step
        : { ...step, approve: random.pick([null, null, null, hours(2)]) },
    ),
  ),
  (policy, random) => ({
    ...policy,
    businessHours: random.pick([[], [{ days: [1, 2, 3, 4, 5, 6, 7], from: 0, until: 720 }]]),
  }),
  (policy, random) =>
    eachIdle((rule) => ({ ...rule, cpuBelow: 5, window: random.pick([minutes(30), hours(2)]) }))(
      policy,
      random,
      false,
    ),
  (policy) => ({ ...policy, rules: policy.rules.filter(({ kind }) => kind !== 'idle') }),
  (policy, random) => ({ ...policy, caps: { perRun: 1, perDay: random.whole(0, 3), share: 10 } }),
  // Rules are removed; one is renamed, which makes it another rule; modes of acting rules change.
  (policy, random) => ({ ...policy, rules: policy.rules.filter(() => random.chance(0.8)) }),
  (policy, random) => ({
    ...policy,
    rules: policy.rules.map((rule) =>
      random.chance(0.2) ? { ...rule, name: RuleName.parse(`${rule.name}, anew`) } : rule,
    ),
  }),
  (policy, random) => ({
    ...policy,
    rules: policy.rules.map((rule) =>
      mayAct(rule) ? { ...rule, mode: random.pick(['enforce', 'observe'] as const) } : rule,
    ),
  }),
];

function withTimes(step: Step, random: Random): Step {
  switch (step.kind) {
    case 'notify':
    case 'start':
      return step;
    case 'stop':
    case 'power-off':
      return { ...step, after: random.pick([minutes(5), hours(2)]) };
    default: {
      const more = random.pick([minutes(1), hours(1)]);
      return {
        ...step,
        after: milliseconds(step.after + more),
        notice: milliseconds(step.notice + more / 2),
      };
    }
  }
}

/** Returns a policy after an edit. */
export const changePolicy = (policy: Policy, isEventful: boolean, random: Random): Policy =>
  random.pick(changes)(policy, random, isEventful);
