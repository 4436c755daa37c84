import { RuleName } from '../../lib/model/ids.ts';
import { money } from '../../lib/model/money.ts';
import type { Policy, Protection } from '../../lib/model/policy.ts';
import type { BudgetRule, IdleRule, Rule } from '../../lib/model/rule.ts';
import { hours, type Instant, later, milliseconds, minutes, type Span } from '../../lib/model/time.ts';
import type { Random } from './engine/seeded-random.ts';
import type { PolicyFrom } from './scenario.ts';
import { nanosInWords } from './world/bill.ts';

export type PolicyScene = {
  readonly zone: string;
  readonly start: Instant;
  readonly span: Span;
  /** What all VMs together cost an hour, in nano-dollars. */
  readonly burn: bigint;
  readonly isEventful: boolean;
  readonly poll: Span;
};

/** The first policy, and often one more that takes its place while everything runs. */
export function drawPolicies(scene: PolicyScene, random: Random): readonly [PolicyFrom, ...PolicyFrom[]] {
  const { start, span, isEventful } = scene;
  const policies: [PolicyFrom, ...PolicyFrom[]] = [{ from: start, policy: drawPolicy(scene, random) }];
  for (let changes = random.pick(isEventful ? [0, 2, 4] : [0, 0, 1, 2]); changes > 0; changes -= 1) {
    const last = policies.at(-1) ?? policies[0];
    const after = random.span(milliseconds(1), milliseconds((start + span - last.from) / 2));
    const from = later(last.from, after);
    policies.push({
      from: isEventful ? justAfterPoll(scene, from, random) : from,
      policy: change(last.policy, random),
    });
  }
  return policies;
}

/** Where what was decided under the last one is often still waiting to be done. */
function justAfterPoll({ start, poll }: PolicyScene, at: Instant, random: Random): Instant {
  const polls = Math.ceil((at - start) / poll);
  return later(start, milliseconds(polls * poll + random.span(milliseconds(1), minutes(4))));
}

function drawPolicy({ zone, span, burn, isEventful }: PolicyScene, random: Random): Policy {
  return {
    version: 1,
    timezone: zone,
    protect: drawProtections(random),
    caps: {
      perRun: random.whole(1, 5),
      perDay: random.whole(1, isEventful ? 100 : 12),
      share: isEventful ? 100 : random.pick([25, 50, 100]),
    },
    rules: [...drawBudgets(burn, span, random), ...drawIdleRules(isEventful, random)],
  };
}

function drawProtections(random: Random): Protection[] {
  const all: Protection[] = [
    { kind: 'matching', match: { project: 'prod-*' } },
    { kind: 'matching', match: { metadata: { env: 'production' } } },
    { kind: 'younger-than', age: random.pick([minutes(30), hours(2)]) },
  ];
  return all.filter(() => random.chance(0.5));
}

function drawBudgets(burn: bigint, span: Span, random: Random): BudgetRule[] {
  const spent = burn * BigInt(Math.round(span / 3_600_000)) + 1_000n;
  const limit = () => money(nanosInWords((spent * BigInt(random.whole(5, 150))) / 100n));
  const basis = () => random.pick(['reported', 'projected'] as const);
  return [
    {
      kind: 'budget',
      name: RuleName.parse('a project'),
      match: {},
      limit: limit(),
      thresholds: [50, 80, 100],
      basis: basis(),
    },
    {
      kind: 'budget',
      name: RuleName.parse('all of it'),
      match: { account: '*' },
      limit: limit(),
      thresholds: [25, 90],
      basis: basis(),
    },
  ];
}

function drawIdleRules(isEventful: boolean, random: Random): IdleRule[] {
  const drawn: IdleRule = {
    kind: 'idle',
    name: RuleName.parse('forgotten machines'),
    match: random.pick([{}, { kind: 'vm', gpus: 0 }]),
    mode: random.chance(0.85) ? 'enforce' : 'observe',
    window: isEventful ? minutes(30) : random.pick([minutes(30), hours(1), hours(1), hours(2), hours(4)]),
    percentile: random.pick([90, 95, 100]),
    cpuBelow: 10,
    networkBelow: 50 * 1_024,
    coolOff: random.pick([hours(1), hours(4), hours(12)]),
    then: random.chance(0.9)
      ? [
          {
            kind: 'stop',
            after: random.pick(isEventful ? [minutes(1), minutes(10)] : [minutes(1), minutes(15), hours(1)]),
          },
        ]
      : [],
  };
  const other: IdleRule = {
    ...drawn,
    name: RuleName.parse('first of each'),
    match: { id: 'a*' },
    window: hours(1),
    coolOff: hours(2),
  };
  return random.chance(0.3) ? [drawn, other] : [drawn];
}

type Change = (rule: IdleRule) => IdleRule | null;

function change(policy: Policy, random: Random): Policy {
  const deed = random.pick<Change | 'caps'>([
    (rule) => ({ ...rule, mode: rule.mode === 'enforce' ? 'observe' : 'enforce' }),
    (rule) => ({
      ...rule,
      then: rule.then.map((step) => ({ ...step, after: random.pick([minutes(5), hours(2)]) })),
    }),
    (rule) => ({ ...rule, cpuBelow: 5, window: random.pick([minutes(30), hours(2)]) }),
    () => null,
    'caps',
  ]);
  if (deed === 'caps') return { ...policy, caps: { perRun: 1, perDay: random.whole(0, 3), share: 10 } };
  const changed = policy.rules.flatMap<Rule>((rule) => (rule.kind === 'idle' ? (deed(rule) ?? []) : rule));
  return { ...policy, rules: changed };
}
