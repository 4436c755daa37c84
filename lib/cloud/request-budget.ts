import { type Instant, milliseconds, type Span } from '../model/time.ts';

/** Time as this folder needs it; a job's clock fits. */
export type Clock = { now(): Instant; sleep(span: Span): Promise<void> };

/** Lets requests go in the order they came, no more than the budget allows. */
export type RequestBudget = {
  run<T>(request: () => Promise<T>): Promise<T>;
  /** Lets no further request go for a time: the cloud has asked to be left alone. */
  hold(span: Span): void;
};

const minute = 60_000_000;

/** How many requests may go at once, and the microseconds between two after that. */
function paceOf(perMinute: number) {
  const burst = Math.max(1, Math.floor(perMinute / 10));
  return { burst, interval: Math.ceil(minute / (perMinute - burst + 1)) };
}

/** How long the budget takes to let this many requests go, when none went before. */
export function timeToSend(requests: number, perMinute: number): Span {
  const { burst, interval } = paceOf(perMinute);
  return milliseconds((Math.max(0, requests - burst) * interval) / 1_000);
}

/**
 * A token bucket in its virtual-scheduling form (GCRA, as in ITU-T I.371), and a cap on requests in
 * flight. A tenth of the budget may go at once; the rest is spread, so that no 60 seconds ever see
 * more than `perMinute`. Microseconds, because whole numbers of them add up without rounding.
 */
export function requestBudget(
  clock: Clock,
  { perMinute, inFlight }: { readonly perMinute: number; readonly inFlight: number },
): RequestBudget {
  const { burst, interval } = paceOf(perMinute);
  const slack = (burst - 1) * interval;
  const waiting: Array<() => void> = [];
  let running = 0;
  /** When the bucket will be full again. */
  let full = 0;

  function enter(): Promise<void> | undefined {
    if (running >= inFlight) return new Promise((resolve) => waiting.push(resolve));
    running += 1;
    return undefined;
  }

  /** The place goes straight to whoever waits longest, so that no newcomer slips in between. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  function takeToken(): Span {
    const now = clock.now() * 1_000;
    const start = Math.max(now, full - slack);
    full = Math.max(now, full) + interval;
    return milliseconds(Math.ceil((start - now) / 1_000));
  }

  return {
    async run(request) {
      await enter();
      try {
        const wait = takeToken();
        if (wait > 0) await clock.sleep(wait);
        return await request();
      } finally {
        leave();
      }
    },
    hold(span) {
      full = Math.max(full, (clock.now() + span) * 1_000 + slack);
    },
  };
}
