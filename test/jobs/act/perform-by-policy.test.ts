import { describe, expect, it } from 'vitest';
import { isDestructive } from '../../../lib/model/action-kind.ts';
import type { ActingRule } from '../../../lib/rules/terms.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { aWindow } from '../../support/builders/resource-rule-builders.ts';
import { after, expectCancelled, intentIn } from './cancelled-act.ts';
import { actsThat, type DueAction, dueAction, everyAction } from './due-acts.ts';

describe('the policy in force decides (invariant 13)', () => {
  const byRule = actsThat(({ rule }) => rule !== null);
  const ruleOf = ({ rule }: DueAction): ActingRule => rule ?? expect.fail('no rule decided it');
  const onlyWith = (rule: ActingRule) => ({ policy: aPolicy({ rules: [rule] }) });

  it.each(byRule)('%s is cancelled when its rule is gone, or only observes', async (name) => {
    const due = dueAction(name);
    const gone = 'the policy no longer requires it';
    await expectCancelled(due, { policy: aPolicy({ rules: [] }) }, gone);
    await expectCancelled(due, onlyWith({ ...ruleOf(due), mode: 'observe' }), gone);
  });

  it.each(byRule)('%s is cancelled when its step is gone, or only observes', async (name) => {
    const due = dueAction(name);
    const rule = ruleOf(due);
    if (rule.kind === 'budget') throw new TypeError('no budget is among them');
    const kind = due.action === 'power-on' ? 'start' : due.action;
    const gone = 'the policy no longer requires it';
    const without = rule.then.filter((step) => step.kind !== kind);
    await expectCancelled(due, onlyWith({ ...rule, then: without }), gone);
    const observing = rule.then.map((step) =>
      step.kind !== 'notify' && step.kind === kind ? { ...step, mode: 'observe' as const } : step,
    );
    await expectCancelled(due, onlyWith({ ...rule, then: observing }), gone);
  });

  it.each(actsThat(({ slower }) => slower !== null))(
    '%s is cancelled when its grace is longer now (invariant 2)',
    async (name) => {
      const due = dueAction(name);
      await expectCancelled(due, onlyWith(due.slower ?? ruleOf(due)), 'the policy now delays it until');
    },
  );

  it.each(byRule)('%s is cancelled when its rule no longer matches the resource', async (name) => {
    const due = dueAction(name);
    const others = { ...ruleOf(due), match: { id: 'x*' } };
    await expectCancelled(due, onlyWith(others), 'the rule no longer applies to it');
  });

  it('destructive actions are cancelled in business hours that have begun; other actions go on', async () => {
    const becoming = await Promise.all(
      everyAction.map(async (name) => {
        const due = dueAction(name);
        const policy = { ...due.policy, businessHours: [aWindow('daily 07:00-20:00')] };
        const { outcome } = await after(due, { policy });
        return [name, outcome?.kind];
      }),
    );
    const held = actsThat((due) => isDestructive(due.action) && intentIn(due).by === null);
    expect(becoming).toEqual(
      everyAction.map((name) => [name, held.includes(name) ? 'cancelled' : 'requested']),
    );
  });
});
