import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { policySchema } from '../../../lib/config/policy/policy-schema.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { ruleSchemas, type Schema } from './schema-places.ts';

const rulesPage = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8');
const section = rulesPage.split(/^## /m).find((part) => part.startsWith('Steps\n')) ?? '';
const tables = [...section.matchAll(/(?:^\|.*\n)+/gm)].map(([table]) => table);
/** The first two cells of a table's rows, and the third. */
const rowsOf = (table = '') =>
  [...table.matchAll(/^\| `([^`]+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(
    ([, key = '', value = '', meaning = '']) => ({
      key,
      value: /^`(.*)`$/.exec(value)?.[1] ?? null,
      meaning,
    }),
  );
const [steps = [], budgetStop = []] = tables.map(rowsOf);

const stop = { stop: 'after 1h' };
const image = { image: 'after 7d' };
/** The shortest form of each step, and those without which it is a mistake. */
const leasts: Readonly<Record<string, readonly object[]>> = {
  notify: [{ notify: 'after 2d' }],
  stop: [stop],
  'power-off': [{ 'power-off': 'after 1h' }],
  start: [{ start: true }, stop],
  image: [image, stop],
  terminate: [{ terminate: 'after 8d' }, stop, image],
};
const schedule = { name: 'hours', schedule: 'Mon-Fri 08:00-19:00' };
const budget = { name: 'money', budget: '5000 USD a month' };
const read = (rule: object) => readPolicy(stringify({ version: 1, rules: [rule] }), 'policy.yaml');

describe('the documented steps', () => {
  it('are all steps of the schema, with all their keys', () => {
    const formsOf = (kind: string): readonly Schema[] =>
      ruleSchemas(policySchema()).find(({ title }) => title === kind)?.properties?.['then']?.items?.anyOf ??
      [];
    const keysOf = (form: Schema): string[] => {
      const [own = '', ...others] = Object.keys(form.properties ?? {});
      const isOfAll = (key: string) => key === 'mode' || key === 'approve';
      return [own, ...others.map((key) => (isOfAll(key) ? key : `${own}.${key}`))];
    };
    expect(new Set(steps.map(({ key }) => key))).toEqual(new Set(formsOf('schedule').flatMap(keysOf)));
    const ofBudget = formsOf('budget')
      .flatMap(keysOf)
      .filter((key) => /^stop/.test(key));
    expect(new Set(budgetStop.map(({ key }) => key))).toEqual(new Set(ofBudget));
  });

  it.each(steps.filter(({ value }) => value !== null))(
    'have the real default: $key is $value',
    ({ key, value }) => {
      const [kind = '', field = ''] = key.split('.');
      const [step, ...others] = leasts[kind] ?? [];
      const written = read({ ...schedule, then: [{ ...step, [field]: value }, ...others] });
      expect(written).toEqual(read({ ...schedule, then: [step, ...others] }));
    },
  );

  it.each(budgetStop.filter(({ value }) => value !== null))(
    'have the real default in a budget: $key is $value',
    ({ key, value }) => {
      const least = { stop: 'idle', at: '110%' };
      const written = read({ ...budget, then: [{ ...least, [key.replace('stop.', '')]: value }] });
      expect(written).toEqual(read({ ...budget, then: [least] }));
    },
  );

  it('say how long a required approval is awaited', () => {
    const [, within = ''] = /`required` is `(within [^`]+)`/.exec(section) ?? [];
    const waiting = (approve: string) => read({ ...schedule, then: [{ ...stop, approve }] });
    expect(waiting(within)).toEqual(waiting('required'));
  });

  it('include a policy that takes actions and is valid as it is printed', () => {
    const fences = [...section.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);
    const whole = fences.filter((text) => text.startsWith('version: 1\n'));
    expect(whole).toHaveLength(1);
    const { rules } = readPolicy(whole[0] ?? '', 'rules.md');
    const asked = rules.flatMap(({ then }) => then.map(({ kind }: { readonly kind: string }) => kind));
    expect(new Set(asked)).toEqual(new Set(Object.keys(leasts)));
    const partial = fences.filter((text) => text.startsWith('then:\n'));
    expect(partial).not.toEqual([]);
    for (const text of partial) {
      const lines = text.replaceAll('\n', '\n    ');
      expect(() =>
        readPolicy(`version: 1\nrules:\n  - name: a\n    idle: 12h\n    ${lines}`, 'rules.md'),
      ).not.toThrow();
    }
  });
});
