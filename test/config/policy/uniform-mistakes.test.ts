import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { policySchema } from '../../../lib/config/policy/policy-schema.ts';
import { mistakesIn } from './policy-text.ts';
import { ruleSchemas, type Schema } from './schema-places.ts';

type Written = Record<string, unknown>;
const kinds = ruleSchemas(policySchema()).map((schema): [string, Written, Schema] => [
  String(schema.title),
  Object(schema.examples?.[0]),
  schema,
]);
const told = (rule: Written): string[] =>
  mistakesIn(stringify({ version: 1, rules: [rule] })).map((mistake) =>
    mistake.replace(/^\d+:\d+ rules\[0\]\.?/, ''),
  );
/** Doubles the last letter, as a typing mistake does. */
const slipped = (word: string): string => `${word}${word.at(-1)}`;

describe.each(kinds)('mistakes in a rule on %s', (kind, rule, { properties = {} }) => {
  const { name, ...nameless } = rule;
  const { [kind]: value, ...others } = rule;

  it('are reported where the name is missing, with an example of one', () => {
    expect(told(nameless)).toEqual(['name: missing; write a name such as "research budget"']);
  });

  it('are reported once for a misspelling of its own key', () => {
    expect(told({ ...others, [slipped(kind)]: value })).toEqual([
      `${slipped(kind)}: unknown key; did you mean ${kind}?`,
    ]);
  });

  it.each(Object.keys(properties).filter((key) => key !== kind && key !== 'name'))(
    'suggest %s where it is misspelled, and say what to write where its type is wrong',
    (key) => {
      expect(told({ ...rule, [slipped(key)]: 1 })).toEqual([
        `${slipped(key)}: unknown key; did you mean ${key}?`,
      ]);
      const wrong = told({ ...rule, [key]: { never: 'this' } });
      expect(wrong).toEqual([expect.stringMatching(new RegExp(`^${key}[.:]`))]);
      expect(wrong[0]).toMatch(/: (write .+, not a mapping|unknown key; known here: .+)$/);
    },
  );

  it.each([null, true, 4, 'nonsense', { a: 1 }])(
    'say what to write for its own value instead of %j',
    (wrong) => {
      expect(told({ ...rule, [kind]: wrong })).toEqual([expect.stringMatching(/: write .+, not .+$/)]);
    },
  );

  it('list the known keys where none is similar', () => {
    const keys = Object.keys(properties).join(', ');
    expect(told({ ...rule, zzzzzzzz: 1 })).toEqual([`zzzzzzzz: unknown key; known here: ${keys}`]);
  });

  it('are reported for its match, too', () => {
    expect(told({ ...rule, match: 7 })).toEqual([expect.stringMatching(/^match: write .+, not 7$/)]);
    expect(told({ ...rule, match: { [kind === 'budget' ? 'acount' : 'acccount']: 'main' } })).toHaveLength(1);
  });
});
