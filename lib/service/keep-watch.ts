import { errorText } from '../jobs/log.ts';
import type { Clock, Log } from '../jobs/ports.ts';
import {
  computeSpan,
  earliest,
  type Instant,
  isoInstant,
  later,
  latest,
  milliseconds,
  type Span,
  seconds,
} from '../model/time/time.ts';

export type KeepWatch = {
  readonly clock: Clock;
  readonly log: Log;
  /** Time between the starts of two passes. */
  readonly every: Span;
  /** The time for the current pass to finish after the signal, measured by `finishBy`. */
  readonly finishWithin: Span;
  readonly finishBy: Clock;
  /** The signal that stops the passes. */
  readonly signal: AbortSignal;
  /** Makes a pass and returns its figures for the log. Its errors are logged, and the next pass runs when it is due. */
  readonly pass: () => Promise<Figures>;
  /** Returns true for an error that another pass cannot fix; such an error is rethrown. */
  readonly isHopeless: (error: unknown) => boolean;
  /** Called several times a minute between passes. */
  readonly meanwhile: () => Promise<void>;
};
type Figures = NonNullable<Parameters<Log>[1]>;

/** The interval at which the clock is checked, because timers stop while a machine sleeps. */
const slice = seconds(15);

/**
 * Makes passes until it is stopped: one at once, then one at each interval after the start of the last one. After a sleep of
 * the machine, or a pass that took longer, the next pass starts at once; missed ones are not made up.
 */
export async function keepWatch(watch: KeepWatch): Promise<'finished' | 'cut-off'> {
  const { clock, log, every, signal } = watch;
  for (let count = 1; !signal.aborted; count += 1) {
    const began = clock.now();
    const passing = watch.pass().then(
      (figures) => {
        const now = clock.now();
        const next = isoInstant(latest(later(began, every), now));
        log('pass', { count, seconds: computeSpan(began, now) / 1_000, ...figures, next });
      },
      (error: unknown) => {
        if (watch.isHopeless(error)) throw error;
        log('pass-failed', { count, because: errorText(error) });
      },
    );
    await orAborted(passing, signal);
    if (signal.aborted) return finish(watch, passing);
    await waitUntilDue(watch, later(began, every));
  }
  return 'finished';
}

/** Waits for the current pass, up to a limit. */
async function finish({ finishBy, log, finishWithin }: KeepWatch, passing: Promise<void>) {
  log('ending', { seconds: finishWithin / 1_000 });
  const patience = new AbortController();
  const ended = passing.then(() => 'finished' as const);
  const late = finishBy.sleep(finishWithin, patience.signal).then(() => 'cut-off' as const);
  try {
    return await Promise.race([ended, late]);
  } finally {
    patience.abort();
  }
}

async function waitUntilDue(
  { clock, log, every, signal, meanwhile }: KeepWatch,
  due: Instant,
): Promise<void> {
  for (let at = due; !signal.aborted; ) {
    const now = clock.now();
    // A clock that was set back must not extend the wait.
    at = earliest(at, later(now, every));
    const remaining = computeSpan(now, at);
    if (remaining <= 0) {
      if (-remaining >= every) log('overslept', { seconds: -remaining / 1_000 });
      return;
    }
    await orAborted(clock.sleep(milliseconds(Math.min(remaining, slice)), signal), signal);
    if (!signal.aborted) await orAborted(meanwhile(), signal);
  }
}

/** Waits for work or the signal, whichever comes first, and removes its listener. */
function orAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    work.then(end, reject);
  });
}
