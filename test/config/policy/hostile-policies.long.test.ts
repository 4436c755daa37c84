import { expect, it } from 'vitest';
import { PolicyError } from '../../../lib/config/policy/policy-error.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { mistakesIn } from './policy-text.ts';

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');

// The time limit of a test is what fails these: each took minutes, or would have.
it.each<[string, string, string]>([
  ['of aliases', `version: 1\nx: &a 1\nrules:\n${lines(20_000, () => '- *a')}`, '104:3 too many aliases'],
  [
    'that is very large',
    `version: 1\n${lines(30_000, (index) => `key-${index}: 1`)}`,
    '1:1 the file is too large: a policy may have at most 256 KiB',
  ],
  [
    'of lists in lists',
    `version: 1\nrules: ${'['.repeat(60)}${']'.repeat(60)}`,
    '2:27 nested too deeply: at most 20 levels',
  ],
  [
    'of lists without end',
    `version: 1\nrules: ${'['.repeat(50_000)}`,
    'nested too deeply: at most 20 levels',
  ],
  [
    'of mappings in mappings',
    `version: 1\nrules: ${'{a: '.repeat(30_000)}`,
    'nested too deeply: at most 20 levels',
  ],
  ['of dashes', `version: 1\nrules:\n ${'- '.repeat(50_000)}`, 'nested too deeply: at most 20 levels'],
  ['of unknown keys', `version: 1\n${lines(20_000, (index) => `k${index}: 1`)}`, '2:1 k0: unknown key'],
  ['of one key', `version: 1\n${lines(40_000, () => 'a: 1')}`, '3:1 duplicate key'],
  ['of tags', `version: 1\nrules:\n${lines(30_000, () => '- !a b')}`, '3:3 tags (!) are not supported'],
  ['of quotes', `version: 1\nrules:\n${lines(40_000, () => '- "')}`, '3:4 not valid YAML'],
  [
    'of rules that are none',
    `version: 1\nrules:\n${lines(5_000, (index) => `- { name: r${index}, bugdet: 1 }`)}`,
    '3:',
  ],
])('a file %s is refused quickly, with a line', (_, text, mistake) => {
  expect(mistakesIn(text).join('\n')).toContain(mistake);
});

it('a policy with very many mistakes is refused with the first hundred and the number of the others', () => {
  const text = `version: 1\nrules:\n${lines(500, () => '- { name: a, budget: 1 USD a month }')}`;
  const error = (() => {
    try {
      return readPolicy(text, 'policy.yaml');
    } catch (caught) {
      return caught;
    }
  })();
  expect(error).toBeInstanceOf(PolicyError);
  const told = String(error).split('\n');
  expect(told).toHaveLength(102);
  expect(told.at(-1)).toBe('and 399 more');
});

it('a key written twice is reported once, whichever mapping it is in', () => {
  expect(
    mistakesIn('version: 1\nrules:\n- { name: a, name: b, budget: 1 USD a month }\nversion: 1\n'),
  ).toEqual(['3:14 duplicate key; keep one of them', '4:1 duplicate key; keep one of them']);
});
