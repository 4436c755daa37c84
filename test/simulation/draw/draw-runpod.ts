import { theProject } from '../../../lib/clouds/runpod/targets.ts';
import type { BudgetStep, Step } from '../../../lib/model/rules/step.ts';
import { milliseconds, minutes } from '../../../lib/model/time/time.ts';
import type { Rule } from '../../../lib/rules/terms.ts';
import { type Random, seededRandom } from '../engine/seeded-random.ts';
import type { PolicyFrom, Scenario, VmPlan } from '../scenario.ts';
import type { Spell } from '../spell.ts';
import { containerNanos, networkNanos } from '../world/runpod-wire.ts';
import type { Disks } from '../world/true-resource.ts';
import { drawCommon } from './draw-scenario.ts';

/** The fields of a pod that may be unreadable. */
const fields = ['cost', 'status', 'createdAt', 'locked', 'gpu', 'mounts', 'actions', 'runtime'] as const;

const members = ['gpu.count', 'cpu.util', 'memoryUtil'] as const;

/** Draws a scenario of RunPod from a number, always the same. */
export const drawRunpod = (seed: number): Scenario =>
  withoutMembers(
    asRunpod(drawCommon(seed, [theProject]), seededRandom(seed).fork('runpod')),
    seededRandom(seed).fork('left out'),
  );

/** Leaves out optional members of some pods, as the platform's document allows. */
function withoutMembers(drawn: Scenario, random: Random): Scenario {
  return {
    ...drawn,
    vms: drawn.vms.map((vm) => {
      const leavesOut = members.filter(
        (member) => random.chance(0.15) && (member !== 'gpu.count' || vm.gpus === 1),
      );
      return leavesOut.length === 0 ? vm : { ...vm, leavesOut };
    }),
  };
}

/** Returns a drawn world of one project as RunPod can hold it: pods and network volumes, polled closely enough for gauges. */
function asRunpod(drawn: Scenario, random: Random): Scenario {
  const poll = minutes(random.pick([5, 5, 5, 15]));
  const things = drawn.things.flatMap((thing): Scenario['things'] =>
    thing.kind === 'volume'
      ? [
          {
            ...thing,
            price: networkNanos * BigInt(random.whole(1, 13)),
            changes: [],
            commitments: [],
            createdBy: null,
          },
        ]
      : [],
  );
  const [first, ...others] = drawn.policies;
  return {
    ...drawn,
    cloud: 'runpod',
    isOldPlatform: false,
    poll,
    span: milliseconds(Math.min(drawn.span, minutes(30 * 60))),
    vms: drawn.vms.map((vm) => podPlan(vm, random)),
    things,
    account: {
      ...drawn.account,
      paymentTerms: 'PAYMENT_TERMS_PREPAID',
      states: [],
      recharge: null,
      monthlyLimit: null,
    },
    policies: [fitting(first), ...others.map(fitting)],
    spells: drawn.spells.map((spell) => podSpell(spell, random)),
  };
}

function podPlan(vm: VmPlan, random: Random): VmPlan {
  const disks: Disks = {
    container: random.whole(0, 3),
    volume: random.pick([0, 0, 1, 5]),
    network: random.chance(0.3) ? 'thing-0' : null,
  };
  const price = vm.price + BigInt(disks.container + disks.volume) * containerNanos;
  const gpus = random.pick([0, 1, 1, 4]);
  const metadata: VmPlan['metadata'] = 'spendwatch' in vm.metadata ? vm.metadata : {};
  // At rest the volume disk costs twice as much, and nothing else is charged.
  const restPrice = BigInt(2 * disks.volume) * containerNanos;
  return { ...vm, price, restPrice, disks, gpus, metadata, committedFor: null };
}

const fitting = ({ from, policy }: PolicyFrom): PolicyFrom => ({
  from,
  policy: { ...policy, rules: policy.rules.filter(isKnown).map(fittingRule) },
});

/** Reports whether the platform shows what a rule needs. */
const isKnown = (rule: Rule): boolean =>
  rule.kind !== 'account-state' && !(rule.kind === 'rate' && rule.limit.kind === 'share-of-monthly-limit');

/** There are no images of pods, and a stop erases the container disk. */
const accepts = <S extends Step | BudgetStep>(steps: readonly S[]): S[] =>
  steps.flatMap((step) => {
    if (step.kind === 'image') return [];
    if (step.kind === 'terminate') return [{ ...step, needsImage: false }];
    return [step.kind === 'stop' ? { ...step, mayErase: true as const } : step];
  });

function fittingRule(rule: Rule): Rule {
  switch (rule.kind) {
    case 'idle': {
      const { gpus: _, ...match } = rule.match;
      return { ...rule, match, gpuWindow: rule.window, then: accepts(rule.then) };
    }
    case 'waste':
      return { ...rule, conditions: ['stopped-vm', 'failed'], then: accepts(rule.then) };
    case 'schedule':
    case 'lifetime':
      return { ...rule, then: accepts(rule.then) };
    case 'budget':
      return { ...rule, then: accepts(rule.then) };
    default:
      return rule;
  }
}

/** An unreadable field is always one of a pod. */
function podSpell(spell: Spell, random: Random): Spell {
  if (spell.kind !== 'unreadable-fields') return spell;
  const record = `project/${theProject}/vm/${random.pick(['a-vm', 'b-vm'])}`;
  return {
    ...spell,
    target: `project/${theProject}` as typeof spell.target,
    record,
    field: random.pick(fields),
  };
}
