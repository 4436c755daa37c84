import { type Instant, milliseconds, type Span } from '../model/time.ts';
import { evenly, type Pace } from './pace.ts';

/** Time as this folder needs it; a job's clock fits. */
export type Clock = { now(): Instant; sleep(span: Span): Promise<void> };

/** Lets requests go in the order they came, no more than the budget allows. */
export type RequestBudget = {
  run<T>(request: () => Promise<T>): Promise<T>;
  /** Lets no further request go for a time: the cloud has asked to be left alone. */
  hold(span: Span): void;
};

/** No more requests than the pace allows, and a cap on those in flight. */
export function requestBudget(
  clock: Clock,
  {
    perMinute,
    inFlight,
    pace = evenly,
  }: {
    readonly perMinute: number;
    readonly inFlight: number;
    readonly pace?: (perMinute: number) => Pace;
  },
): RequestBudget {
  const { next, hold } = pace(perMinute);
  const waiting: Array<() => void> = [];
  let running = 0;

  function enter(): Promise<void> | undefined {
    if (running >= inFlight) return new Promise((resolve) => waiting.push(resolve));
    running += 1;
    return undefined;
  }

  /** The place goes straight to whoever waits longest, so that no newcomer slips in between. */
  function leave(): void {
    const longest = waiting.shift();
    if (longest === undefined) running -= 1;
    else longest();
  }

  function takePlace(): Span {
    const now = clock.now() * 1_000;
    return milliseconds(Math.ceil((next(now) - now) / 1_000));
  }

  return {
    async run(request) {
      await enter();
      try {
        const wait = takePlace();
        if (wait > 0) await clock.sleep(wait);
        return await request();
      } finally {
        leave();
      }
    },
    hold: (span) => hold((clock.now() + span) * 1_000),
  };
}
