import { describe, expect, it } from 'vitest';
import { bar, cell, sparkline } from '../../lib/service/marks.ts';

describe('a bar', () => {
  it.each([
    [0, '··········'],
    [0.5, '█████·····'],
    [0.56, '█████▌····'],
    [1, '██████████'],
    [7, '██████████'],
    [-1, '··········'],
  ])('of %d is %s', (share, drawn) => {
    expect(bar(share, 10)).toBe(drawn);
  });

  it('marks where thresholds lie as long as they are not reached', () => {
    expect(bar(0.3, 10, [0.2, 0.5, 0.8, 1])).toBe('███·|··|·|');
  });
});

it('a sparkline runs from nothing to the largest value', () => {
  expect(sparkline([0, 1, 2, 4])).toBe('▁▂▄█');
  expect(sparkline([0, 0])).toBe('▁▁');
  expect(sparkline([])).toBe('');
});

it('a cell is as wide as it should be and cannot move the cursor', () => {
  expect(cell('ab', 4)).toBe('ab  ');
  expect(cell('abcdef', 4)).toBe('abc…');
  expect(cell('\u001b[2Jab\r\n', 6)).toBe('[2Jab ');
});
