import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDecimalText } from '../../../lib/model/money/money.ts';
import { fitsGlob } from '../../../lib/model/rules/match.ts';
import { runs } from '../../support/tier.ts';

/** The same in another way: slow where a glob has many stars. */
const bySearch = (glob: string, name: string): boolean =>
  new RegExp(`^${glob.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(name);

it('a glob matches exactly what a regular expression for it matches', () => {
  const letters = (alphabet: string, maxLength: number) =>
    fc.array(fc.constantFrom(...alphabet), { maxLength }).map((all) => all.join(''));
  fc.assert(
    fc.property(letters('ab*?', 8), letters('ab\n', 12), (glob, name) => {
      expect(fitsGlob(glob, name)).toBe(bySearch(glob, name));
    }),
    runs(5_000),
  );
});

// Any of these takes a backtracking matcher minutes to years; the time limit of a test is what fails it.
it.each([
  ['*a*b*c*', 'ab'.repeat(50_000)],
  ['*@*.*x*', `${'@.'.repeat(50_000)}`],
  [`${'a*'.repeat(199)}b`, 'a'.repeat(100_000)],
  [`${'*?'.repeat(100)}*ab`, 'b'.repeat(100_000)],
  ['*?a*?b*c', 'ab'.repeat(100_000)],
])('the glob %.20s is compared with a long text in a short time', (glob, name) => {
  expect(fitsGlob(glob, name)).toBe(false);
});

it('text that the cloud sends for a number is checked in a short time, however long it is', () => {
  expect(isDecimalText(`${'1'.repeat(1_000_000)}x`)).toBe(false);
  expect(isDecimalText(`1.${'0'.repeat(1_000_000)}x`)).toBe(false);
  expect(isDecimalText(`1e${'0'.repeat(1_000_000)}x`)).toBe(false);
  expect(['1', '1.', '.5', '-1.50', '1e9'].every(isDecimalText)).toBe(true);
});
