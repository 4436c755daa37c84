import { expect, it } from 'vitest';
import { answersPing } from '../../../../lib/clouds/compute/facts/usage.ts';

it.each([
  [true, true],
  [1, true],
  [37, true],
  ['1', true],
  ['YES', true],
  ['true', true],
  [false, false],
  [0, false],
  [-1, false],
  ['0', false],
  ['No', false],
  ['false', false],
  [undefined, null],
  [null, null],
  ['', null],
  ['12 ms', null],
  ['unsupported', null],
])('a guest ping of %j is read as %j', (guestPing, told) => {
  expect(answersPing(guestPing)).toBe(told);
});
