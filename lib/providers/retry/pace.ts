import { milliseconds, type Span } from '../../model/time/time.ts';

/** When requests may go. Microseconds, because whole numbers of them add up without rounding. */
export type Pace = {
  /** Takes a place, and says when it is. */
  next(now: number): number;
  /** Lets nothing go before then: the cloud has asked to be left alone. */
  hold(until: number): void;
};

const minute = 60_000_000;

/** How many requests may go at once, and the microseconds between two after that. */
function spreadOf(perMinute: number) {
  const burst = Math.max(1, Math.floor(perMinute / 10));
  return { burst, interval: Math.ceil(minute / (perMinute - burst + 1)) };
}

/** How long it takes to let this many requests go evenly, when none went before. */
export function timeToSend(requests: number, perMinute: number): Span {
  const { burst, interval } = spreadOf(perMinute);
  return milliseconds((Math.max(0, requests - burst) * interval) / 1_000);
}

/**
 * A token bucket in its virtual-scheduling form (GCRA, as in ITU-T I.371): a tenth of the budget may go at
 * once, the rest is spread, so that no 60 seconds ever see more than `perMinute`.
 */
export function evenly(perMinute: number): Pace {
  const { burst, interval } = spreadOf(perMinute);
  const slack = (burst - 1) * interval;
  /** When the bucket will be full again. */
  let full = 0;
  return {
    next(now) {
      const start = Math.max(now, full - slack);
      full = Math.max(now, full) + interval;
      return start;
    },
    hold(until) {
      full = Math.max(full, until + slack);
    },
  };
}

/**
 * All of the budget may go at once, and no 60 seconds ever see more: for whoever pays for the time that it
 * waits. Once the cloud has asked to be left alone, requests go one by one, as far apart as the budget has them.
 */
export function atOnce(perMinute: number): Pace {
  const interval = Math.ceil(minute / perMinute);
  /** Those of the last minute and those that wait, each in the place of the one that it follows by a minute. */
  const starts: number[] = [];
  let place = 0;
  let notBefore = 0;
  let wasAsked = false;
  return {
    next(now) {
      const start = Math.max(now, notBefore, (starts[place] ?? -minute) + minute);
      starts[place] = start;
      place = (place + 1) % perMinute;
      if (wasAsked) notBefore = start + interval;
      return start;
    },
    hold(until) {
      notBefore = Math.max(notBefore, until);
      wasAsked = true;
    },
  };
}
