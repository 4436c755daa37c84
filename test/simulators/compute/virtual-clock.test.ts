import { describe, expect, it } from 'vitest';
import { instant, later, milliseconds, minutes, seconds } from '../../../lib/model/time/time.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';

const start = instant(1_000_000);

describe('a virtual clock', () => {
  it('stands still until it is told to move', async () => {
    const clock = virtualClock(start);
    await new Promise(setImmediate);
    expect(clock.now()).toBe(start);
    clock.advance(minutes(5));
    expect(clock.now()).toBe(later(start, minutes(5)));
    clock.set(later(start, minutes(7)));
    expect(clock.now()).toBe(later(start, minutes(7)));
  });

  it('passes a sleep at once, and its time has gone by', async () => {
    const clock = virtualClock(start);
    await clock.sleep(minutes(600));
    expect(clock.now()).toBe(later(start, minutes(600)));
  });

  it('wakes those who sleep at once in order, each at its own time', async () => {
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

  it('never goes back', () => {
    const clock = virtualClock(start);
    clock.set(instant(start - 1));
    expect(clock.now()).toBe(start);
  });

  it('wakes a sleeper when it is moved past its time', async () => {
    const clock = virtualClock(start);
    const slept = clock.sleep(minutes(1));
    clock.set(later(start, minutes(2)));
    await slept;
    expect(clock.now()).toBe(later(start, minutes(2)));
  });
});
