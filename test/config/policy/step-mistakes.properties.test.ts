import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { policySchema } from '../../../lib/config/policy/policy-schema.ts';
import { Step } from '../../../lib/model/rules/step.ts';
import { runs } from '../../support/tier.ts';
import { mistakesIn } from './policy-text.ts';
import { isRead, ruleSchemas } from './schema-places.ts';

const steps = Step.options.map(({ shape }) => shape.kind.value);
/** By kind of rule, a function that writes the shortest rule with some steps. */
const kinds = ruleSchemas(policySchema()).map((schema): [string, (then: unknown) => string] => [
  String(schema.title),
  (then) => stringify({ version: 1, rules: [{ ...Object(schema.examples?.[0]), then }] }),
]);

describe.each(kinds)('a rule on %s', (kind, withSteps) => {
  it.each(steps)('may have the step %s, or is refused with the kinds that may', (step) => {
    const ofBudget = kind === 'budget' && step === 'stop';
    const text = withSteps([
      ofBudget ? { stop: 'idle', at: '110%' } : { [step]: step === 'start' || 'after 1h' },
    ]);
    if (isRead(text)) return;
    const [mistake = ''] = mistakesIn(text);
    const [, able] = /: only (.+) rules support/.exec(mistake) ?? [];
    // It cannot have the step at all, or can have it after another step.
    if (able === undefined) expect(mistake).toMatch(/ add - /);
    else expect(able.split(/, | and /)).not.toContain(kind);
  });
});

const value = fc.oneof(
  fc.constantFrom('after 1h', 'after 7d', 'after 8d', '1h', 'required', 'idle', '110%', 'enforce'),
  fc.constantFrom<unknown>(null, true, 0, '', {}, [], { stop: 'after 1h' }),
);
const otherKeys = ['mode', 'approve', 'notice', 'without-image', 'at', 'after', 'severity', 'stpo'];
const key = fc.constantFrom(...steps, ...otherKeys);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.dictionary(key, value, { maxKeys: 3 }) },
  { weight: 1, arbitrary: value },
);

it('any steps are read, or refused with every mistake at a place within them', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds.map(([, withSteps]) => withSteps)),
      fc.array(step, { minLength: 1, maxLength: 4 }),
      (withSteps, then) => {
        const text = withSteps(then);
        if (isRead(text)) return;
        const mistakes = mistakesIn(text);
        expect(mistakes).not.toEqual([]);
        for (const mistake of mistakes)
          expect(mistake).toMatch(/^\d+:\d+ rules\[0\]\.then\[\d\](\.[a-z-]+)?: \S/);
      },
    ),
    runs(150),
  );
});
