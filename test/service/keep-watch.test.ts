import { describe, expect, it } from 'vitest';
import {
  hours,
  type Instant,
  instant,
  later,
  minutes,
  type Span,
  seconds,
} from '../../lib/model/time/time.ts';
import { type KeepWatch, keepWatch } from '../../lib/service/keep-watch.ts';

const start = instant(Date.UTC(2026, 10, 21, 12));

/** A watch whose passes and sleeps take given times; it ends after a number of passes. */
function aWatch(options: Partial<KeepWatch> & { readonly passes?: number; readonly takes?: Span } = {}) {
  const { passes = 3, takes = seconds(2), ...rest } = options;
  const ending = new AbortController();
  const begun: Instant[] = [];
  const told: Array<Readonly<Record<string, unknown>>> = [];
  let now = start;
  const clock = {
    now: () => now,
    sleep: async (span: Span) => {
      now = later(now, span);
    },
    /** The machine is suspended, and its timers with it. */
    pass: (span: Span) => {
      now = later(now, span);
    },
  };
  const watch: KeepWatch = {
    clock,
    log: (event, details) => told.push({ event, ...details }),
    every: minutes(5),
    finishWithin: seconds(30),
    finishBy: clock,
    signal: ending.signal,
    meanwhile: async () => {},
    isHopeless: () => false,
    pass: async () => {
      begun.push(now);
      if (begun.length === passes) ending.abort();
      now = later(now, takes);
      return { turned: begun.length };
    },
    ...rest,
  };
  const sinceStart = () => begun.map((at) => (at - start) / 1_000);
  return { watch, clock, ending, begun, sinceStart, told };
}

describe('the watch', () => {
  it('begins a pass at once, and then at each interval from the beginning of the last', async () => {
    const { watch, sinceStart, told } = aWatch();
    expect(await keepWatch(watch)).toBe('finished');
    expect(sinceStart()).toEqual([0, 300, 600]);
    expect(told[0]).toEqual({ event: 'pass', count: 1, seconds: 2, turned: 1, next: '2026-11-21T12:05:00Z' });
  });

  it('begins the next pass at once after one that took longer than the interval, and skips the missed ones', async () => {
    const { watch, sinceStart, told } = aWatch({ takes: minutes(12) });
    await keepWatch(watch);
    expect(sinceStart()).toEqual([0, 720, 1_440]);
    expect(told[0]).toMatchObject({ next: '2026-11-21T12:12:00Z' });
  });

  it('makes a single pass after the machine was suspended', async () => {
    const { watch, clock, sinceStart, told } = aWatch();
    let naps = 1;
    await keepWatch({
      ...watch,
      meanwhile: async () => {
        if (naps === 1) clock.pass(hours(8));
        naps = 0;
      },
    });
    const awake = 2 + 15 + 8 * 3_600;
    expect(sinceStart()).toEqual([0, awake, awake + 300]);
    expect(told.filter(({ event }) => event === 'overslept')).toHaveLength(1);
  });

  it('never waits longer than the interval when the clock is set back', async () => {
    const { watch, clock, sinceStart } = aWatch({ passes: 2 });
    let isSet = false;
    await keepWatch({
      ...watch,
      meanwhile: async () => {
        if (!isSet) clock.pass(hours(-3) as Span);
        isSet = true;
      },
    });
    expect(sinceStart()).toEqual([0, 17 - 3 * 3_600 + 300]);
  });

  it('reports a pass that failed, and continues', async () => {
    const { watch, sinceStart, told } = aWatch();
    let passes = 0;
    await keepWatch({
      ...watch,
      pass: async () => {
        passes += 1;
        if (passes === 1) throw new RangeError('no room on the disk');
        return watch.pass();
      },
    });
    expect(sinceStart()).toHaveLength(3);
    expect(told[0]).toEqual({ event: 'pass-failed', count: 1, because: 'RangeError: no room on the disk' });
  });

  it('ends with an error that no further pass could fix', async () => {
    const { watch } = aWatch({
      isHopeless: (error) => error instanceof RangeError,
      pass: () => Promise.reject(new RangeError('wrong key')),
    });
    await expect(keepWatch(watch)).rejects.toThrow('wrong key');
  });

  it('checks the clock several times a minute while it waits', async () => {
    let buffered = 0;
    const meanwhile = async () => {
      buffered += 1;
    };
    const { watch } = aWatch({ passes: 2, meanwhile });
    await keepWatch(watch);
    expect(buffered).toBe(20);
  });
});

describe('a requested end', () => {
  it('comes at once while nothing is under way', async () => {
    const { watch, ending, sinceStart } = aWatch({ passes: 9 });
    const sleeping = {
      now: watch.clock.now,
      sleep: () => {
        setImmediate(() => ending.abort());
        return new Promise<never>(() => {});
      },
    };
    expect(await keepWatch({ ...watch, clock: sleeping })).toBe('finished');
    expect(sinceStart()).toEqual([0]);
  });

  it('waits for the running pass for a limited time, whatever the clock of the passes shows', async () => {
    const { watch, ending, told } = aWatch();
    let finished = false;
    const patient = { now: watch.clock.now, sleep: () => new Promise<never>(() => {}) };
    const ended = await keepWatch({
      ...watch,
      finishBy: patient,
      pass: async () => {
        ending.abort();
        await new Promise((resolve) => setImmediate(resolve));
        finished = true;
        return {};
      },
    });
    expect({ ended, finished }).toEqual({ ended: 'finished', finished: true });
    expect(told).toContainEqual({ event: 'ending', seconds: 30 });
  });

  it('does not wait without a limit', async () => {
    const { watch, ending } = aWatch();
    const pass = () => {
      ending.abort();
      return new Promise<never>(() => {});
    };
    expect(await keepWatch({ ...watch, pass })).toBe('cut-off');
  });
});
