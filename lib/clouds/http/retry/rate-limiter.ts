import { milliseconds, type Span } from '../../../model/time/time.ts';

/** Decides when requests may be sent. Times are in whole microseconds, which add up without rounding. */
export type RateLimiter = {
  /** Reserves a place, and returns its time. */
  next(now: number): number;
  /** Delays all requests until a time, as the cloud asked to. */
  hold(until: number): void;
};

const minute = 60_000_000;

/** Returns how many requests may be sent at once, and the microseconds between two after that. */
function computeSpread(perMinute: number) {
  const burst = Math.max(1, Math.floor(perMinute / 10));
  return { burst, interval: Math.ceil(minute / (perMinute - burst + 1)) };
}

/** Returns how long it takes to send a number of requests evenly, from an idle start. */
export function timeToSend(requests: number, perMinute: number): Span {
  const { burst, interval } = computeSpread(perMinute);
  return milliseconds((Math.max(0, requests - burst) * interval) / 1_000);
}

/**
 * Spreads requests by a token bucket in its virtual-scheduling form (GCRA, as in ITU-T I.371). A tenth of the budget may
 * be sent at once and the rest evenly, so that no 60 seconds see more than `perMinute`.
 */
export function evenly(perMinute: number): RateLimiter {
  const { burst, interval } = computeSpread(perMinute);
  const slack = (burst - 1) * interval;
  /** The time when the bucket is full again. */
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
 * Sends the whole budget at once where possible, and never more in 60 seconds; for callers that pay for waiting. Once the
 * cloud has asked to wait, requests are spread evenly.
 */
export function atOnce(perMinute: number): RateLimiter {
  const interval = Math.ceil(minute / perMinute);
  /** A ring of the start times of the last `perMinute` requests. */
  const starts: number[] = [];
  let startIndex = 0;
  let notBefore = 0;
  let wasHeld = false;
  return {
    next(now) {
      const start = Math.max(now, notBefore, (starts[startIndex] ?? -minute) + minute);
      starts[startIndex] = start;
      startIndex = (startIndex + 1) % perMinute;
      if (wasHeld) notBefore = start + interval;
      return start;
    },
    hold(until) {
      notBefore = Math.max(notBefore, until);
      wasHeld = true;
    },
  };
}
