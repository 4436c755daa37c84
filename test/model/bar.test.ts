import { describe, expect, it } from 'vitest';
import { bar } from '../../lib/model/bar.ts';

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

  it('marks the thresholds that are not reached yet', () => {
    expect(bar(0.3, 10, [0.2, 0.5, 0.8, 1])).toBe('███·|··|·|');
  });
});
