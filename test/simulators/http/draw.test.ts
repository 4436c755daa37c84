import { describe, expect, it } from 'vitest';
import { drawFor } from '../../../lib/simulators/http/draw.ts';

describe('a draw', () => {
  it('is the same for the same seed, names, position and channel, in whatever order it is drawn', () => {
    const one = drawFor(1, 'vm', 'box');
    const ahead = [one(3)(0), one(2)(0), one(1)(0)];
    const other = drawFor(1, 'vm', 'box');
    expect([other(1)(0), other(2)(0), other(3)(0)]).toEqual(ahead.reverse());
  });

  it('differs for each of them', () => {
    const numbers = [
      drawFor(1, 'vm', 'box')(1)(0),
      drawFor(2, 'vm', 'box')(1)(0),
      drawFor(1, 'vm', 'fox')(1)(0),
      drawFor(1, 'vmb', 'ox')(1)(0),
      drawFor(1, 'vm', 'box')(2)(0),
      drawFor(1, 'vm', 'box')(1)(1),
    ];
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('is evenly distributed over positions and over channels', () => {
    const draw = drawFor(7, 'evenly');
    const byPosition = Array.from({ length: 10_000 }, (_, position) => draw(position)(0));
    const byChannel = Array.from({ length: 10_000 }, (_, channel) => draw(0)(channel));
    for (const numbers of [byPosition, byChannel]) {
      const tenths = Array(10).fill(0);
      for (const number of numbers) tenths[Math.floor(number * 10)] += 1;
      // 1,000 are expected in each; four standard deviations are 120.
      for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(120);
    }
  });
});
