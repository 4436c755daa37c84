import { describe, expect, it } from 'vitest';
import { instant, later, milliseconds, seconds } from '../../../lib/model/time/time.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';

const start = instant(1_000_000);

describe('a virtual clock', () => {
  it('wakes concurrent sleepers in order, each at its own time', async () => {
    const clock = virtualClock(start);
    const woken: number[] = [];
    const sleeper = async (span: number) => {
      await clock.sleep(milliseconds(span));
      woken.push(clock.now() - start);
    };
    await Promise.all([sleeper(500), sleeper(200), sleeper(500), sleeper(1)]);
    expect(woken).toEqual([1, 200, 500, 500]);
  });

  it('lets a sleeper that wakes first sleep again before a later one wakes', async () => {
    const clock = virtualClock(start);
    const woken: string[] = [];
    const twice = async () => {
      await clock.sleep(seconds(1));
      woken.push('first');
      await clock.sleep(seconds(1));
      woken.push('second');
    };
    const once = async () => {
      await clock.sleep(seconds(3));
      woken.push('other');
    };
    await Promise.all([once(), twice()]);
    expect(woken).toEqual(['first', 'second', 'other']);
    expect(clock.now()).toBe(later(start, seconds(3)));
  });
});
