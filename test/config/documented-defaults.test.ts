import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { readPolicy } from '../../lib/config/read-policy.ts';
import { budgetPolicy, idlePolicy } from './policy-text.ts';

const rulesPage = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');

type Row = { readonly key: string; readonly value: string };

/** The table of defaults under a heading: | `key` | `default` | … */
function documented(heading: string): Row[] {
  const section = rulesPage.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| +`([^`]+)` +\| +`([^`]+)` +\|/gm)].map(([, key = '', value = '']) => ({
    key,
    value,
  }));
}

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

describe.each([
  [
    'The policy',
    idlePolicy(),
    [],
    ['timezone', 'mode', 'protect[0].younger-than', 'caps.per-run', 'caps.per-day', 'caps.share'],
  ],
  ['Budget', budgetPolicy(), ['rules', 0], ['at', 'on']],
  ['Idle', idlePolicy(), ['rules', 0], ['below.cpu', 'below.network', 'percentile', 'cool-off']],
])('the documented defaults under "%s"', (heading, text, base, keys) => {
  const rows = documented(heading);

  it('name every key that has one', () => {
    expect(rows.map(({ key }) => key)).toEqual(keys);
  });

  it.each(rows)('are the real ones: $key is $value', (row) => {
    const written = withKey(text, base, row);
    expect(written).not.toBe(text);
    expect(readPolicy(written, 'policy.yaml')).toEqual(readPolicy(text, 'policy.yaml'));
  });
});

it('the policy on the page can be used as it stands', () => {
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(rulesPage) ?? [];
  expect(readPolicy(text, 'rules.md').rules.map(({ kind }) => kind)).toEqual(['budget', 'idle']);
});
