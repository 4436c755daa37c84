import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PolicyError } from '../../../lib/config/policy/policy-error.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import { runs } from '../../support/tier.ts';

const example = readFileSync(new URL('../../../docs/spendwatch.example.yaml', import.meta.url), 'utf8');

/** A typing mistake: some text of the example replaced by something else. */
const slip = fc
  .tuple(
    fc.nat(example.length),
    fc.nat(30),
    fc.oneof(
      fc.constantFrom(
        '',
        '\n',
        '\t',
        ': ',
        '- ',
        '{',
        ']',
        '&a ',
        '*a',
        '!t ',
        '|',
        '"',
        '#',
        '? ',
        '<<: ',
        '---\n',
      ),
      fc.string({ maxLength: 5 }),
    ),
  )
  .map(([at, length, text]) => `${example.slice(0, at)}${text}${example.slice(at + length)}`);
const keys = fc.constantFrom(
  'version',
  'rules',
  'name',
  'idle',
  'budget',
  'match',
  'protect',
  'caps',
  'then',
  'below',
  '__proto__',
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, 1, -1, true, '4h', '80%', '5000 USD a month', 'vm'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
  ),
}));

it('any text is read as a policy, or is refused with at least one mistake at a place in it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        slip,
        value.map((json) => JSON.stringify(json)),
        fc.string(),
      ),
      (text) => {
        try {
          expect(readPolicy(text, 'policy.yaml').rules.length).toBeGreaterThan(0);
        } catch (error) {
          if (!(error instanceof PolicyError)) throw error;
          expect(error.mistakes.length).toBeGreaterThan(0);
          const lines = text.split('\n');
          for (const { line, column, message } of error.mistakes) {
            expect(message).not.toBe('');
            expect(column).toBeGreaterThanOrEqual(1);
            expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? -1) + 2);
          }
        }
      },
    ),
    runs(500),
  );
});
