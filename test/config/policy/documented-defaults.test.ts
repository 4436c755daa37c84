import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument, stringify } from 'yaml';
import { policySchema } from '../../../lib/config/policy/policy-schema.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { idlePolicy } from './policy-text.ts';
import { plain, ruleSchemas, type Schema, termsOfLearned } from './schema-places.ts';

const rulesPage = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8');

type Row = { readonly key: string; readonly value: string };

const sectionUnder = (heading: string): string =>
  rulesPage.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';

/** The table of defaults under a heading: | `key` | `default` | … */
const documented = (heading: string): Row[] =>
  [...sectionUnder(heading).matchAll(/^\| +`([^`]+)` +\| +`([^`]+)` +\|/gm)].map(
    ([, key = '', value = '']) => ({ key, value }),
  );

/** What the table of all kinds says of the keys that they share, by kind: columns that are empty are left out. */
const shared = new Map(
  [...sectionUnder('Kinds of rules').matchAll(/^\| \[`([a-z-]+)`\]\(#\1\) +\| .*? \| (.*) \|$/gm)].map(
    ([, kind = '', cells = '']): [string, Row[]] => {
      const [match = '', ...others] = cells.split('|').map((cell) => cell.trim());
      const steps = others.pop() ?? '';
      const values = others.map((cell, index) => ({
        key: ['for', 'repeat', 'cool-off'][index] ?? '',
        value: cell.replaceAll('`', ''),
      }));
      const rows = [...values, { key: 'match', value: match }, { key: 'mode', value: steps }];
      return [kind, rows.filter(({ value }) => value !== '')];
    },
  ),
);
const sharedDefaults = (kind: string): Row[] =>
  (shared.get(kind) ?? []).filter(({ key }) => key !== 'match' && key !== 'mode');

const pathOf = (key: string) =>
  key
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** A policy in which one key is written out. */
function withKey(text: string, base: readonly (string | number)[], { key, value }: Row): string {
  const document = parseDocument(text);
  document.setIn([...base, ...pathOf(key)], parse(value));
  return document.toString();
}

/** The keys of a form that have a default worth a word, those of a mapping within it too. */
const defaulted = ({ properties = {} }: Schema): string[] =>
  Object.entries(properties).flatMap(([key, property]) => {
    const within = Object.keys(property.properties ?? {}).length > 0;
    if (within) return defaulted(property).map((inner) => `${key}.${inner}`);
    return isDefaulted(property) ? [key] : [];
  });

/** `then` and `protect` have nothing in them unless it is written. */
const isDefaulted = (property: Schema): boolean =>
  (property.anyOf ?? []).some((one) => one.const === 'default') ||
  ('default' in property && JSON.stringify(property.default) !== '[]');

const headingOf = (kind: string): string =>
  `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`.replace('-', ' ');
const kindOf = (heading: string): string => heading.toLowerCase().replace(' ', '-');
const { rules: _, alerts: __, ...ofPolicy } = plain(policySchema()).properties ?? {};

/** `default` itself stands in for the kind's own value, so that writing the default out changes nothing. */
const kinds = ruleSchemas(policySchema()).map((schema): [string, string, (string | number)[], string[]] => {
  const rule: Record<string, unknown> = { ...Object(schema.examples?.[0]) };
  const own = String(schema.title);
  if (schema.properties?.[own] !== undefined && isDefaulted(schema.properties[own])) rule[own] = 'default';
  return [headingOf(own), stringify({ version: 1, rules: [rule] }), ['rules', 0], defaulted(schema)];
});

describe.each<[string, string, (string | number)[], string[]]>([
  ['The policy', idlePolicy(), [], [...defaulted({ properties: ofPolicy }), 'protect[0].younger-than']],
  ...kinds,
])('the documented defaults under "%s"', (heading, text, base, keys) => {
  const rows = [...documented(heading), ...sharedDefaults(kindOf(heading))];

  it('list every key that has a default', () => {
    expect(rows.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
  });

  it.each(rows)('are the real ones: $key is $value', (row) => {
    const isOfLearned = heading === 'Idle' && termsOfLearned.includes(row.key);
    const without = isOfLearned ? withKey(text, base, { key: 'idle', value: 'learned' }) : text;
    const written = withKey(without, base, row);
    expect(written).not.toBe(without);
    expect(readPolicy(written, 'policy.yaml')).toEqual(readPolicy(without, 'policy.yaml'));
  });
});

it('the policy on the page is valid as it is printed', () => {
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(rulesPage) ?? [];
  expect(readPolicy(text, 'rules.md').rules.map(({ kind }) => kind)).toEqual(['budget', 'idle']);
});

/** `below.cpu` and its like are one key of the kind. */
const isFirst = (key: string | undefined, index: number, keys: readonly (string | undefined)[]): boolean =>
  keys.indexOf(key) === index;

const sectionOf = (kind: string): string => sectionUnder(headingOf(kind));

describe.each(ruleSchemas(policySchema()).map((schema): [string, Schema] => [String(schema.title), schema]))(
  'the section on %s',
  (kind, { properties = {} }) => {
    it('begins its table with every key of the kind but its name and those that it shares', () => {
      const [table = ''] = /(?:^\|.*\n)+/m.exec(sectionOf(kind)) ?? [];
      const keys = [...table.matchAll(/^\| `([a-z-]+)/gm)].map(([, key]) => key);
      const common = ['name', 'then', ...(shared.get(kind) ?? []).map(({ key }) => key)];
      expect([...keys, ...common].filter(isFirst).toSorted()).toEqual(Object.keys(properties).toSorted());
    });

    it('has an example that is read as a rule of its kind', () => {
      const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(sectionOf(kind)) ?? [];
      const { rules } = readPolicy(`version: 1\nrules:\n${example}`, 'rules.md');
      expect(new Set(rules.map((rule) => rule.kind))).toEqual(new Set([kind]));
    });

    it('says when it alerts and which actions it may take', () => {
      expect(sectionOf(kind)).toMatch(/\n\*\*Alerts\*\*: .*`(info|warning|critical)`/);
      expect(sectionOf(kind)).toMatch(/\n\*\*Actions\*\*: (none|stop|make)/);
    });
  },
);
