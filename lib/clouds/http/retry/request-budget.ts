import { computeSpan, type Instant, later, milliseconds, type Span } from '../../../model/time/time.ts';
import type { RequestCaller } from '../operation.ts';
import { fairPlaces, type QueuedCaller } from './fair-places.ts';
import { evenly, type RateLimiter } from './rate-limiter.ts';

/** The clock that this folder needs. */
export type RequestClock = { now(): Instant; sleep(span: Span, signal?: AbortSignal): Promise<void> };

/** The time left for a request; `null` for no limit. */
export type RemainingTime = Span | null;

/** Sends requests in order, callers in turn, within the budget. */
export type RequestBudget = {
  /** Calls the request even with no time left, an aborted signal or an exceeded bound; it must check these itself. */
  run<T>(request: (remaining: RemainingTime) => Promise<T>, caller?: QueuedCaller): Promise<T>;
  /** Delays all requests, as the cloud asked to. */
  hold(span: Span): void;
};

/** Creates a budget with a rate limiter and a limit of requests in flight. */
export function requestBudget(
  clock: RequestClock,
  {
    perMinute,
    inFlight,
    limiter = evenly,
  }: {
    readonly perMinute: number;
    readonly inFlight: number;
    readonly limiter?: (perMinute: number) => RateLimiter;
  },
): RequestBudget {
  const { next, hold } = limiter(perMinute);
  const places = fairPlaces(inFlight);
  const elapsed = { now: neverBack(clock) };
  const flights = flightTimes(elapsed);

  function takePlace(): Span {
    const now = elapsed.now() * 1_000;
    return milliseconds(Math.ceil((next(now) - now) / 1_000));
  }

  return {
    async run(request, caller = {}) {
      const { asker, signal, reading } = caller;
      if (!(await places.take(caller))) return request(milliseconds(0));
      try {
        const remaining = flights.remaining(asker);
        // A request that will not be sent takes nothing from the budget.
        if (signal?.aborted || reading?.isOver() || (remaining !== null && remaining <= 0))
          return await request(milliseconds(0));
        const wait = takePlace();
        if (wait > 0) await clock.sleep(wait, signal);
        return await flights.during(asker, () => request(flights.remaining(asker)));
      } finally {
        places.leave(caller);
      }
    },
    hold: (span) => hold((elapsed.now() + span) * 1_000),
  };
}

/** Returns a clock that never goes back: if the real one is set back, it continues from the last time. */
function neverBack({ now }: Pick<RequestClock, 'now'>): RequestClock['now'] {
  let last = now();
  let lost = 0;
  return () => {
    const at = now();
    lost += Math.max(0, last - at);
    last = at;
    return later(at, milliseconds(lost));
  };
}

/** Measures the time that each caller has had requests in flight. */
function flightTimes({ now }: Pick<RequestClock, 'now'>) {
  type Flights = { count: number; since: Instant; earlier: number };
  const flightsOf = new WeakMap<RequestCaller, Flights>();
  return {
    remaining(asker: RequestCaller | undefined): RemainingTime {
      if (asker === undefined) return null;
      const { count, since, earlier } = flightsOf.get(asker) ?? { count: 0, since: now(), earlier: 0 };
      return milliseconds(asker.patience - earlier - (count > 0 ? computeSpan(since, now()) : 0));
    },
    async during<T>(asker: RequestCaller | undefined, request: () => Promise<T>): Promise<T> {
      if (asker === undefined) return request();
      const flights = flightsOf.get(asker) ?? { count: 0, since: now(), earlier: 0 };
      flightsOf.set(asker, flights);
      if (flights.count === 0) flights.since = now();
      flights.count += 1;
      try {
        return await request();
      } finally {
        flights.count -= 1;
        if (flights.count === 0) flights.earlier += computeSpan(flights.since, now());
      }
    },
  };
}
