import { withLimitOfUse } from '../../../lib/config/policy/policy-file.ts';
import { RuleName } from '../../../lib/model/ids.ts';
import { days, hours, milliseconds, minutes, type Span } from '../../../lib/model/time/time.ts';
import { type IdleRule, signalsWindow } from '../../../lib/rules/idle/terms.ts';
import type { Rule } from '../../../lib/rules/terms.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import type { Random } from '../engine/seeded-random.ts';
import { type Habit, isCalm, type PastPlan, type Scenario, type VmPlan } from '../scenario.ts';
import { idleLimits } from './draw-policy.ts';
import { drawSteps } from './draw-steps.ts';

/** Reports whether the scenario of a seed has rules that learn. No seed with short steps does. */
export const hasLearnedRules = (seed: number): boolean => seed % 13 === 10 && seed % 6 !== 0;

const rhythms: readonly [Habit, ...Habit[]] = [
  'daily',
  'daily',
  'weekdays',
  'retired',
  'retired',
  'abandoned',
];

/**
 * Gives a scenario weeks of use before its start, VMs with rhythms, and idle rules that learn them. What would end such
 * VMs by their age or by the hour is left out.
 */
export function withLearnedRules(scenario: Scenario, random: Random): Scenario {
  const reach = days(random.whole(4, 24));
  const rule = drawLearnedRule(random);
  const change = ({ rules, ...policy }: Policy): Policy => ({
    ...policy,
    rules: rules.flatMap((known): readonly Rule[] => {
      if (known.kind === 'schedule' || known.kind === 'lifetime') return [];
      if (known.kind === 'budget') return [{ ...known, then: [] }];
      return known.kind === 'idle'
        ? [{ ...rule, name: known.name, match: known.match, mode: known.mode }]
        : [known];
    }),
  });
  const [first, ...others] = scenario.policies.map(({ from, policy }) => ({ from, policy: change(policy) }));
  const began = first && { ...first, policy: withRule(first.policy, rule) };
  return {
    ...scenario,
    vms: scenario.vms.map((vm, index) => (index % 4 === 3 ? vm : withRhythm(vm, reach, random))),
    policies: began === undefined ? scenario.policies : [began, ...others],
    past: drawPast(scenario, reach, random),
  };
}

/** Draws the limit of use of each policy, and light jobs, which are use by some of these limits. */
export function withLimitsOfUse(scenario: Scenario, random: Random): Scenario {
  let inUse = random.pick(limits);
  const [first, ...others] = scenario.policies.map(({ from, policy }, index) => {
    if (index > 0 && random.chance(0.5)) inUse = random.pick(limits);
    return {
      from,
      policy: { ...policy, inUse, rules: policy.rules.map((rule) => withLimitOfUse(rule, inUse)) },
    };
  });
  return {
    ...scenario,
    policies: first === undefined ? scenario.policies : [first, ...others],
    vms: scenario.vms.map((vm) =>
      rhythms.includes(vm.habit) && random.chance(0.3) ? { ...vm, habit: 'light' } : vm,
    ),
  };
}
const limits = [5, 10, 15, 25] as const;

function drawLearnedRule(random: Random): IdleRule {
  const after = random.pick([minutes(1), minutes(15), hours(1)]);
  return {
    kind: 'idle',
    name: RuleName.parse('forgotten machines'),
    match: {},
    mode: 'enforce',
    learned: {
      within: random.pick([hours(4), hours(8), hours(8), hours(12), hours(24)]),
      risk: random.pick([2, 5, 5, 10]),
      inUse: 15,
      untilKnown: random.pick([null, null, hours(1), hours(6)]),
    },
    window: signalsWindow,
    gpuWindow: signalsWindow,
    percentile: random.pick([90, 95, 100]),
    ...idleLimits,
    coolOff: random.pick([hours(1), hours(4)]),
    repeat: random.pick([null, hours(4)]),
    then: drawSteps({ isEventful: false, isSteep: false, rests: ['stop'], starts: false, after }, random),
  };
}

/** Adds the rule where the policy has no idle rule to replace. */
const withRule = (policy: Policy, rule: IdleRule): Policy =>
  policy.rules.some(({ kind }) => kind === 'idle') ? policy : { ...policy, rules: [...policy.rules, rule] };

/** Gives a VM a rhythm that began with the past, or soon after. */
const withRhythm = (vm: VmPlan, reach: Span, random: Random): VmPlan => ({
  ...vm,
  habit: random.pick(rhythms),
  gpus: 0,
  metadata: {},
  committedFor: null,
  createdAfter: milliseconds(-random.span(milliseconds(reach * 0.6), reach)),
});

function drawPast(scenario: Scenario, lasts: Span, random: Random): PastPlan {
  const gaps = Array.from({ length: random.whole(0, 3) }, () => {
    const from = milliseconds(-random.span(hours(30), lasts));
    return { from, until: milliseconds(from + random.span(hours(2), hours(20))) };
  });
  const weeksLostAfter = random.chance(0.5) ? random.span(hours(1), scenario.span) : null;
  return { lasts, stops: [], gaps: isCalm(scenario) ? [] : gaps, weeksLostAfter };
}
