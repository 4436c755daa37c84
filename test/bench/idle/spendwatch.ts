import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { type UsagePoint, usageSlot } from '../../../lib/model/facts/usage.ts';
import { usageByVm } from '../../../lib/model/facts/usage-points.ts';
import { targetOf, VmId } from '../../../lib/model/ids.ts';
import { instant, type Span } from '../../../lib/model/time/time.ts';
import { judgeIdle } from '../../../lib/rules/idle/judge.ts';
import type { IdleRule } from '../../../lib/rules/idle/terms.ts';
import { anObservation, aVm, lab } from '../../support/builders/observation-builders.ts';
import type { Judge } from './score.ts';

/** A rule as a policy with nothing but a window has it, so with the real defaults. */
export function ruleOf(overrides: Partial<IdleRule> & { readonly window: Span }): IdleRule {
  const text = 'version: 1\nrules: [{ name: idle, idle: 12h }]';
  const [rule] = readPolicy(text, 'bench.yaml').rules;
  if (rule?.kind !== 'idle') throw new TypeError('not an idle rule');
  return { ...rule, ...overrides };
}

const start = Date.parse('2026-01-01T00:00:00Z');
const vm = VmId.parse('box');
const resources = [aVm({ createdAt: null })];
const target = targetOf(lab);

/** The rule itself, the very code that is shipped, on usage as a look at the cloud would tell it. */
export const judgeByRule =
  (rule: IdleRule): Judge =>
  ({ cpu }, slots) => {
    const points = cpu.map(
      (figure, slot): UsagePoint => ({
        at: instant(start + (slot + 1) * usageSlot),
        cpu: figure,
        network: 0,
        disk: 0,
        answers: null,
      }),
    );
    const reach = Math.ceil(rule.window / usageSlot);
    return slots.map((slot) => {
      const told = [{ vm, points: points.slice(Math.max(0, slot - reach), slot) }];
      const observation = anObservation({ at: instant(start + slot * usageSlot), resources, usage: told });
      const usages = usageByVm([observation]);
      const [verdict] = judgeIdle(rule, { target, observation, usages, signals: {}, stops: [] });
      return verdict?.kind === 'breached';
    });
  };
